"""Letters that aren't what they look like: invisible ones, and words from several alphabets.

After the Unicode standard's security mechanisms (UTS #39, "Mixed-Script Detection"); Python knows no scripts, so a
letter's is the first word of its name, and those that are written together (Japanese, Korean) are one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_HIDDEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible although they are letters, marks or signs (Default_Ignorable_Code_Point, and the empty Braille)."""

_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "GEORGIAN", "LISU", "HEBREW"})
"""Alphabets with letters that look like another's."""


def odd(text: str) -> str:
    """What is odd about a text, in words; "" if nothing is."""
    said = []
    if hidden := sorted({letter for letter in text if _is_hidden(letter)}):
        said.append("invisible letters (" + _codes(hidden) + ")")
    mixed = next((word for word in re.findall(r"[^\W\d_]+", text) if len(_scripts(word)) > 1), "")
    if mixed:
        names = sorted(_scripts(mixed))
        rare = [letter for letter in mixed if _script(letter) not in ("LATIN", "")] if "LATIN" in names else mixed
        said.append(f"a word from several alphabets ({', '.join(name.title() for name in names)}: {_codes(rare)})")
    return " and ".join(said)


def _is_hidden(letter: str) -> bool:
    return letter in _HIDDEN or (letter != "\ufeff" and unicodedata.category(letter) == "Cf") or _is_variation(letter)


def _is_variation(letter: str) -> bool:
    return "\U000e0100" <= letter <= "\U000e01ef"


def _scripts(word: str) -> set[str]:
    return {script for letter in word if (script := _script(letter))}


def _script(letter: str) -> str:
    """`LATIN`; "" for a letter without an alphabet that could be taken for another."""
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first if first in _ALPHABETS else ""


def _codes(letters: Iterable[str]) -> str:
    found = list(dict.fromkeys(letters))
    more = ", …" if len(found) > 3 else ""
    return ", ".join(f"U+{ord(letter):04X}" for letter in found[:3]) + more
