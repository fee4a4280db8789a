"""What held a sender back, interval by interval."""
