"""What somebody has given and can mend."""


class BadInput(ValueError):
    """The message names the value and says what is allowed; it is meant for whoever gave it."""
