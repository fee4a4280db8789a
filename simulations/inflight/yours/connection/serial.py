"""Numbers that wrap at 2³², unwrapped: RFC 1982, RFC 9293 §3.4."""

_HALF, _MASK = 1 << 31, (1 << 32) - 1


def near(number: int, known: int) -> int:
    """The number that has these 32 bits and is nearest to `known`.

    >>> near(5, (1 << 32) - 3) - (1 << 32)
    5
    """
    return known + ((number - known + _HALF) & _MASK) - _HALF
