"""Columns as `ss` lays them out in a pipe: as wide as their longest entry, with addresses aligned at the colon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inflight.incidents.scene import Listening, SsSocket

HEAD = ("State", "Recv-Q", "Send-Q", "Local Address:", "Port", "Peer Address:", "Port", "Process")
_LEAST = (0, 6, 6, 0, 0, 0, 0, 0)
"""Widths of the columns; the queues are at least as wide as their names, even without a head."""

_LEFT = "{:<{}} {:<{}} {:<{}} {:>{}}{:<{}} {:>{}}{:<{}}{:<{}}"


@dataclass(frozen=True)
class Row:
    """A socket: its state, queues and ends, what -p and -o say, and lines that -i and -m put below it."""

    state: str
    recv_q: int
    send_q: int
    here: str
    peer: str
    process: str = ""
    details: str = ""

    @property
    def cells(self) -> tuple[str, ...]:
        """The entry of each column; an address keeps its colon, and the last column begins with a blank."""
        ends = [part for address in (self.here, self.peer) for part in _split(address)]
        return (self.state, str(self.recv_q), str(self.send_q), *ends, f" {self.process}" if self.process else "")


def row(each: SsSocket, details: str, *, process: bool, timer: bool) -> Row:
    """The row of a socket that doesn't listen. process, timer: whether they were asked for."""
    asked = (each.process if process else "", f"timer:({each.timer})" if timer and each.timer else "")
    words = " ".join(filter(None, asked))
    return Row(each.state, each.recv_q, each.send_q, each.here, each.peer, words, details)


def listener(each: Listening) -> Row:
    """The row of one that does."""
    anybody = "[::]:*" if each.here.startswith("[") else "0.0.0.0:*"
    return Row("LISTEN", each.recv_q, each.send_q, each.here, anybody, each.process)


def table(
    rows: Sequence[Row], kinds: Sequence[str] = (), *, with_state: bool = True, with_head: bool = True
) -> list[str]:
    """The head and a text for each row (misc/ss.c: `render_calc_width`), without the blanks that end a line.

    kinds: `tcp` or `udp` for each row, if both were asked for.
    """
    heads = ["Netid", *kinds]
    first = max(map(len, heads)) + 1
    cells = [*[HEAD] * with_head, *(each.cells for each in rows)]
    widths = [max(least, *map(len, column)) for least, *column in zip(_LEAST, *cells, strict=True)]
    texts = []
    for number, line in enumerate(cells, 0 if with_head else 1):
        pairs = [part for cell in zip(line, widths, strict=True) for part in cell]
        text = (heads[number].ljust(first) if kinds else "") + _LEFT.format(*pairs).rstrip()
        below = rows[number - 1].details if number else ""
        texts.append((text if with_state else text[widths[0] + 1 :]) + (f"\n\t {below}" if below else ""))
    return texts


def _split(address: str) -> tuple[str, str]:
    host, _, port = address.rpartition(":")
    return f"{host}:", port
