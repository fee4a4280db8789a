"""The code of a session: the graded paths of a proctored assignment are drawn with it, and it is told at the start.

`7K3M-9QXA-2F`: eight letters from the teacher's secret, so that nobody can make one up in advance, and two from these
and the assignment, so that typos are noticed. A link contains nothing to test a guess against.
"""

from __future__ import annotations

from inflight.classroom.crockford import letters
from inflight.classroom.form import shown
from inflight.classroom.question import digest
from inflight.figure.bad_input import BadInput

DRAWN, CHECK = 8, 2
"""Letters: 40 bits from the secret, 10 against typos."""

_MISTAKEN = str.maketrans("OIL", "011")


class CodeError(BadInput):
    """A code that opens nothing here; the message says why."""


def code_of(secret: str, fingerprint: str, session: str) -> str:
    """The code of a session."""
    drawn = letters(digest("code", secret, fingerprint, session), DRAWN)
    return f"{drawn[:4]}-{drawn[4:]}-{_check(fingerprint, drawn)}"


def read_code(fingerprint: str, text: str) -> str:
    """A code as typed, in its plain form: case, spaces and hyphens don't count, O is 0, and I and L are 1.

    Raises:
        CodeError: it isn't a code, or belongs to another assignment.
    """
    plain = "".join(letter for letter in text.upper().translate(_MISTAKEN) if letter not in " -\u2010\u2011\u2013")
    if len(plain) != DRAWN + CHECK:
        raise CodeError(
            f"code = {shown(text)}: it has {len(plain)} letters and digits; a code has {DRAWN + CHECK},"
            " such as 7K3M-9QXA-2F"
        )
    drawn, check = plain[:DRAWN], plain[DRAWN:]
    if check != _check(fingerprint, drawn):
        raise CodeError(f"code = {shown(text)}: it is mistyped, or belongs to another assignment")
    return f"{drawn[:4]}-{drawn[4:]}-{check}"


def _check(fingerprint: str, drawn: str) -> str:
    return letters(digest("check", fingerprint, drawn), CHECK)
