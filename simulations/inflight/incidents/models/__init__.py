"""What a family's cases are run with: the models of the figures, put together as two machines and the way between."""
