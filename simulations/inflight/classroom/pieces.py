"""Code in its tokens, as far as it is Python at all."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Iterator

_WIDEST = 2000
"""Characters of a line that a person may have written. Python 3.11 takes the square of a line's length."""


def pieces(code: str) -> Iterator[tokenize.TokenInfo]:
    """Its tokens.

    Raises:
        ValueError: it is no Python; maybe not before some of them.
    """
    if max(map(len, code.split("\n"))) > _WIDEST:
        raise ValueError(f"a line of more than {_WIDEST} characters")
    try:
        yield from tokenize.generate_tokens(io.StringIO(code).readline)
    except (tokenize.TokenError, SyntaxError) as error:
        raise ValueError(str(error)) from None
