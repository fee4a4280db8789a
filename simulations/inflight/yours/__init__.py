"""What can be said of a reader's own connection: captures and pasted output of tools."""
