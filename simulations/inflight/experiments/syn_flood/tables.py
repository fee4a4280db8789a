"""Tables of a flood: what became of each honest client, and what a cookie keeps of its SYN."""

from __future__ import annotations

from inflight.experiments.syn_flood.flood import Visitor, Visitors
from inflight.experiments.syn_flood.parameters import SynFloodParameters
from inflight.figure.result import Column, Table
from inflight.figure.words import amount, significant, times
from inflight.kernel.clock import Clock
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import SynOptions
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network

WINDOW = 65535
"""Bytes: the most that 16 bits can say, before it is scaled."""


def connects(visitors: list[Visitor]) -> Table:
    """A row for each client that was served: when it came, and after how long it had its answer, s."""
    table = Table([Column("came", "s", "came", "time"), Column("took", "s", "until it was served", "rtt")])
    for visitor in visitors:
        if visitor.served == visitor.served:
            table.append(visitor.came, visitor.served - visitor.came)
    return table


def remembered(p: SynFloodParameters, server: SynOptions) -> tuple[Table, SynOptions]:
    """What a client asks for and what the server knows of it afterwards, without a cookie and with one; and the latter.

    Both are those of a handshake with a server of these `server` options.
    """
    asked = SynOptions(mss=p.mss, timestamps=p.timestamps)
    plain, cookie = (_shaken(asked, server, syncookies) for syncookies in (0, 2))
    rows = [
        ("MSS", *(f"{each.mss} B" for each in (asked, plain, cookie))),
        ("Window scaling", *(_shift(each) for each in (asked, plain, cookie))),
        ("SACK", *(_yes(each.sack) for each in (asked, plain, cookie))),
        ("Timestamps", *(_yes(each.timestamps) for each in (asked, plain, cookie))),
        ("Window, at most", *(amount(_window(each)) for each in (asked, plain, cookie))),
        ("Mbit/s, at most", *(significant(_window(each) * 8 / p.rtt / 1000) for each in (asked, plain, cookie))),
        ("SYN-ACK sent again", "–", times(p.synack_retries), times(0)),
        ("Kept meanwhile", "–", "a request", "nothing"),
    ]
    names = ("option", "asked_for", "with_request", "with_cookie")
    meanings = ("what it is about", "what the client’s SYN says", "known after a request", "known after a cookie")
    words = [tuple(dict.fromkeys(row[place] for row in rows)) for place in range(len(names))]
    table = Table(
        [
            Column(name, "", meaning, "time", words=known)
            for name, meaning, known in zip(names, meanings, words, strict=True)
        ]
    )
    for row in rows:
        table.append(*(known.index(cell) for known, cell in zip(words, row, strict=True)))
    return table, cookie


def _shaken(asked: SynOptions, server: SynOptions, syncookies: int) -> SynOptions:
    """What a server knows of a client after their handshake."""
    clock, log = Clock(), Log(keep=False)
    network = Network(clock, keep=False)
    there = Host(network, "10.2.0.2", Sysctls(tcp_syncookies=syncookies), options=server, log=log)
    here = Host(network, "10.1.0.2", options=asked, log=log)
    network.join(here.address, there.address, out=0.01, back=0.01)
    listener = there.listen(80, 1)
    clock.now = 1.0  # a timestamp that holds options lies a little back, and none lies before 0
    Visitors(here, listener.address, first=1.0, every=1.0, count=1)
    for _ in clock.run(2.0):
        pass
    child = listener.accept()
    assert child is not None, "a handshake without losses"
    return child.options


def _shift(options: SynOptions) -> str:
    return "no" if options.wscale is None else f"× {1 << options.wscale}"


def _yes(there: bool) -> str:
    return "yes" if there else "no"


def _window(options: SynOptions) -> int:
    return WINDOW << (options.wscale or 0)
