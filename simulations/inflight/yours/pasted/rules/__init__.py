"""What is remarkable in an output: a table of rules for each tool."""
