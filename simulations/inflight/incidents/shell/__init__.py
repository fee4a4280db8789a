"""A shell on the machines of an incident: it knows the commands of this world, pipes and filters, and nothing else.

`line.py` takes a typed line apart, `programs/` has the commands that print what a machine shows, `filters.py` those
that read from a pipe, and `session.py` runs a line.
"""
