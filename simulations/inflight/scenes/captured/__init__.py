"""What the scenes hear of a run, as a capture has it. Nothing is heard unless somebody wants it (`wanted.py`)."""
