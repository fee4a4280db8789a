"""What counts of a run: who got and lost how much, once it has settled."""

from __future__ import annotations

from inflight.experiments.fair_queueing.flow_backlog import Tally
from inflight.kernel.tcp.sender import Sender


class Settled:
    """Of each flow, the uploads before the call, from the first sample on."""

    def __init__(self, tally: Tally, senders: list[Sender]) -> None:
        self._tally, self.senders = tally, senders
        self._acked = [0] * len(senders)
        self._dropped = [0] * len(tally.dropped)
        self._queued = [0] * len(tally.queued)
        self._samples = 0

    def sample(self) -> None:
        """Look at the queue."""
        if not self._samples:
            self._acked = [sender.una for sender in self.senders]
            self._dropped = list(self._tally.dropped)
        self._samples += 1
        for n, count in enumerate(self._tally.queued):
            self._queued[n] += count

    def goodputs(self, span: float) -> list[float]:
        """Of the uploads, over `span` s, Mbit/s."""
        return [(sender.una - was) * 8e-6 / span for sender, was in zip(self.senders, self._acked, strict=True)]

    def drops(self) -> list[int]:
        """Packets."""
        return [now - was for now, was in zip(self._tally.dropped, self._dropped, strict=True)]

    def mean_queues(self) -> list[float]:
        """Packets of each that wait."""
        return [count / max(self._samples, 1) for count in self._queued]

    def mean_queue(self) -> float:
        """Packets of all that wait."""
        return sum(self._queued) / max(self._samples, 1)
