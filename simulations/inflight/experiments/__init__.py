"""One module per experiment; being in this folder is what puts it into the catalogue."""
