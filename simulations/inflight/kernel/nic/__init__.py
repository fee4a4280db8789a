"""Below the queueing discipline: the driver's transmit ring, and the byte queue limits that keep it short."""
