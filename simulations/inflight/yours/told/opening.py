"""The handshake, field by field."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from inflight.yours.connection.connection import Connection
from inflight.yours.connection.options import Options
from inflight.yours.told.sizes import size, span

if TYPE_CHECKING:
    from inflight.yours import shapes

_UNSEEN = "not seen"


def opening(connection: Connection) -> list[shapes.OpeningField]:
    """Every field with both ends' values and what it means here; empty if the capture has no SYN."""
    ends = connection.opening.offered
    if ends == [None, None]:
        return []
    offered = [each for each in ends if each is not None]
    whole = len(offered) == 2
    return [
        _segments(connection),
        _field("MSS", ends, "mss", "The largest payload each end accepts in a segment, in bytes, options included."),
        _window(connection),
        _field("Window scale", ends, "scale", _scaling(ends), "tcp_window_scaling"),
        _field(
            "SACK",
            ends,
            "sack",
            "On: lost segments are named one by one."
            if whole and all(each.sack for each in offered)
            else "Off unless both offer it: a loss is only seen as duplicate ACKs.",
            "tcp_sack",
        ),
        _field(
            "Timestamps",
            ends,
            "stamped",
            "On: round trips can be measured on every segment."
            if whole and all(each.stamped for each in offered)
            else "Off unless both offer it.",
            "tcp_timestamps",
        ),
        *(
            _field(name, ends, pick, meaning, entry)
            for name, pick, meaning, entry in (
                (
                    "Fast Open",
                    "fast_open",
                    "A cookie is asked for or shown: data may come with the SYN.",
                    "tcp_fastopen",
                ),
                ("Multipath TCP", "multipath", "Offered; used if both do.", ""),
            )
            if any(getattr(each, pick) for each in offered)
        ),
    ]


def _field(name: str, ends: list[Options | None], pick: str, meaning: str, entry: str = "") -> shapes.OpeningField:
    client, server = (_UNSEEN if each is None else _said(getattr(each, pick)) for each in ends)
    return {"name": name, "client": client, "server": server, "meaning": meaning, "entry": entry}


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "no" if value is None else f"{value:,}"


def _segments(connection: Connection) -> shapes.OpeningField:
    opened = connection.opening
    if not opened.answers:
        meaning = "The SYN was never answered."
    elif opened.syns and opened.established < inf:
        meaning = f"Open after {span(opened.established - opened.syns[0])}."
    else:
        meaning = "The handshake isn’t whole in this capture."
    client, server = (f"{len(each)} × {name}" for each, name in ((opened.syns, "SYN"), (opened.answers, "SYN-ACK")))
    return {"name": "Sent", "client": client, "server": server, "meaning": meaning, "entry": "tcp_syn_retries"}


def _window(connection: Connection) -> shapes.OpeningField:
    client, server = (
        _UNSEEN if each is None else size(window)
        for each, window in zip(connection.opening.offered, connection.opening.windows, strict=True)
    )
    meaning = "What each end can take at first; never scaled in a SYN."
    return {"name": "Window", "client": client, "server": server, "meaning": meaning, "entry": "tcp_rmem"}


def _scaling(ends: list[Options | None]) -> str:
    client, server = (None if each is None else each.scale for each in ends)
    if client is None or server is None:
        return "Off unless both offer it: no window can be larger than 65,535 B."
    return f"Later windows are multiplied by {1 << client:,} (the client’s) and {1 << server:,} (the server’s)."
