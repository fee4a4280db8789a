"""A paste as the page asks about it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from inflight.figure.slices import part
from inflight.yours.pasted.differences import Difference, differences
from inflight.yours.pasted.field import Field, Line
from inflight.yours.pasted.recognise import Pasted, left_out, steps
from inflight.yours.pasted.remarks import remarks

if TYPE_CHECKING:
    from inflight.yours.pasted import shapes

MOST_LINES, MOST_FIELDS = 400, 1000
"""Of an output, shown: a page with more buttons is slow, and nobody reads them."""


def pasted(text: str) -> Generator[float, None, shapes.PastedText]:
    """What a paste says: the answer to the page's question. Yields how much of it is read."""
    blocks = yield from part(steps(text), 0.0, 0.9)
    changes = differences(blocks)
    return {
        "remarks": [
            {
                "weight": each.weight,
                "text": each.text,
                "see": each.see,
                "source": each.source,
                "tool": each.tool,
                "item": each.item,
                "line": each.line,
                "column": each.column,
            }
            for each in remarks(blocks, changes)
        ],
        "differences": [_difference(each) for each in changes if each.changes],
        "still": sum(not each.changes for each in changes),
        "blocks": [_block(each) for each in blocks],
        "left_out": left_out(text),
    }


def _difference(change: Difference) -> shapes.PastedDifference:
    return {
        "tool": change.tool,
        "item": change.second.name,
        "lines": (change.first.line, change.second.line),
        "seconds": change.seconds,
        "changes": [
            {
                "name": each.name,
                "before": each.before,
                "after": each.after,
                "unit": "segments" if each.name == "retrans" else each.unit,
                "about": each.about,
            }
            for each in change.changes
        ],
    }


def _block(block: Pasted) -> shapes.PastedBlock:
    fields: dict[int, list[Field]] = {}
    for item in block.items:
        for field in item:
            fields.setdefault(field.line, []).append(field)
    unread = {line.number for line in block.unread}
    read = [line for line in block.lines if line.number not in unread and line.text.strip()]
    shown: list[shapes.PastedLine] = []
    room = MOST_FIELDS
    for line in read[:MOST_LINES]:
        if room > 0:
            shown.append(_line(line, fields.get(line.number, [])[:room]))
            room -= len(shown[-1]["fields"])
    return {
        "tool": block.tool,
        "command": block.command,
        "first": block.lines[0].number,
        "last": block.lines[-1].number,
        "lines": shown,
        "more": len(read) - len(shown),
        "fields": sum(len(each) for each in fields.values()),
        "unread": _unread(block.unread),
    }


def _line(line: Line, fields: list[Field]) -> shapes.PastedLine:
    return {
        "number": line.number,
        "text": line.text,
        "fields": [
            {
                "name": each.name,
                "value": each.value,
                "number": each.number,
                "unit": each.unit,
                "column": each.column,
                "width": each.width,
                "about": each.about,
                "known": each.known,
            }
            for each in sorted(fields, key=lambda field: field.column)
        ],
    }


def _unread(lines: list[Line]) -> list[shapes.PastedUnread]:
    """Those that follow each other are one quotation."""
    quoted: list[shapes.PastedUnread] = []
    for _, run in groupby(enumerate(lines), key=lambda each: each[1].number - each[0]):
        together = [line for _, line in run]
        text = "\n".join(line.text for line in together)
        quoted.append({"first": together[0].number, "last": together[-1].number, "text": text})
    return quoted


PASTED: Mapping[str, Callable[..., Generator[float, None, Any]]] = {"pasted": pasted}
"""What the page may ask, by name."""
