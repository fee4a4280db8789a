"""What is told of calls that are not answered: the events, and the sentence."""

from __future__ import annotations

from inflight.experiments.syn_retries.connecting import Attempt, ConnectPlan, Forged
from inflight.experiments.syn_retries.tables import gives_up, sent
from inflight.figure.result import Result
from inflight.figure.words import seconds, significant
from inflight.kernel.sockets.states import SYN_RECV


def tell_forged(result: Result, plan: ConnectPlan, shown: Forged) -> None:
    """The answers to a forged SYN, and what it has cost."""
    answers = sent(shown, "SA")
    _again(result, "SYN", sent(shown, "S"))
    _again(result, "SYN-ACK", answers)
    result.event(shown.over, "timeout", "The server forgets the SYN")
    result.sentence = (
        f"One forged SYN costs the server {len(answers)} SYN-ACKs and a place in its queue for "
        f"{significant(gives_up(plan))} s."
    )


def tell_attempt(result: Result, shown: Attempt, back: float) -> None:
    """The events of an attempt; `back`: when the server is back, s."""
    _again(result, "SYN", sent(shown, "S"))
    waits = [change.time for change in shown.server.log.states if change.state == SYN_RECV]
    if waits:
        result.event(waits[0] - shown.start, "state", "The server has a half-open connection")
    if back > 0 and back <= result["t"][-1]:
        result.event(back, "state", "The server is back")
    if shown.connected is not None:
        result.event(shown.connected, "state", "connect() returns")
    elif shown.over is not None:
        result.event(shown.over, "timeout", f"connect() fails: {shown.error}")
    result.events.sort(key=lambda event: event.t)


def _again(result: Result, name: str, times: list[float]) -> None:
    for number, time in enumerate(times[1:], 1):
        result.event(time, "retransmission", f"{name} again, retry {number}")


def sentence(plan: ConnectPlan, shown: Attempt, back: float, chance: float, soon: float) -> str:
    """What has come of the attempt, and of all such; chance, soon: to be connected at all, and within 3 s, %."""
    syns, answers, over = len(sent(shown, "S")), len(sent(shown, "SA")), gives_up(plan)
    again = "1 SYN" if syns == 1 else f"{syns} SYNs"
    if shown.connected is None:
        why = "the application gives up" if plan.patience and over == plan.patience else "connect() fails"
        first = f"{again} and no answer: {why} after {seconds(over)}"
    else:
        first = f"{again}, and connected after {seconds(shown.connected)}"
        if back > 0:
            first += f", {seconds(shown.connected - back)} after the server was back"
    if shown.connected is None and answers:
        first += f"; the server answered with {answers} SYN-ACKs"
    if not (plan.out or plan.back) or not chance:
        return first + "."
    nearly = "more than 99.99" if 99.995 <= chance < 100 else significant(chance, 4)
    return (
        f"{first}. Of all attempts like this, {significant(soon)}% are connected within 3 s, and {nearly}% "
        "before the timers give up."
    )
