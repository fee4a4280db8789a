"""A capture in words and numbers, as the page and the command line show it."""
