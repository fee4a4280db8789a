"""In Flight's models: what Linux TCP does, small enough to run in a web page."""

__version__ = "0.1.0"
