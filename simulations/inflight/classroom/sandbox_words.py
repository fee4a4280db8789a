"""What is said about code that could not be run to its end; a page says the same (`src/runtime/once.ts`)."""

MEMORY = "MemoryError"
"""Python says this itself if it can; this is for when it no longer can."""

BROKEN = "Python crashed while running your code."

NO_RESULT = "What your code sent back isn’t a result."


def silent(seconds: float) -> str:
    """It hangs in one call."""
    return f"Your code didn’t return within {seconds:g} seconds. Is there an endless loop?"


def slow(seconds: float) -> str:
    """It is alive, and goes on and on."""
    return f"Your code was still running after {seconds:g} seconds and was stopped."
