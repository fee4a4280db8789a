"""What a figure shows of a connection that is closed: its states with their causes, `ss` over time, who hangs where."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

from inflight.experiments.four_way_close.teardown import CLIENT, SERVER, SIDES, Closing, Glance
from inflight.figure.result import Column, Result, Table

GONE = "CLOSED"
AS_DRAWN = "–"
"""A step of the RFC's figure, by what the figure says."""

SAMPLES = 240

_SS = {
    "ESTABLISHED": "ESTAB",
    "SYN_SENT": "SYN-SENT",
    "SYN_RECV": "SYN-RECV",
    "FIN_WAIT1": "FIN-WAIT-1",
    "FIN_WAIT2": "FIN-WAIT-2",
    "CLOSING": "CLOSING",
    "TIME_WAIT": "TIME-WAIT",
    "CLOSE_WAIT": "CLOSE-WAIT",
    "LAST_ACK": "LAST-ACK",
    "LISTEN": "LISTEN",
    "CLOSE": "UNCONN",
}
"""The states as `ss` prints them."""

BEFORE = ("LISTEN", "SYN_SENT", "SYN_RECV", "ESTABLISHED")


@dataclass
class Stay:
    """A side in a state. Times in s since the first close(); end NaN: it is still there. why: how it got there."""

    side: int
    state: str
    start: float
    end: float
    orphan: bool
    why: str
    ended: str = ""

    @property
    def lasted(self) -> float:
        """S."""
        return self.end - self.start


def stays(run: Closing) -> list[Stay]:
    """All states of both sides, in order; those that lasted no time are left out."""
    found: list[Stay] = []
    for side in (CLIENT, SERVER):
        own = [Stay(side, "LISTEN", _first(run) - run.begin, nan, False, AS_DRAWN)] if side == SERVER else []
        for change in run.hosts[side].log.states:
            time = change.time - run.begin
            before = own[-1].state if own else "CLOSE"
            why = _cause(run, side, change.time, before, change.state)
            if own:
                own[-1].end = time
                own[-1].ended = why
                if own[-1].lasted <= 0:
                    own.pop()
            own.append(Stay(side, GONE if change.state == "CLOSE" else change.state, time, nan, change.orphan, why))
        found += own
    return found


def _first(run: Closing) -> float:
    return run.hosts[CLIENT].log.states[0].time


def _cause(run: Closing, side: int, time: float, before: str, state: str) -> str:
    """What led to `state` at `time`, if it was not what the RFC's figure says."""
    if state != "CLOSE":
        return AS_DRAWN
    here = run.hosts[side].address
    came = [p.segment for p in run.network.passages if p.arrived == time and p.segment.target.host == here]
    if any(segment.rst for segment in came):
        return "RST"
    if came:
        return AS_DRAWN if before == "LAST_ACK" else "data, RST sent"
    if any(said.time == time and said.side == side and said.kind == "call" for said in run.said):
        return "RST sent"
    return {"TIME_WAIT": AS_DRAWN, "FIN_WAIT2": "tcp_fin_timeout"}.get(before, "timeout")


def shown_until(run: Closing, found: list[Stay]) -> float:
    """Where the picture ends, s: when all is over and a while after that, so that it is seen what goes on."""
    if run.endless:
        return run.clock.now - run.begin
    moments = [stay.start for stay in found] + [said.time - run.begin for said in run.said]
    return max(1.3 * max(moments), 5 * run.setting.rtt)


def lead(run: Closing) -> float:
    """Where the picture begins, s: shortly before the first close()."""
    return -1.25 * run.setting.rtt


def states_table(found: list[Stay], until: float, since: float | None = None) -> Table:
    """States between `since` (None: from the very first) and `until`, for the views States, Ladder and Machine.

    What lasts beyond the picture has no end: nobody is to read its length there.
    """
    rows = sorted(
        (stay for stay in found if stay.start < until and (since is None or not stay.end <= since)),
        key=lambda stay: (stay.start, stay.side),
    )
    states = list(dict.fromkeys(stay.state for stay in rows))
    whys = list(dict.fromkeys(stay.why for stay in rows))
    table = Table(
        [
            Column("start", "s", "from", "time"),
            Column("end", "s", "to", "time"),
            Column("side", "", "who", "time", words=SIDES),
            Column("state", "", "state", "sequence", words=states),
            Column("why", "", "what led to it", "time", words=whys),
        ]
    )
    for stay in rows:
        end = stay.end if stay.end < until else nan
        start = stay.start if since is None else max(stay.start, since)
        table.append(start, end, stay.side, states.index(stay.state), whys.index(stay.why))
    return table


def limit_of(stay: Stay) -> str:
    """The knob that bounds it."""
    match stay.state:
        case "FIN_WAIT1" | "CLOSING" | "LAST_ACK":
            return "tcp_orphan_retries" if stay.orphan else "tcp_retries2"
        case "FIN_WAIT2":
            return "tcp_fin_timeout" if stay.orphan else "none"
        case "TIME_WAIT":
            return "none: 60 s"
        case "CLOSE_WAIT":
            return "none but close()"
    return "keepalive, if on"


def closing_stays(found: list[Stay]) -> list[Stay]:
    """Those of the end of the connection; of a side that never learns of it, ESTABLISHED."""
    ends = [stay for stay in found if stay.state not in (*BEFORE, GONE)]
    unaware = [stay for stay in found if stay.state == "ESTABLISHED" and stay.end != stay.end]
    return sorted([*ends, *unaware], key=lambda stay: (stay.side, stay.start))


def waits_table(found: list[Stay]) -> Table:
    """A row for each state of the closing: who, how long, which knob, how it ended."""
    rows = closing_stays(found)
    states = list(dict.fromkeys(stay.state for stay in rows)) or [GONE]
    limits = list(dict.fromkeys(limit_of(stay) for stay in rows)) or [AS_DRAWN]
    ends = list(dict.fromkeys(_end(stay) for stay in rows)) or [AS_DRAWN]
    table = Table(
        [
            Column("side", "", "who", "time", words=SIDES),
            Column("state", "", "state", "sequence", words=states),
            Column("since", "s", "when it began, after the first close()", "time"),
            Column("lasted", "s", "how long; –: it is still in it", "rto"),
            Column("limit", "", "what limits it", "time", words=limits),
            Column("ended_by", "", "what ended it", "time", words=ends),
        ]
    )
    for stay in rows:
        row = (stay.start, stay.lasted, limits.index(limit_of(stay)), ends.index(_end(stay)))
        table.append(stay.side, states.index(stay.state), *row)
    return table


def _end(stay: Stay) -> str:
    if stay.end != stay.end:
        return "nothing: still there"
    if stay.ended != AS_DRAWN:
        return stay.ended
    return {
        "FIN_WAIT1": "ACK or FIN",
        "FIN_WAIT2": "FIN",
        "CLOSING": "ACK of FIN",
        "TIME_WAIT": "its time",
        "CLOSE_WAIT": "close()",
        "LAST_ACK": "ACK of FIN",
    }.get(stay.state, AS_DRAWN)


# What ss prints


def ss_timer(glance: Glance, now: float) -> str:
    """The timer as `ss -o` prints it (`misc/ss.c:print_ms_timer`)."""
    if not glance.timer:
        return " "
    ms = max(0, round(1000 * (glance.due - now)))
    seconds, ms = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    text = ""
    if minutes:
        ms = 0
        text = f"{minutes}min"
        seconds = 0 if minutes > 9 else seconds
    if seconds:
        ms = 0 if seconds > 9 else ms
        text += f"{seconds}{'.' if ms else 'sec'}"
    if ms:
        text += f"{ms:03}ms"
    return f"timer:({glance.timer},{text},{glance.tries})"


def fill(result: Result, run: Closing, until: float) -> None:
    """Rows at all events, and at even steps between them."""
    first = lead(run)
    moments = {glance.time - run.begin for glance in run.glances if glance.time - run.begin >= first}
    moments |= {first + (until - first) * step / SAMPLES for step in range(SAMPLES + 1)}
    glances = [[each for each in run.glances if each.side == side] for side in (CLIENT, SERVER)]
    places = [0, 0]
    vocabularies: dict[str, dict[str, int]] = {column.name: {} for column in result.columns}
    for t in sorted(moment for moment in moments if moment <= until):
        row: list[float] = [t]
        for side in (CLIENT, SERVER):
            own = glances[side]
            while places[side] + 1 < len(own) and own[places[side] + 1].time - run.begin <= t:
                places[side] += 1
            glance = own[places[side]]
            words = (_SS[glance.state], ss_timer(glance, run.begin + t))
            state, timer = (
                vocabularies[f"{SIDES[side]}_{name}"].setdefault(word, len(vocabularies[f"{SIDES[side]}_{name}"]))
                for name, word in zip(("state", "timer"), words, strict=True)
            )
            there = glance.state not in ("CLOSE", "LISTEN")
            row += [float(there), state, glance.recv_q, glance.send_q, timer]
        result.append(*row)
    for column in result.columns:
        if vocabularies[column.name]:
            column.words = list(vocabularies[column.name])
