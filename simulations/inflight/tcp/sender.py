"""The sending side of a connection: what an ACK changes. `tcp_input.c:tcp_ack`."""

from __future__ import annotations

from inflight.tcp.output import Output
from inflight.tcp.receiver import Ack
from inflight.tcp.recovery import CWR, OPEN, RECOVERY
from inflight.tcp.segment import Segment


class Sender(Output):
    """Takes ACKs, keeps the scoreboard and the RTT, asks the algorithm for the window, and sends on."""

    __slots__ = ()

    def on_ack(self, ack: Ack) -> None:
        """An ACK arrives."""
        una = ack.ack
        if self.aborted or (una < self.una and not ack.sacks):
            return
        now = self.clock.now
        board, recovery, rtt = self.board, self.recovery, self.rtt
        prior_una = self.una
        prior_delivered, prior_lost = board.delivered, board.lost
        if una >= prior_una:
            self.una = una
            self.window_end = una + ack.window
            if ack.window > self._max_window:
                self._max_window = ack.window
            self.ts_recent = ack.sent
        advanced = una > prior_una
        if advanced:
            recovery.retransmits = 0
        if not board.packets_out:
            self._data_snd_check()
            return
        original_acked = False
        rtt_us: int | None = None
        fresh = board.sack(ack.sacks) if ack.sacks else []
        for segment, original in fresh:
            board.rack_advance(segment, now, rtt.min_rtt_us)
            original_acked |= original and segment.end <= recovery.high_seq
            if original:
                rtt_us = int((now - segment.sent) * 1e6 + 0.5)
        sequence_rtt_us = rtt_us
        if advanced:
            done = board.acknowledge(una)
            self.buffer.acknowledged(una)
            if done:
                if recovery.state == OPEN and board.clean:
                    sequence_rtt_us = int((now - done[0].sent) * 1e6 + 0.5)
                    rtt_us = board.rack_newest(done[-1], now)
                else:
                    sequence_rtt_us, newest_us, original = self._sort_out(done, now)
                    original_acked |= original
                    if not fresh:
                        rtt_us = newest_us
        if sequence_rtt_us is not None and rtt_us is not None:
            rtt.update_min(now, rtt_us)
            rtt.sample(sequence_rtt_us, self.una, self.nxt)
            recovery.backoff = 0
        recovery.set_timer = advanced
        rexmit = recovery.on_ack(una, advanced, bool(fresh), original_acked)
        if recovery.set_timer and recovery.state > CWR:
            recovery.set_xmit_timer()

        acked = board.delivered - prior_delivered
        sample = self._sample
        sample.now, sample.acked, sample.rtt_us = now, acked, rtt_us
        sample.una, sample.nxt = self.una, self.nxt
        sample.pacing_rate = self.pacing_rate
        sample.cwnd_limited = self.cwnd_limited or self._was_used()
        reducing = recovery.state == RECOVERY or recovery.state == CWR
        sample.in_recovery = reducing or not advanced
        self.congestion.on_ack(sample)
        if reducing:
            recovery.reduce(acked, board.lost - prior_lost, advanced)
        self._update_pacing_rate()
        if rexmit:
            recovery.transmit_lost(rexmit)
        self._data_snd_check()

    def _sort_out(self, done: list[Segment], now: float) -> tuple[int | None, int | None, bool]:
        """RTT, µs, of the first and last of `done`, and whether an original was acknowledged that was thought lost.

        Karn's rule: no sample when one of them was sent twice (`tcp_clean_rtx_queue`).
        """
        board, high_seq, min_rtt_us = self.board, self.recovery.high_seq, self.rtt.min_rtt_us
        originals = []
        retransmitted = original_acked = False
        for segment in done:
            if segment.ever:
                retransmitted = True
            elif not segment.sacked:
                original_acked |= segment.end <= high_seq
                originals.append(segment)
            if not segment.sacked:
                board.rack_advance(segment, now, min_rtt_us)
        if retransmitted or not originals:
            return None, None, original_acked
        first, last = originals[0], originals[-1]
        return int((now - first.sent) * 1e6 + 0.5), int((now - last.sent) * 1e6 + 0.5), original_acked

    def _data_snd_check(self) -> None:
        """Send on, then let the application write (`tcp_data_snd_check`)."""
        recovery = self.recovery
        sent = self.buffer.write_queue and self.write_xmit()
        if recovery.set_timer and not sent and recovery.state <= CWR:
            recovery.set_xmit_timer()  # sending has set it already
        recovery.set_timer = False
        if self.writer and self.writer.asleep:
            if self.buffer.autotuned and self.board.in_flight < self.congestion.cwnd:
                self._expand()
            # an ACK that comes while write() still runs waits in the backlog, and makes room before it can sleep
            running = self.clock.now < self.cpu_free and not self.buffer.full
            if running or self.buffer.writeable:
                self.writer.wake()

    def _was_used(self) -> bool:
        """In slow start half of the window in use is enough to let it grow (`tcp_is_cwnd_limited`)."""
        congestion = self.congestion
        return congestion.cwnd < congestion.ssthresh and congestion.cwnd < 2 * self._max_cwnd_packets
