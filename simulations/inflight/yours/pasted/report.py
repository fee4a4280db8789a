"""What a paste says, for a terminal: what is remarkable first, then everything."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from inflight.yours.pasted.differences import Difference, differences
from inflight.yours.pasted.field import Field
from inflight.yours.pasted.number import count, things
from inflight.yours.pasted.recognise import Pasted, recognise
from inflight.yours.pasted.remarks import remarks

WIDTH = 100
_WEIGHT = {3: "!!", 2: " !", 1: "  "}


def report(text: str) -> str:
    """The paste explained, in lines of at most 100 columns. What nobody can read is quoted in full."""
    found = recognise(text)
    changes = differences(found.blocks)
    lines = [*_remarkable(found.blocks, changes)]
    for change in changes:
        if change.changes:
            lines += _change(change)
    still = sum(not change.changes for change in changes)
    if still:
        lines += ["", f"{things(still, 'thing was', 'things were')} seen twice without a change."]
    for block in found.blocks:
        lines += _block(block)
    if found.left_out:
        lines += ["", *_wrapped(f"The last {things(found.left_out, 'line')} were not read: the paste is too long.")]
    return "\n".join(lines) + "\n"


def _remarkable(blocks: list[Pasted], changes: list[Difference]) -> Iterator[str]:
    if not any(block.items for block in blocks):
        yield from _wrapped(
            "No output was recognised. What can be read are ss, nstat, netstat -s, tc -s, ethtool, ip, sysctl and "
            "tcpdump, and /proc/net/snmp, netstat, softnet_stat and sockstat."
        )
        return
    found = remarks(blocks, changes)
    if not found:
        yield "Nothing is remarkable."
        return
    yield "Remarkable"
    for each in found:
        yield ""
        yield from _wrapped(each.text, first=f"{_WEIGHT[each.weight]} ", then="   ")
        which = f", {each.item}" if each.tool == "ss" else ""
        where = f"line {each.line}, {each.tool}{which}; read {each.see}; source {each.source}"
        yield from _wrapped(where, first="   ", then="   ")


def _change(change: Difference) -> Iterator[str]:
    yield ""
    between = "" if change.seconds is None else f", {change.seconds:g} s apart"
    yield from _wrapped(f"{change.second.name}: lines {change.first.line} and {change.second.line}{between}")
    for each in change.changes:
        unit = each.unit if each.name != "retrans" else "segments"
        yield from _wrapped(
            f"{each.name:<22} {count(each.before)} → {count(each.after)}, +{count(each.grown)} {unit}".rstrip(), "  "
        )


def _block(block: Pasted) -> Iterator[str]:
    yield ""
    name = block.tool or "Not recognised"
    last = block.lines[-1].number
    where = f"lines {block.lines[0].number} to {last}" if len(block.lines) > 1 else f"line {last}"
    command = f": {block.command}" if block.command else ""
    yield from _wrapped(f"{name}, {where}{command}")
    for item in block.items:
        yield from _wrapped(item.name, "  ")
        for field in item:
            yield from _field(field)
    if block.unread:
        yield "  Not understood:"
        for line in block.unread:
            yield from _quoted(line.text)


def _field(field: Field) -> Iterator[str]:
    named = f"{field.name:<26} {field.value}"
    unit = f" ({field.unit})" if field.unit and field.value else ""
    # counters and settings have entries under their own names
    about = f"  [{field.about}]" if field.about and not field.about.startswith(("counter:", "knob:")) else ""
    unknown = "" if field.known else "  unknown to this reader"
    yield from _wrapped(f"{named}{unit}{about}{unknown}".rstrip(), "    ", "      ")


def _wrapped(text: str, first: str = "", then: str = "  ") -> list[str]:
    if len(first) + len(text) <= WIDTH:
        return [first + text]
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=then, break_on_hyphens=False)


def _quoted(text: str) -> Iterator[str]:
    """In full: a long line is cut into pieces that end in a backslash."""
    room = WIDTH - 5
    for start in range(0, len(text), room):
        yield f"    {text[start : start + room]}" + ("\\" if start + room < len(text) else "")
