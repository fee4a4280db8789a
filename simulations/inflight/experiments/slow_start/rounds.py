"""Round by round: how many segments leave between one ACK and the next that tells of something newer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import nan

from inflight.figure.result import Column, Table
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.tcp.ack import Ack

ROUNDS = 40  # rows of the table, at most


class RoundCounter:
    """Counts what leaves in a round: until the first ACK of something that was sent after the round began."""

    def __init__(self, flow: Flow) -> None:
        self._flow, self._since, self._before = flow, 0.0, 0
        self.sent: list[int] = []
        self.peak = 0
        """The largest window in slow start."""
        flow.back.receive = self._on_ack

    def _on_ack(self, ack: Ack) -> None:
        sender = self._flow.sender
        if sender.congestion.ssthresh >= INFINITE_SSTHRESH:
            self.peak = max(self.peak, sender.congestion.cwnd)
        sent = sender.packets_sent
        sender.on_ack(ack)
        if sender.board.rack_sent >= self._since:
            self._end(sent)
            self._since = sender.clock.now

    def end(self) -> None:
        """The transfer is over, and with it the last round."""
        self._end(self._flow.sender.packets_sent)

    def _end(self, sent: int) -> None:
        if sent > self._before:
            self.sent.append(sent - self._before)
            self._before = sent

    def table(self, times: Sequence[float]) -> Table:
        """The first rounds, what left in each, and when. `times`: of each packet sent, s, as far as they are known."""
        names = [f"round {number}" for number in range(1, min(len(self.sent), ROUNDS) + 1)]
        table = Table(
            [
                Column("round", "", "from the first ACK of one to the first ACK of the next", "time", words=names),
                Column("segments", "segments", "segments sent", "cwnd"),
                Column("since", "s", "the first of them leaves", "time"),
                Column("until", "s", "the last of them leaves", "time"),
            ]
        )
        for number, (sent, so_far) in enumerate(zip(self.sent[:ROUNDS], accumulate(self.sent), strict=False)):
            first, last = so_far - sent, so_far - 1
            known = last < len(times)
            table.append(number, sent, times[first] if known else nan, times[last] if known else nan)
        return table
