"""A connection that is closed, in words: what happened when, the numbers, and the sentence."""

from __future__ import annotations

from math import nan

from inflight.experiments.four_way_close.tables import GONE, Stay, closing_stays
from inflight.experiments.four_way_close.teardown import CLIENT, SERVER, SIDES, Closing
from inflight.figure.result import Result
from inflight.figure.words import seconds, times
from inflight.scenes import socket_tables as tables


def note(result: Result, run: Closing, found: list[Stay]) -> None:
    """Events: what programs did, what was lost, who was given up."""
    events = [(said.time - run.begin, said.kind, said.text) for said in run.said]
    for passage in run.network.passages:
        if passage.arrived != passage.arrived:
            what = tables.label_of(passage.segment, passage.segment.seq, passage.segment.ack)
            events.append((passage.sent - run.begin, "loss", f"{what} is lost"))
    for stay in found:
        if stay.ended in ("timeout", "tcp_fin_timeout"):
            events.append((stay.end, "rto", f"{SIDES[stay.side]}: {stay.state} ends, {stay.ended}"))
    for event in sorted(events, key=lambda event: event[0]):
        result.event(*event)


def summarise(result: Result, run: Closing, found: list[Stay]) -> None:
    """The summary, and a clause for each side."""
    counted = [host.counters for host in run.hosts]
    for side, name in enumerate(SIDES):
        gone = next((stay.start for stay in found if stay.side == side and stay.state == GONE), nan)
        result.figure(f"{name}_gone", gone)
    for state in ("FIN_WAIT1", "FIN_WAIT2", "TIME_WAIT", "CLOSE_WAIT", "LAST_ACK"):
        lasting = [stay.lasted for stay in found if stay.state == state]
        result.figure(state.lower(), max(lasting, default=nan))
    fins = sum(passage.segment.fin for passage in run.network.passages)
    resets = sum(passage.segment.rst for passage in run.network.passages)
    result.figure("fins", fins)
    result.figure("resets", resets)
    result.figure("retransmissions", sum(each["TcpRetransSegs"] for each in counted))
    result.figure("probes", sum(each["TCPWinProbe"] for each in counted))
    clauses = [_say(run, side, [stay for stay in found if stay.side == side]) for side in (CLIENT, SERVER)]
    text = "; ".join(clauses)
    result.sentence = f"{text[0].upper()}{text[1:]}."


def _say(run: Closing, side: int, found: list[Stay]) -> str:
    """What becomes of one side, in a clause."""
    name = f"the {SIDES[side]}"
    last = found[-1]
    ends = closing_stays(found)
    if last.state != GONE:
        why = {
            "ESTABLISHED": " and never finds out",
            "FIN_WAIT2": " and waits for a FIN, without a limit",
            "FIN_WAIT1": " and probes the closed window, without a limit",
            "CLOSE_WAIT": " until its program closes it",
        }.get(last.state, "")
        return f"{name} stays in {last.state}{why}"
    if not ends:
        return f"{name} is gone {_after(last.start)}, with a reset"
    longest = max(ends, key=lambda stay: stay.lasted)
    state, lasted = longest.state, seconds(longest.lasted)
    match longest.ended:
        case "timeout" if _probed(run):
            probes = times(run.hosts[side].counters["TCPWinProbe"])
            return f"{name} probes the closed window {probes} in {lasted} and gives up in {state}"
        case "timeout":
            return f"{name} sends its FIN {times(_sent(run, side))} in {lasted} and gives up in {state}"
        case "tcp_fin_timeout":
            return f"{name} waits {lasted} in {state}, until tcp_fin_timeout ends it"
        case "RST":
            return f"{name} is reset in {state}, {_after(last.start)}"
        case "RST sent":
            return f"{name} resets the connection in {state}, {_after(last.start)}"
        case "data, RST sent":
            return f"{name}, an orphan in {state}, answers data with a reset {_after(last.start)}"
    if state == "TIME_WAIT":
        return f"{name} is in {state} for {lasted}"
    return f"{name} is gone {_after(last.start)} and spent {lasted} of that in {state}"


def _after(time: float) -> str:
    return f"after {seconds(time)}" if time > 0 else "at once"


def _probed(run: Closing) -> bool:
    return any(host.counters["TCPWinProbe"] for host in run.hosts)


def _sent(run: Closing, side: int) -> int:
    here = run.hosts[side].address
    return sum(passage.segment.fin for passage in run.network.passages if passage.segment.source.host == here)
