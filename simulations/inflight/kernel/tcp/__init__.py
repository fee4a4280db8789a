"""TCP as Linux 6.1 does it: sender, receiver and the memory of both."""
