"""The models against recordings of a real kernel: same scenario, same measures, and how far apart they are."""
