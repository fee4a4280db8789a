"""BBR version 1 in the kernel's integers: `tcp_bbr.c`, Cardwell et al., "BBR: Congestion-Based Congestion Control".

The path is described by two numbers, the largest delivery rate seen of late and the smallest RTT. Data are paced at
that rate, and about twice their product is the most that may be in flight. Loss changes little.
"""

from __future__ import annotations

from inflight.kernel.clock import HZ, jiffies
from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.congestion.minmax import WindowedMax
from inflight.kernel.congestion.states import LOSS, OPEN, RECOVERY
from inflight.kernel.constants import GSO_MAX_SIZE, INFINITE_SSTHRESH, INIT_CWND, MSS

BW_SCALE = 24
BW_UNIT = 1 << BW_SCALE  # bandwidth is in segments per µs, times this
UNIT = 256  # gains, ratios and thresholds are in 1/256

BW_ROUNDS = 10  # window of the bandwidth filter, round trips
MIN_RTT_WINDOW = 10 * HZ  # jiffies
PROBE_RTT_TIME = 200 * HZ // 1000  # jiffies
MIN_TSO_RATE = 1_200_000 // 8  # bytes/s: below it one segment at a time
PACING_SHIFT = 10

HIGH_GAIN = UNIT * 2885 // 1000 + 1  # 2/ln 2: doubles the rate in each round trip
DRAIN_GAIN = UNIT * 1000 // 2885
CWND_GAIN = UNIT * 2
CYCLE = (UNIT * 5 // 4, UNIT * 3 // 4, UNIT, UNIT, UNIT, UNIT, UNIT, UNIT)
CYCLE_RAND = 7
MIN_CWND = 4

FULL_BW_THRESHOLD = UNIT * 5 // 4
FULL_BW_ROUNDS = 3

LT_MIN_ROUNDS = 4  # a sampling interval of the long-term bandwidth, round trips
LT_MAX_ROUNDS = 48  # how long the estimate is used, round trips
LT_LOSS_THRESHOLD = 50  # lost per delivered, in 1/256: about 20%
LT_RATIO = UNIT // 8
LT_DIFF = 4000 // 8  # bytes/s

EXTRA_ACKED_ROUNDS = 5
EXTRA_ACKED_MAX_US = 100_000
ACK_EPOCH_MAX = 1 << 20

STARTUP, DRAIN, PROBE_BW, PROBE_RTT = range(4)
MODES = ("STARTUP", "DRAIN", "PROBE_BW", "PROBE_RTT")


def pacing_rate(bw: int, gain: int) -> int:
    """bytes/s at `gain` times `bw`, less a margin of 1% so that no queue builds (`bbr_rate_bytes_per_sec`)."""
    return ((bw * MSS * gain >> 8) * 990_000) >> BW_SCALE


class Bbr(CongestionControl):
    """A model of the path instead of a reaction to losses."""

    name = "bbr"
    title = "BBR"
    rate_samples = True
    rules_recovery = True
    sndbuf_factor = 3
    draws = True

    def init(self, srtt_us: int) -> None:
        """`bbr_init`."""
        rate = self.rate
        now = jiffies(rate.clock.now)
        self.ssthresh = INFINITE_SSTHRESH
        self.mode = STARTUP
        self._pacing_gain = self._cwnd_gain = HIGH_GAIN
        self._prior_cwnd = 0
        self._previous_state = OPEN
        self._packet_conservation = False
        self._idle_restart = False
        # rounds
        self._round = 0
        self._next_round_delivered = rate.board.delivered
        self._round_start = False
        # the model
        self._bw = WindowedMax(BW_ROUNDS)
        self._min_rtt_us = rate.rtt.min_rtt_us
        self._min_rtt_stamp = now
        self._probe_rtt_done_stamp = 0
        self._probe_rtt_round_done = False
        # is the pipe full?
        self._full_bw = 0
        self._full_bw_count = 0
        self._full_bw_reached = False
        # gain cycle
        self._cycle = 0
        self._cycle_us = 0
        # long-term bandwidth
        self._forget_lt_bw()
        # ACK aggregation
        self._ack_epoch_us = rate.now_us
        self._ack_epoch_acked = 0
        self._extra_acked = [0, 0]
        self._extra_acked_at = 0
        self._extra_acked_rounds = 0
        # first rate: the initial window per RTT (`bbr_init_pacing_rate_from_rtt`)
        rtt_us = max(srtt_us >> 3, 1)
        self._pace(pacing_rate(self.cwnd * BW_UNIT // rtt_us, HIGH_GAIN))

    # ---- what the connection reports -----------------------------------------------------------------------------

    def on_sent(self, now: float, idle: float) -> None:
        """After a pause for want of data go on at the estimated rate (`bbr_cwnd_event`, CA_EVENT_TX_START)."""
        rate = self.rate
        if not rate.app_limited:
            return
        self._idle_restart = True
        self._ack_epoch_us = rate.now_us
        self._ack_epoch_acked = 0
        if self.mode == PROBE_BW:
            self._set_pacing_rate(self._bandwidth(), UNIT)
        elif self.mode == PROBE_RTT:
            self._check_probe_rtt_done(jiffies(now))

    def on_ack(self, ack: AckSample) -> None:
        """`bbr_main`: the model first, then rate and window from it."""
        self._update_bw()
        self._update_ack_aggregation(ack.acked)
        if self.mode == PROBE_BW and self._phase_is_over():
            self._next_phase()
        self._check_full_bw()
        self._check_drain()
        self._update_min_rtt(ack)
        self._update_gains()
        bw = self._bandwidth()
        self._set_pacing_rate(bw, self._pacing_gain)
        self._set_cwnd(ack, bw)

    def on_loss(self, now: float) -> None:
        """The window is kept for later, the threshold stays: loss alone is no sign of a full pipe (`bbr_ssthresh`)."""
        self._save_cwnd()

    def on_rto(self, now: float, nxt: int) -> None:
        """`bbr_set_state`: the pipe may have changed."""
        self._previous_state = LOSS
        self._full_bw = 0
        self._round_start = True
        self._sample_lt_bw(losses=1, app_limited=False)

    def undo(self, prior_cwnd: int) -> None:
        """A loss was none; the window comes back by itself when recovery ends (`bbr_undo_cwnd`)."""
        self._full_bw = self._full_bw_count = 0
        self._forget_lt_bw()

    def min_tso_segs(self, rate: float) -> int:
        """Fewest segments in a burst at `rate` bytes/s (`bbr_min_tso_segs`)."""
        return 1 if rate < MIN_TSO_RATE else 2

    # ---- derived from the model ----------------------------------------------------------------------------------

    def _bandwidth(self) -> int:
        return self._lt_bw if self._lt_use_bw else self._bw.value

    def _bdp(self, bw: int, gain: int) -> int:
        """Segments that fill the pipe, times `gain`, rounded up (`bbr_bdp`)."""
        return ((bw * self._min_rtt_us * gain >> 8) + BW_UNIT - 1) >> BW_SCALE

    def _pace(self, rate: int) -> None:
        """Send at `rate` bytes/s, in bursts of about a millisecond (`bbr_tso_segs_goal`)."""
        self.pacing_rate = rate
        self._burst = min(max(min(rate >> PACING_SHIFT, GSO_MAX_SIZE) // MSS, self.min_tso_segs(rate)), 127)

    def _budget(self, cwnd: int) -> int:
        """Room for bursts in the sender, the NIC and the receiver (`bbr_quantization_budget`)."""
        cwnd = (cwnd + 3 * self._burst + 1) & ~1  # even: delayed ACKs come for every second segment
        return cwnd + 2 if self.mode == PROBE_BW and self._cycle == 0 else cwnd

    def _inflight(self, bw: int, gain: int) -> int:
        return self._budget(self._bdp(bw, gain))

    def _in_net_at_departure(self, in_flight: int) -> int:
        """Segments still in the network when pacing lets the next one go (`bbr_packets_in_net_at_edt`)."""
        delivered = self._bandwidth() * self.rate.ahead_us >> BW_SCALE
        if self._pacing_gain > UNIT:
            in_flight += self._burst
        return max(in_flight - delivered, 0)

    # ---- bandwidth -----------------------------------------------------------------------------------------------

    def _update_bw(self) -> None:
        """`bbr_update_bw`."""
        rate = self.rate
        self._round_start = False
        if rate.delivered < 0 or rate.interval_us <= 0:
            return
        if rate.prior_delivered >= self._next_round_delivered:
            self._next_round_delivered = rate.board.delivered
            self._round += 1
            self._round_start = True
            self._packet_conservation = False
        self._sample_lt_bw(rate.losses, rate.is_app_limited)
        bw = rate.delivered * BW_UNIT // rate.interval_us
        if not rate.is_app_limited or bw >= self._bw.value:
            self._bw.add(self._round, bw)

    def _check_full_bw(self) -> None:
        """Three rounds without a quarter more: the pipe is full (`bbr_check_full_bw_reached`)."""
        if self._full_bw_reached or not self._round_start or self.rate.is_app_limited:
            return
        bw = self._bw.value
        if bw >= self._full_bw * FULL_BW_THRESHOLD >> 8:
            self._full_bw = bw
            self._full_bw_count = 0
            return
        self._full_bw_count += 1
        self._full_bw_reached = self._full_bw_count >= FULL_BW_ROUNDS

    def _set_pacing_rate(self, bw: int, gain: int) -> None:
        """In STARTUP the rate never falls (`bbr_set_pacing_rate`)."""
        rate = pacing_rate(bw, gain)
        now = self.pacing_rate
        if rate != now and (self._full_bw_reached or now is None or rate > now):
            self._pace(rate)

    # ---- long-term bandwidth: is there a policer? -------------------------------------------------------------------

    def _forget_lt_bw(self) -> None:
        """`bbr_reset_lt_bw_sampling`."""
        self._lt_bw = 0
        self._lt_use_bw = False
        self._lt_sampling = False
        self._start_lt_interval()

    def _start_lt_interval(self) -> None:
        rate = self.rate
        self._lt_stamp_ms = rate.delivered_us // 1000
        self._lt_delivered = rate.board.delivered
        self._lt_lost = rate.board.lost
        self._lt_rounds = 0

    def _sample_lt_bw(self, losses: int, app_limited: bool) -> None:
        """Delivery between two moments of loss, if much is lost all the time (`bbr_lt_bw_sampling`)."""
        if self._lt_use_bw:
            if self.mode == PROBE_BW and self._round_start:
                self._lt_rounds += 1
                if self._lt_rounds >= LT_MAX_ROUNDS:
                    self._forget_lt_bw()
                    self._probe_bandwidth()
            return
        if not self._lt_sampling:
            if not losses:
                return
            self._start_lt_interval()
            self._lt_sampling = True
        if app_limited:
            self._forget_lt_bw()
            return
        if self._round_start:
            self._lt_rounds += 1
        if self._lt_rounds < LT_MIN_ROUNDS:
            return
        if self._lt_rounds > 4 * LT_MIN_ROUNDS:
            self._forget_lt_bw()
            return
        if not losses:
            return
        rate = self.rate
        lost = rate.board.lost - self._lt_lost
        delivered = rate.board.delivered - self._lt_delivered
        if not delivered or lost << 8 < LT_LOSS_THRESHOLD * delivered:
            return
        ms = rate.delivered_us // 1000 - self._lt_stamp_ms
        if ms >= 1:
            self._end_lt_interval(delivered * BW_UNIT // (ms * 1000))

    def _end_lt_interval(self, bw: int) -> None:
        """Two intervals with nearly the same bandwidth: a policer (`bbr_lt_bw_interval_done`)."""
        if self._lt_bw:
            difference = abs(bw - self._lt_bw)
            if difference * UNIT <= LT_RATIO * self._lt_bw or pacing_rate(difference, UNIT) <= LT_DIFF:
                self._lt_bw = (bw + self._lt_bw) >> 1
                self._lt_use_bw = True
                self._pacing_gain = UNIT
                self._lt_rounds = 0
                return
        self._lt_bw = bw
        self._start_lt_interval()

    # ---- ACK aggregation -----------------------------------------------------------------------------------------

    def _update_ack_aggregation(self, acked: int) -> None:
        """How much more than the bandwidth explains comes in bunches (`bbr_update_ack_aggregation`)."""
        rate = self.rate
        if acked <= 0 or rate.delivered < 0 or rate.interval_us <= 0:
            return
        if self._round_start:
            self._extra_acked_rounds += 1
            if self._extra_acked_rounds >= EXTRA_ACKED_ROUNDS:
                self._extra_acked_rounds = 0
                self._extra_acked_at ^= 1
                self._extra_acked[self._extra_acked_at] = 0
        expected = self._bandwidth() * (rate.delivered_us - self._ack_epoch_us) >> BW_SCALE
        if self._ack_epoch_acked <= expected or self._ack_epoch_acked + acked >= ACK_EPOCH_MAX:
            self._ack_epoch_acked = 0
            self._ack_epoch_us = rate.delivered_us
            expected = 0
        self._ack_epoch_acked += acked
        extra = self._ack_epoch_acked - expected
        if extra > self.cwnd:
            extra = self.cwnd
        if extra > self._extra_acked[self._extra_acked_at]:
            self._extra_acked[self._extra_acked_at] = extra

    def _aggregation(self, bw: int) -> int:
        """Segments allowed for it (`bbr_ack_aggregation_cwnd`)."""
        if not self._full_bw_reached:
            return 0
        extra, other = self._extra_acked
        return min(extra if extra > other else other, bw * EXTRA_ACKED_MAX_US >> BW_SCALE)

    # ---- phases --------------------------------------------------------------------------------------------------

    def _phase_is_over(self) -> bool:
        """`bbr_is_next_cycle_phase`."""
        rate = self.rate
        full_length = rate.delivered_us - self._cycle_us > self._min_rtt_us
        gain = self._pacing_gain
        if gain == UNIT:
            return full_length
        in_net = self._in_net_at_departure(rate.prior_in_flight)
        bw = self._bw.value
        if gain > UNIT:  # until the extra data is in flight, or a queue is full
            return full_length and (rate.losses > 0 or in_net >= self._inflight(bw, gain))
        return full_length or in_net <= self._inflight(bw, UNIT)

    def _next_phase(self) -> None:
        self._cycle = (self._cycle + 1) & 7
        self._cycle_us = self.rate.delivered_us

    def _probe_bandwidth(self) -> None:
        """Begin the cycle anywhere but in its draining phase (`bbr_reset_probe_bw_mode`)."""
        self.mode = PROBE_BW
        self._cycle = len(CYCLE) - 1 - self.rng.randrange(CYCLE_RAND)
        self._next_phase()

    def _check_drain(self) -> None:
        """`bbr_check_drain`."""
        if self.mode == STARTUP and self._full_bw_reached:
            self.mode = DRAIN
            self.ssthresh = self._inflight(self._bw.value, UNIT)
        if self.mode == DRAIN:
            in_net = self._in_net_at_departure(self.rate.board.in_flight)
            if in_net <= self._inflight(self._bw.value, UNIT):
                self._probe_bandwidth()

    def _update_min_rtt(self, ack: AckSample) -> None:
        """Without a new minimum for 10 s, drain the queue for 200 ms and look again (`bbr_update_min_rtt`)."""
        rate = self.rate
        now = jiffies(ack.now)
        expired = now - self._min_rtt_stamp > MIN_RTT_WINDOW
        rtt_us = ack.rtt_us
        if rtt_us is not None and (rtt_us < self._min_rtt_us or (expired and not rate.maybe_delayed)):
            self._min_rtt_us = rtt_us
            self._min_rtt_stamp = now
        if expired and not self._idle_restart and self.mode != PROBE_RTT:
            self.mode = PROBE_RTT
            self._save_cwnd()
            self._probe_rtt_done_stamp = 0
        if self.mode == PROBE_RTT:
            rate.limit()  # so few segments say nothing about the bandwidth
            if not self._probe_rtt_done_stamp:
                if rate.board.in_flight <= MIN_CWND:
                    self._probe_rtt_done_stamp = now + PROBE_RTT_TIME
                    self._probe_rtt_round_done = False
                    self._next_round_delivered = rate.board.delivered
            else:
                self._probe_rtt_round_done |= self._round_start
                if self._probe_rtt_round_done:
                    self._check_probe_rtt_done(now)
        if rate.delivered > 0:
            self._idle_restart = False

    def _check_probe_rtt_done(self, now: int) -> None:
        """`now` in jiffies (`bbr_check_probe_rtt_done`)."""
        if not self._probe_rtt_done_stamp or now <= self._probe_rtt_done_stamp:
            return
        self._min_rtt_stamp = now
        self.cwnd = max(self.cwnd, self._prior_cwnd)
        if self._full_bw_reached:
            self._probe_bandwidth()
        else:
            self.mode = STARTUP

    def _update_gains(self) -> None:
        mode = self.mode
        if mode == PROBE_BW:
            self._pacing_gain = UNIT if self._lt_use_bw else CYCLE[self._cycle]
            self._cwnd_gain = CWND_GAIN
        elif mode == PROBE_RTT:
            self._pacing_gain = self._cwnd_gain = UNIT
        else:
            self._pacing_gain = HIGH_GAIN if mode == STARTUP else DRAIN_GAIN
            self._cwnd_gain = HIGH_GAIN

    # ---- window --------------------------------------------------------------------------------------------------

    def _save_cwnd(self) -> None:
        """`bbr_save_cwnd`."""
        if self._previous_state < RECOVERY and self.mode != PROBE_RTT:
            self._prior_cwnd = self.cwnd
        else:
            self._prior_cwnd = max(self._prior_cwnd, self.cwnd)

    def _set_cwnd(self, ack: AckSample, bw: int) -> None:
        """`bbr_set_cwnd`."""
        acked = ack.acked
        calm = ack.state == self._previous_state and not (self._packet_conservation or self.rate.losses)
        if acked and (calm or not self._conserve_packets(ack)):
            cwnd = self.cwnd
            target = self._budget(self._bdp(bw, self._cwnd_gain) + self._aggregation(bw))
            if self._full_bw_reached:
                cwnd += acked
                if cwnd > target:
                    cwnd = target
            elif cwnd < target or ack.delivered < INIT_CWND - 1:  # the kernel counts the SYN as well
                cwnd += acked
            self.cwnd = cwnd if cwnd > MIN_CWND else MIN_CWND
        if self.mode == PROBE_RTT:
            self.cwnd = min(self.cwnd, MIN_CWND)

    def _conserve_packets(self, ack: AckSample) -> bool:
        """In the first round of recovery one segment leaves for each delivered; true if that sets the window.

        `bbr_set_cwnd_to_recover_or_restore`.
        """
        previous, state = self._previous_state, ack.state
        cwnd = self.cwnd
        losses = self.rate.losses
        if losses > 0:
            cwnd = max(cwnd - losses, 1)
        if state == RECOVERY and previous != RECOVERY:
            self._packet_conservation = True
            self._next_round_delivered = ack.delivered
            cwnd = ack.in_flight + ack.acked
        elif previous >= RECOVERY and state < RECOVERY:
            cwnd = max(cwnd, self._prior_cwnd)
            self._packet_conservation = False
        self._previous_state = state
        self.cwnd = max(cwnd, ack.in_flight + ack.acked) if self._packet_conservation else cwnd
        return self._packet_conservation
