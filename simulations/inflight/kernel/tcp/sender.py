"""The sending side of a connection: what an ACK changes. `tcp_input.c:tcp_ack`."""

from __future__ import annotations

from inflight.kernel.congestion.base import AckSample
from inflight.kernel.congestion.states import CWR, OPEN, RECOVERY
from inflight.kernel.constants import MSS, REORDERING
from inflight.kernel.tcp.ack import Ack
from inflight.kernel.tcp.output import Output
from inflight.kernel.tcp.segment import DataSegment
from inflight.kernel.tcp.undo import milliseconds

Sacked = tuple[bool, bool, int | None, int | None]
"""Something was SACKed; an original that was thought lost; RTT of the newest and of the oldest segment, µs."""
NOTHING_SACKED: Sacked = (False, False, None, None)


class Sender(Output):
    """Takes ACKs, keeps the scoreboard and the RTT, asks the algorithm for the window, and sends on."""

    __slots__ = ()

    def lock(self) -> None:
        """A process begins a call (`lock_sock`): ACKs wait in the backlog until it is done."""
        self.owned = True

    def release(self) -> None:
        """The call is over, or sleeps: what has come meanwhile is dealt with (`release_sock`)."""
        self.owned = False
        if self.backlog:
            waiting, self.backlog = self.backlog, []
            for ack in waiting:
                self.on_ack(ack)
        if self._deferred:
            self._deferred = False
            self._send_on()

    def run(self) -> None:
        """The process has the CPU."""
        if self.one_cpu:
            self.one_cpu.begin()

    def sleep(self) -> None:
        """The process leaves the CPU to others."""
        if self.one_cpu:
            self.one_cpu.end()

    def on_ack(self, ack: Ack) -> None:
        """An ACK arrives."""
        if self.owned:
            self.backlog.append(ack)
            return
        una = ack.ack
        if self.aborted or (una < self.una and not ack.sacks):
            return
        now = self.clock.now
        board, recovery, rtt, rate = self.board, self.recovery, self.rtt, self._rate
        prior_una, prior_end = self.una, self.window_end
        prior_delivered, prior_lost = board.delivered, board.lost
        if rate:
            rate.begin(board.in_flight)
        if una >= prior_una:
            self.una = una
            self.window_end = una + ack.window
            if ack.window > self._max_window:
                self._offered_most(ack.window)
            self.ts_recent = ack.sent
        advanced = una > prior_una
        if advanced:
            recovery.retransmits = 0
        if not board.packets_out:
            self._nothing_acked(prior_end)
            return
        recovery.set_timer = advanced
        prior_fack = board.fack if board.sacked_out else prior_una
        sacked = self._take_sacks(ack, now, prior_una) if ack.sacks else NOTHING_SACKED
        fresh, original_acked, rtt_us, sequence_rtt_us = sacked
        done: list[DataSegment] = []
        tidy = False
        if advanced:
            tidy = recovery.state == OPEN and board.by_time is None
            done = board.acknowledge(una)
            self.buffer.acknowledged(una)
            if tidy and done:
                sequence_rtt_us = int((now - done[0].sent) * 1e6 + 0.5)
                rtt_us = board.rack_newest(done[-1], now)
                if rate:
                    rate.add(done[-1])
            elif done:
                original, rtt_us, sequence_rtt_us = self._clean(done, ack.echo, prior_fack, rtt_us, sequence_rtt_us)
                original_acked |= original
        if sequence_rtt_us is not None and rtt_us is not None:
            rtt.update_min(now, rtt_us)
            rtt.sample(sequence_rtt_us, self.una, self.nxt)
            recovery.timer.backoff = 0
        sample = self._sample
        sample.now, sample.una, sample.nxt, sample.rtt_us, sample.srtt_us = now, self.una, self.nxt, rtt_us, rtt.srtt_us
        if self._pkts_acked:
            self._pkts_acked(sample, len(done), not advanced or bool(ack.sacks))
        # without SACK an ACK is a duplicate when it says nothing new
        duplicate = self._counts_duplicates and not advanced and self.window_end <= prior_end
        rexmit = 0
        if not tidy or duplicate or recovery.tlp_high_seq or recovery.ece or recovery.dsack:  # dubious
            rexmit = recovery.on_ack(prior_una, fresh, original_acked, duplicate, ack.echo)
        if recovery.set_timer and recovery.state > CWR:
            recovery.set_xmit_timer()
        self._cong_control(sample, board.delivered - prior_delivered, board.lost - prior_lost, una - prior_una)
        if rexmit:
            recovery.transmit_lost(rexmit)
        self._data_snd_check()

    def _nothing_acked(self, prior_end: int) -> None:
        """Nothing was in flight; the window may have opened."""
        if self.window_end != prior_end and self.buffer.write_queue and self._slow_start_after_idle:
            self._restart_after_idle()  # `tcp_ack_update_window`
        self.persist.answered()
        self._data_snd_check()

    def _take_sacks(self, ack: Ack, now: float, prior_una: int) -> Sacked:
        """What its SACK blocks deliver (`tcp_sacktag_write_queue`)."""
        board, recovery, rate, min_rtt_us = self.board, self.recovery, self._rate, self.rtt.min_rtt_us
        original_acked = False
        rtt_us = sequence_rtt_us = None
        fresh = recovery.take_sacks(ack.sacks, ack.ack, prior_una)
        for segment, original in fresh:
            board.rack_advance(segment, now, min_rtt_us)
            if original:
                original_acked |= segment.end <= recovery.high_seq
                rtt_us = int((now - segment.sent) * 1e6 + 0.5)
                if sequence_rtt_us is None:
                    sequence_rtt_us = rtt_us
            if rate:
                rate.add(segment)
        if sequence_rtt_us is not None and ack.ack <= prior_una:
            # the timer starts again if what is SACKed had left before the first segment was sent (again)
            head = board.head
            recovery.set_timer = head is not None and sequence_rtt_us > int((now - head.sent) * 1e6 + 0.5)
        return bool(fresh), original_acked, rtt_us, sequence_rtt_us

    def _clean(
        self, done: list[DataSegment], echo: float, prior_fack: int, rtt_us: int | None, sequence_rtt_us: int | None
    ) -> tuple[bool, int | None, int | None]:
        """Take `done` out of the queue where not all is in order (`tcp_clean_rtx_queue`).

        Whether an original was acknowledged that was thought lost, and the RTTs, which SACK blocks may have given.
        """
        now = self.clock.now
        first_us, last_us, original = self._sort_out(done, now, echo, prior_fack)
        if first_us is not None:
            sequence_rtt_us = first_us
            if rtt_us is None:
                rtt_us = last_us
        elif rtt_us is None:
            # what was sent twice is told apart by its timestamp, in ms, RFC 7323 §4.1 (`tcp_ack_update_rtt`)
            age = milliseconds(now) - milliseconds(echo)
            rtt_us = sequence_rtt_us = max(age, 1) * 1000
        if self._rate:
            for segment in done:
                self._rate.add(segment)
        return original, rtt_us, sequence_rtt_us

    def _cong_control(self, sample: AckSample, acked: int, lost: int, step: int) -> None:
        """The algorithm, or PRR, sets the window; `step`: bytes by which the ACK advances (`tcp_cong_control`)."""
        board, recovery, rate = self.board, self.recovery, self._rate
        advanced = step > 0
        sample.acked, sample.min_rtt_us = acked, self.rtt.min_rtt_us
        if rate:
            rate.finish(lost, acked, step < MSS and advanced)
            rate.ahead_us = max(int((self.next_send - sample.now) * 1e6), 0)
        sample.delivered, sample.in_flight = board.delivered, board.in_flight
        sample.pacing_rate = self.pacing_rate
        sample.cwnd_limited = self.cwnd_limited or self._was_used()
        reducing = recovery.state == RECOVERY or recovery.state == CWR
        sample.state = recovery.state
        # where the network reorders, the window also grows on SACKs (`tcp_may_raise_cwnd`)
        sample.in_recovery = reducing or not (advanced or (acked and recovery.reordering.degree > REORDERING))
        congestion = self.congestion
        congestion.on_ack(sample)
        if not (sample.in_recovery or congestion.rules_recovery):
            self._cwnd_stamp = sample.now  # whether or not the window grew (`tcp_cong_avoid`)
        if congestion.cwnd > self._cwnd_clamp:
            congestion.cwnd = self._cwnd_clamp
        if reducing and not congestion.rules_recovery:
            recovery.reduce(acked, lost, advanced)
        self._update_pacing_rate()

    def _sort_out(
        self, done: list[DataSegment], now: float, echo: float, prior_fack: int
    ) -> tuple[int | None, int | None, bool]:
        """RTT, µs, of the first and last of `done`, and whether an original was acknowledged that was thought lost.

        Karn's rule: none when one of them was sent twice (`tcp_clean_rtx_queue`).
        """
        board, high_seq, min_rtt_us = self.board, self.recovery.high_seq, self.rtt.min_rtt_us
        originals = []
        retransmitted = original_acked = False
        for segment in done:
            if segment.ever:
                retransmitted = True
                spurious = milliseconds(echo) < milliseconds(segment.sent)  # `tcp_skb_spurious_retrans`
            else:
                spurious = False
                if not segment.sacked:
                    original_acked |= segment.end <= high_seq
                    originals.append(segment)
            if not segment.sacked and not spurious:
                board.rack_advance(segment, now, min_rtt_us)
        if originals:
            self.recovery.filled_late(originals[0].seq, prior_fack)
        if retransmitted and self._counts_duplicates:
            original_acked = False  # nobody knows
        if retransmitted or not originals:
            return None, None, original_acked
        first, last = originals[0], originals[-1]
        return int((now - first.sent) * 1e6 + 0.5), int((now - last.sent) * 1e6 + 0.5), original_acked

    def _data_snd_check(self) -> None:
        """Send on, then let the application write (`tcp_data_snd_check`)."""
        recovery = self.recovery
        queue = self.buffer.write_queue
        sent = queue and self.write_xmit()
        if self.fin_waits:
            self.shutdown()
        if not self.board.packets_out:
            if queue:
                self.persist.check()
            else:
                self.chrono.done()
        if recovery.set_timer and not sent and recovery.state <= CWR:
            recovery.set_xmit_timer()  # sending has set it already
        recovery.set_timer = False
        if self.writer and self.writer.no_space:
            self.check_space(self.writer)
