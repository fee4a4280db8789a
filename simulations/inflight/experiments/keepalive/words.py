"""A silent peer in words: the numbers of the summary, the events, and the sentence."""

from __future__ import annotations

from math import nan

from inflight.experiments.keepalive.silence import LIVES, NOBODY, PeerSilence, SilencePlan
from inflight.figure.result import Result
from inflight.figure.words import significant
from inflight.kernel.sockets.states import ESTABLISHED
from inflight.kernel.sockets.transmit import model_timeout


def lasting(seconds: float) -> str:
    """A time as people say it: 0.02 s, 25.4 s, 16 min, 2 h 11 min."""
    if seconds < 120:
        return f"{significant(seconds)} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    if hours < 2:
        return f"{significant(seconds / 60)} min"
    return f"{hours} h" + (f" {rest} min" if rest else "")


def origin(plan: SilencePlan) -> float:
    """From when on there is something to be learned, s."""
    return plan.write_after if plan.how == LIVES else plan.dies


def say(result: Result, silence: PeerSilence) -> None:
    """Figures, events and the sentence."""
    plan, told = silence.plan, silence.told[0]
    counters = silence.here.counters
    since = told.time - origin(plan) if told else nan
    known = silence.kernel_knows - origin(plan)
    result.figure("told", round(since, 6))
    result.figure("known", round(known, 6))
    asked = plan.idle + plan.probes * plan.interval if plan.keepalive != NOBODY else nan
    result.figure("keepalive", asked)
    result.figure("documented", model_timeout(plan.retries2))
    result.figure("probes", counters["TCPKeepAlive"])
    result.figure("again", counters["TcpRetransSegs"])
    peer = silence.told[1]
    result.figure("peer", round(peer.time - origin(plan), 6) if peer else nan)
    result.events = sorted(silence.notes, key=lambda event: event.t)
    result.sentence = _sentence(silence, since, known)


def _sentence(silence: PeerSilence, since: float, known: float) -> str:
    plan, told = silence.plan, silence.told[0]
    parts = []
    if told:
        parts.append(f"Your program finds out after {lasting(since)}: {told.call}.")
        if known < since - 1e-3:
            parts.append(f"Its kernel knew {lasting(since - known)} earlier.")
    elif known == known:
        parts.append(f"Your kernel knows after {lasting(known)}, but your program doesn’t ask.")
    elif plan.how == LIVES:
        parts.append(f"In {lasting(plan.horizon)} nothing goes wrong.")
    else:
        state = silence.sock.state if silence.sock.state != ESTABLISHED else "ESTAB"
        parts.append(f"Your program finds out nothing in {lasting(plan.horizon)}. The connection stays in {state}.")
    sent, again = silence.here.counters["TCPKeepAlive"], silence.here.counters["TcpRetransSegs"]
    if sent:
        parts.append(f"Keepalive sent {sent} probe{'s' * (sent > 1)}.")
    if again:
        parts.append(f"{again} segment{'s were' if again > 1 else ' was'} sent again.")
    left_over = told and not silence.peer_gone and not silence.told[1] and silence.child.state == ESTABLISHED
    if left_over:
        parts.append("The peer still has an open connection and knows nothing.")
    return " ".join(parts)
