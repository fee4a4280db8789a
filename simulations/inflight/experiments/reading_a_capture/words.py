"""The sentence: how Wireshark does, and what the capture can't tell."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.experiments.reading_a_capture.truth import MISLEADING
from inflight.experiments.reading_a_capture.verdicts import Verdict

_SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def counted(count: int, what: str, more: str = "") -> str:
    """`one packet`, `12 packets`."""
    number = _SMALL[count] if count < len(_SMALL) else str(count)
    return f"{number} {what if count == 1 else more or what + 's'}"


def sentence(found: Sequence[Verdict], point: str, *, again: int, needless: int) -> str:
    """What is seen, in two sentences."""
    marked = sum(bool(each.remarks) for each in found)
    misled = sum(each.judged == MISLEADING for each in found)
    named = sum(each.is_named for each in found)
    if marked:
        verdict = f"and {counted(misled, 'mark misleads', 'marks mislead')}" if misled else "and no mark misleads"
        parts = [f"At the {point}, Wireshark marks {counted(marked, 'packet')}, {verdict}."]
    else:
        parts = [f"At the {point}, Wireshark has nothing to say."]
    if again:
        were = counted(again, "segment was", "segments were").capitalize()
        some = "needlessly" if needless == again else f"{counted(needless, 'of them', 'of them')} needlessly"
        called = counted(named, "packet") if named else "none of the packets"
        parts.append(f"{were} sent again{f', {some}' if needless else ''}; Wireshark calls {called} a retransmission.")
    return " ".join(parts)
