"""What is summed up while the transfer goes on: means after the warm-up, and the peak of slow start."""

from __future__ import annotations

from math import nan

from inflight.figure.result import Result
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, Flow
from inflight.kernel.tcp.sender import Sender


class Samples:
    """Sums over the samples after the warm-up, and the window that slow start came to."""

    def __init__(self, warm: float) -> None:
        self._warm = warm
        self._n = 0
        self._cwnd = self._queue = self._srtt = 0.0
        self._start: tuple[float, int] | None = None
        self._end = (0.0, 0)
        self._rising = True
        self.peak = 0
        """The largest window of slow start."""
        self.peak_queue = 0
        self.empty = 0

    def take(self, now: float, cwnd: int, ssthresh: int, queue: int, sender: Sender) -> None:
        """One sample."""
        if self._rising:
            self._rising = ssthresh >= INFINITE_SSTHRESH
            if self._rising:
                self.peak = max(self.peak, cwnd)
            else:  # it has grown since the last sample: up to a loss, or to where HyStart ended it
                entered = sender.recovery.entered
                self.peak = max(self.peak, entered[0][2] if entered else ssthresh)
        if now < self._warm:
            return
        self._start = self._start or (now, sender.una)
        self._end = (now, sender.una)
        self._n += 1
        self._cwnd += cwnd
        self._queue += queue
        self._srtt += sender.rtt.srtt_us / 8000
        self.peak_queue = max(self.peak_queue, queue)
        self.empty += not queue

    def summarise(self, result: Result, flow: Flow, bell: Dumbbell) -> None:
        """Fill in the summary."""
        assert self._start is not None
        span = self._end[0] - self._start[0]
        goodput = (self._end[1] - self._start[1]) * 8e-6 / span if span else nan
        entered = [entry for entry in flow.sender.recovery.entered if entry[0] >= self._warm]
        period = (entered[-1][0] - entered[0][0]) / (len(entered) - 1) if len(entered) > 1 else nan
        at_loss = sum(entry[2] for entry in entered) / len(entered) if entered else nan
        result.figure("goodput", goodput)
        result.figure("mean_cwnd", self._cwnd / self._n)
        result.figure("mean_queue", self._queue / self._n)
        result.figure("mean_srtt", self._srtt / self._n)
        result.figure("slow_start_peak", self.peak)
        result.figure("cwnd_at_loss_mean", at_loss)
        result.figure("loss_period", period)
        result.figure("max_queue", self.peak_queue)
        result.figure("queue_empty", 100 * self.empty / self._n)
        result.figure("drops", bell.link.drops)
        if isinstance(bell.link, Device):
            result.figure("marked", bell.link.marks)
        result.figure("lost", bell.link.lost)
        result.figure("retransmissions", flow.sender.retransmissions)
        result.figure("timeouts", flow.sender.recovery.timeouts)
        result.figure("packets_sent", flow.sender.packets_sent)
