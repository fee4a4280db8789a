"""Code as tokens, as far as it is Python at all: the same in every Python from 3.11 on."""

from __future__ import annotations

import io
import keyword
import tokenize
from collections.abc import Iterator

_WIDEST = 2000
"""The longest line that a person may have written. Python 3.11's time grows with the square of a line's length."""

# Since Python 3.12, a text with values in it is many tokens.
_BEGIN = {getattr(tokenize, name, None) for name in ("FSTRING_START", "TSTRING_START")} - {None}
_END = {getattr(tokenize, name, None) for name in ("FSTRING_END", "TSTRING_END")} - {None}


def pieces(code: str) -> Iterator[tokenize.TokenInfo]:
    """Its tokens; a text is one, whatever is in it.

    Raises:
        ValueError: it isn't Python; perhaps only after some of them.
    """
    lines = code.split("\n")
    if max(map(len, lines)) > _WIDEST:
        raise ValueError(f"a line of more than {_WIDEST} characters")
    depth, began = 0, (1, 0)
    try:
        for token in tokenize.generate_tokens(io.StringIO(code).readline):
            if token.type == tokenize.ERRORTOKEN or token.string in ("$", "?", "!", "`"):  # not Python
                raise ValueError(f"line {token.start[0]} isn’t Python")
            if token.type in _BEGIN:
                began = began if depth else token.start
                depth += 1
            if not depth:
                yield token
            if token.type in _END:
                depth -= 1
                if not depth:
                    text = _between(lines, began, token.end)
                    yield tokenize.TokenInfo(tokenize.STRING, text, began, token.end, token.line)
    except (tokenize.TokenError, SyntaxError) as error:
        raise ValueError(str(error)) from None


_WHITE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}


def outline(code: str) -> tuple[str, ...]:
    """What is left of code without comments and layout, with each name replaced by the place where it first appeared.

    >>> outline("a = b  # so") == outline("x = y")
    True
    """
    names: dict[str, str] = {}
    try:
        return tuple(
            names.setdefault(each.string, str(len(names)))
            if each.type == tokenize.NAME and not keyword.iskeyword(each.string)
            else each.string
            for each in pieces(code)
            if each.type not in _WHITE
        )
    except ValueError:
        return (code,)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    """The text from one row and column to another; rows count from 1."""
    rows = lines[start[0] - 1 : end[0]]
    rows[-1] = rows[-1][: end[1]]
    rows[0] = rows[0][start[1] :]
    return "\n".join(rows)
