"""Captures to find a limit in: how a student's is drawn, what shows its limit, and the numbers that can be read."""
