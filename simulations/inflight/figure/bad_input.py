"""What somebody has given and can fix."""


class BadInput(ValueError):
    """The message names the value and says what is allowed; it is meant for the person who gave it."""
