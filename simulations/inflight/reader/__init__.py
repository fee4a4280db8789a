"""The reader's own code: what it may import, what it starts from, and the doors that are shut before it runs."""
