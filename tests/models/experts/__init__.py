"""One expert per family: finds the fault from what the tools print, and knows nothing else."""
