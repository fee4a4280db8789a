"""What `visits` has seen, as rows, figures and words: what a SYN carried, who counted it, and what it saved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inflight.experiments.fast_open.visits import Visit, Visits
from inflight.figure.result import Column, Result, Table
from inflight.figure.words import significant, times
from inflight.kernel.sockets.segment import Address
from inflight.scenes import socket_tables as tables
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import offer

SIDES = ("client", "server")
COUNTERS = {
    "active": (0, "TCPFastOpenActive"),
    "active_fail": (0, "TCPFastOpenActiveFail"),
    "passive": (1, "TCPFastOpenPassive"),
    "passive_fail": (1, "TCPFastOpenPassiveFail"),
    "cookie_reqd": (1, "TCPFastOpenCookieReqd"),
    "alt_key": (1, "TCPFastOpenPassiveAltKey"),
}
"""Columns: the side that counts, and the kernel's name."""

_PLAIN, _ASKED, _FETCHED, _TAKEN, _RENEWED, _REFUSED, _AGAIN, _NEVER = range(8)
WHAT = (
    "a plain SYN",
    "the SYN asks for a cookie and gets none",
    "the SYN asks for a cookie and gets one",
    "the server takes the data in the SYN",
    "the server takes the data in the SYN and sends a new cookie",
    "the server refuses the data in the SYN, and the client sends them again",
    "the SYN gets no answer, and the client sends another without data",
    "no connection",
)
SHORT = (
    "plain SYN",
    "no cookie",
    "first cookie",
    "data taken",
    "data taken, new cookie",
    "data refused",
    "SYN lost",
    "no connection",
)
"""The same in a word or two, for a table."""


class Seen:
    """One visit as it is watched. rows: the result that gets a row for each of its moments."""

    def __init__(self, visits: Visits, rows: Result | None) -> None:
        self._visits, self._rows = visits, rows
        self.words = ["none"]
        self._before = self._now()
        self._cookie = self._kept()
        visits.watch = self.look

    def _now(self) -> dict[str, int]:
        hosts = (self._visits.client, self._visits.server)
        counted = {name: hosts[side].counters[long] for name, (side, long) in COUNTERS.items()}
        return {**counted, "again": hosts[0].counters["TcpRetransSegs"]}

    def _kept(self) -> str:
        return "".join(cookie.hex() for cookie in self._visits.client.fastopen_cookies.values())

    def look(self, visit: Visit) -> None:
        """Something has happened."""
        rows = self._rows
        if rows is None:
            return
        now = self._visits.clock.now
        setup = self._visits.setup
        if now >= visit.closed and setup.server_closes and visit.number not in setup.copied:
            return  # the client's close(), half a second later, is no part of the story
        counted = self._now()
        cookie = self._kept()
        if cookie and cookie not in self.words:
            self.words.append(cookie)
        executed = sum(each.executed for each in self._visits.done)
        rows.append(
            now - visit.start,
            visit.received,
            executed,
            bool(cookie),
            self.words.index(cookie or "none"),
            *(counted[name] for name in COUNTERS),
        )

    def over(self) -> None:
        """The visit is over: what it was is known."""
        after, visit = self._now(), self._visits.done[-1]
        self.visit = visit
        counted = {name: after[name] - self._before[name] for name in after}
        self.number = visit.number
        self.carried, self.executed = visit.carried, visit.executed
        self.first_byte = _ms(visit.first_byte - visit.start)
        self.sent_again = counted["again"]
        self.cookie_came = self._kept() != self._cookie
        syns = [
            each.segment
            for each in self._visits.network.passages
            if each.segment.source == visit.socket.here and each.segment.syn
        ]
        asked = bool(syns) and syns[0].options is not None and syns[0].options.cookie is not None
        if visit.first_byte != visit.first_byte:
            self.what = _NEVER
        elif visit.socket.transmitter.total_rto:
            self.what = _AGAIN
        elif counted["active_fail"]:
            self.what = _REFUSED
        elif counted["active"]:
            self.what = _RENEWED if self.cookie_came else _TAKEN
        elif asked:
            self.what = _FETCHED if self.cookie_came else _ASKED
        else:
            self.what = _PLAIN


def _ms(seconds: float) -> float:
    """In ms, without what binary fractions leave."""
    return round(1000 * seconds, 6)


def by_visit(seen: Sequence[Seen]) -> Table:
    """A row for each visit."""
    names = [f"visit {each.number}" for each in seen]
    table = Table(
        [
            Column("visit", "", "which visit", "sequence", words=names),
            Column("first_byte", "ms", "until the first byte of the answer", "time"),
            Column("carried", "B", "in its first SYN", "sequence"),
            Column("executed", "", "how often the server acted on its request", "queue"),
            Column("what", "", "what became of the SYN", "sequence", words=SHORT),
        ]
    )
    for row, each in enumerate(seen):
        table.append(row, each.first_byte, each.carried, each.executed, each.what)
    return table


def say(result: Result, seen: Sequence[Seen], shown: int, plain: Visit) -> None:
    """Figures, events and the sentence."""
    one = seen[shown - 1]
    without = _ms(plain.first_byte - plain.start)
    executed = sum(each.executed for each in seen)
    result.figure("first_byte", one.first_byte)
    result.figure("without", without)
    result.figure("saved", without - one.first_byte)
    result.figure("first_visit", seen[0].first_byte)
    result.figure("last_visit", seen[-1].first_byte)
    result.figure("in_syn", one.carried)
    result.figure("visits", len(seen))
    result.figure("executed", executed)
    visit = one.visit
    for time, kind, text in sorted(visit.notes, key=lambda note: note[0]):
        result.event(time - visit.start, kind, text)
    result.sentence = _sentence(seen, one, without)


def _sentence(seen: Sequence[Seen], one: Seen, without: float) -> str:
    if one.what == _NEVER:
        return f"Visit {one.number} gets no answer."
    parts = [f"Visit {one.number}: {WHAT[one.what]}."]
    parts.append(f"The first byte of the answer comes after {significant(one.first_byte, 4)} ms.")
    gain = without - one.first_byte
    if abs(gain) < 1e-3 * without:
        parts.append("That is no faster than without Fast Open.")
    else:
        parts.append(
            f"That is {significant(abs(gain), 4)} ms {'sooner' if gain > 0 else 'later'} than without Fast Open."
        )
    if one.executed > 1:
        parts.append(f"The server acts on its request {times(one.executed)}.")
    if len(seen) > 1:
        bytes_at = ", ".join(significant(each.first_byte, 4) for each in seen)
        parts.append(f"All visits: {bytes_at} ms.")
    return " ".join(parts)


def _name_cookies(segments: Table) -> None:
    """The option in the SYNs is the story, so it is named beside their arrows, not only in the line of tcpdump."""
    label, detail = segments.columns[3:5]
    words: list[str] = []
    for row, (name, line) in enumerate(zip(label.values, detail.values, strict=True)):
        said, option = label.words[int(name)], detail.words[int(line)]
        if "tfo cookie" in option:
            said += ", cookie?" if "tfo cookiereq" in option else ", cookie"
        if said not in words:
            words.append(said)
        label.values[row] = words.index(said)
    label.words = words


def draw(result: Result, visits: Visits, visit: Visit) -> None:
    """What the ladder and the states draw of the visit shown."""
    here, peer, start = visit.socket.here, visit.socket.peer, visit.start
    offer(captured_network(visits.network, dict(zip(SIDES, (here.host, peer.host), strict=True))))
    until = start + (result["t"][-1] if len(result) else 0.0)
    passages = [each for each in visits.network.passages if start <= each.sent <= until]
    ours = [each for each in passages if here in (each.segment.source, each.segment.target)]
    ours.sort(key=lambda each: each.sent)
    segments = tables.ladder(ours, SIDES, (here.host, peer.host), start)
    for column in segments.columns:  # numbers of an earlier connection wrap below this one's first
        column.words = [re.sub(r"-\d+", lambda found: str(int(found[0]) % 2**32), word) for word in column.words]
    _name_cookies(segments)
    result.tables["segments"] = segments

    def side_of(host: str, port: int, other: Address) -> int | None:
        ends = ((here.host, here.port, peer), (peer.host, peer.port, here))
        return ends.index((host, port, other)) if (host, port, other) in ends else None

    logs = (visit.client.log, visits.server.log)
    result.tables["states"] = tables.states(logs, SIDES, side_of, until, start)
    result.tables["timers"] = tables.timers(logs, SIDES, side_of, start)
