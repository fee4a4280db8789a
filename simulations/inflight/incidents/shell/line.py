"""A typed line: one command, and the filters that its output goes through."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence

from inflight.figure.bad_input import BadInput

LONGEST = 500
"""Characters of a line."""

_ELSEWHERE = {
    ">": "there is no file to write to",
    "<": "there is no file to read from",
    ";": "type one command after the other",
    "&": "nothing runs in the background here",
    "&&": "type one command after the other",
    "||": "type one command after the other",
    ">>": "there is no file to write to",
    "$(": "only | is known",
    "`": "only | is known",
}


class ShellError(BadInput):
    """What a shell or a program says when it can’t do what was typed."""


def pipeline(line: str) -> list[list[str]]:
    """The words of each command, in the order in which the output goes through them; an empty line has none.

    Raises:
        ShellError: quotes don't match, or the line asks for more of a shell than this one has.

    >>> pipeline("ss -tan | grep -c 'TIME-WAIT'")
    [['ss', '-tan'], ['grep', '-c', 'TIME-WAIT']]
    """
    if len(line) > LONGEST:
        raise ShellError(f"bash: a line of {len(line)} characters; at most {LONGEST}")
    commands: list[list[str]] = [[]]
    for word in _words(line):
        if word == "|":
            commands.append([])
        elif word in _ELSEWHERE or word.startswith(("$(", "`")):
            known = word if word in _ELSEWHERE else word[:2] if word.startswith("$(") else "`"
            raise ShellError(f"bash: {known}: {_ELSEWHERE[known]}")
        else:
            commands[-1].append(word)
    if commands == [[]]:
        return []
    if not all(commands):
        raise ShellError("bash: syntax error near unexpected token `|'")
    return [_as_user(words) for words in commands]


_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*\"""")


def _words(line: str) -> Sequence[str]:
    r"""As in bash, a backslash between double quotes also saves a $ and a backtick; `shlex` doesn't know that.

    >>> _words('awk "{print \\$1}"')
    ['awk', '{print $1}']
    """
    line = _QUOTED.sub(lambda found: re.sub(r"\\([$`])", r"\1", found[0]) if found[0][0] == '"' else found[0], line)
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        return list(lexer)
    except ValueError:
        raise ShellError("bash: unexpected EOF while looking for matching quote") from None


def _as_user(words: list[str]) -> list[str]:
    """Everybody is root here."""
    return words[1:] if words[0] == "sudo" and len(words) > 1 else words
