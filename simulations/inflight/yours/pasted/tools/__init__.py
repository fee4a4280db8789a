"""A reader for each output."""
