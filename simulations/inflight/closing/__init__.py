"""What the experiments about closing run: both ends of a connection, a host that uses up its ports, a silent peer."""
