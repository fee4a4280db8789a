"""What has come of a crowd, in a sentence or two."""

from __future__ import annotations

from inflight.experiments.listen_queues.crowd import Crowd
from inflight.experiments.listen_queues.parameters import ListenQueuesParameters
from inflight.figure.words import seconds, times


def sentence(
    p: ListenQueuesParameters, crowd: Crowd, slow: int, connected: int, unknown: int, errors: int, given_up: int
) -> str:
    """How full it was, and what that came to; the numbers are clients."""
    listener, overflows = crowd.listener, crowd.server.counters["ListenOverflows"]
    came = len(crowd.clients)
    if overflows:
        told = f"The accept queue has {listener.seats} seats and overflows {times(overflows)}."
    else:
        told = f"The accept queue has {listener.seats} seats, at most {listener.most_waiting} are taken; no overflow."
    if slow:
        told += f" Of {came} clients {slow} {'hangs' if slow == 1 else 'hang'} in connect() for a second or more"
    else:
        told += f" All {came} clients connect" if connected == came else f" Of {came} clients {connected} connect"
    if unknown:
        believe, whom = ("believes that it is", "it") if unknown == 1 else ("believe that they are", "them")
        told += f", and {unknown} {believe} connected although the server has no socket for {whom}"
    told += "."
    if errors:
        told += f" {errors} get{'s' if errors == 1 else ''} an error."
    if given_up:
        told += f" {given_up} give{'s' if given_up == 1 else ''} up after {seconds(p.timeout)}."
    unanswered = sum(1 for client in crowd.clients if client.waits)
    if unanswered:
        told += f" {unanswered} still {'waits' if unanswered == 1 else 'wait'} after {seconds(p.duration)}."
    return told
