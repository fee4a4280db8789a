"""Loss recovery: the congestion state machine, PRR, tail-loss probes and the retransmission timeout.

`tcp_input.c:tcp_fastretrans_alert`, RFC 6937 (PRR), RFC 8985 (RACK-TLP), RFC 6298 (RTO), RFC 5682 (F-RTO).
"""

from __future__ import annotations

from typing import Protocol

from inflight.clock import Clock, Timer
from inflight.congestion.base import CongestionControl
from inflight.tcp.constants import INFINITE_SSTHRESH, MSS, REORDERING
from inflight.tcp.rtt import RTO_MAX_US, RTO_MIN_US, TIMEOUT_INIT_US, RttEstimator
from inflight.tcp.scoreboard import Scoreboard
from inflight.tcp.segment import Segment
from inflight.tcp.send_buffer import SendBuffer

OPEN, DISORDER, CWR, RECOVERY, LOSS = range(5)
"""`icsk_ca_state`."""

TIMEOUT_MIN_US = 2000
LOST, NEW = 1, 2  # what to send after an ACK: REXMIT_LOST, REXMIT_NEW
_RTO, _PROBE, _REORDER = "rto", "probe", "reorder"


class Connection(Protocol):
    """What recovery needs to know of a connection, and asks it to do."""

    clock: Clock
    congestion: CongestionControl
    board: Scoreboard
    rtt: RttEstimator
    buffer: SendBuffer
    una: int
    nxt: int
    window_end: int

    def write_xmit(self, *, nagle: bool = True, push_one: bool = False, probe: bool = False) -> bool: ...

    def retransmit(self, segment: Segment) -> None: ...


class Recovery:
    """State of one connection's recovery; the sender asks it after each ACK what to send."""

    __slots__ = (
        "_frto",
        "_pending",
        "_prior_cwnd",
        "_prr_delivered",
        "_sender",
        "_timer",
        "_tlp_high_seq",
        "_tlp_retransmitted",
        "_undo_cwnd",
        "_undo_ssthresh",
        "backoff",
        "entered",
        "high_seq",
        "prr_out",
        "reordering",
        "retransmits",
        "set_timer",
        "state",
        "timeouts",
    )

    def __init__(self, sender: Connection) -> None:
        self._sender = sender
        self._timer = Timer(sender.clock, self._expired)
        self._pending = ""
        self.state = OPEN
        self.high_seq = 0
        self.reordering = REORDERING
        self.backoff = 0
        self.retransmits = 0
        self.timeouts = 0
        self.set_timer = False
        self.entered: list[tuple[float, int, int, int, int]] = []
        """(time s, state, cwnd before, ssthresh after, segments lost) of each reduction."""
        self.prr_out = 0
        self._prr_delivered = 0
        self._prior_cwnd = 0
        self._tlp_high_seq = 0
        self._tlp_retransmitted = False
        self._frto = False
        self._undo_cwnd = 0
        self._undo_ssthresh = INFINITE_SSTHRESH

    @property
    def reducing(self) -> bool:
        """PRR rules the window (`tcp_in_cwnd_reduction`)."""
        return self.state == RECOVERY or self.state == CWR

    @property
    def probing(self) -> bool:
        """The timer is set for a tail-loss probe."""
        return self._pending == _PROBE

    # ---- after an ACK --------------------------------------------------------------------------------------------

    def on_ack(self, una: int, advanced: bool, sacked: bool, original_acked: bool) -> int:
        """Move the state machine; returns LOST, NEW or 0: what to send besides what the window allows."""
        board = self._sender.board
        if self._tlp_high_seq:
            self._probe_acknowledged(una, advanced, sacked)
        if self.state == OPEN and board.clean and (advanced or not sacked):
            return 0  # not dubious
        if (self.state == RECOVERY and una >= self.high_seq) or (self.state == CWR and una > self.high_seq):
            self._end_reduction()
        if self.state == RECOVERY:
            self._identify_losses()
            return LOST
        if self.state == LOSS:
            return self._in_loss(una, advanced, sacked, original_acked)
        self._identify_losses()
        if not board.lost_out:
            self._try_to_open()
            return 0
        self._enter_recovery()
        return LOST

    def _identify_losses(self) -> None:
        """RACK (`tcp_identify_packet_loss`)."""
        sender, board = self._sender, self._sender.board
        if not board.packets_out or not board.rack_advanced:
            return
        board.rack_advanced = False
        wait_us = board.rack_mark_lost(sender.clock.now, self._reordering_window_us())
        if wait_us:
            self._set(_REORDER, wait_us + TIMEOUT_MIN_US)
            self.set_timer = False

    def _reordering_window_us(self) -> int:
        """How long to wait for a reordered segment; none once three are SACKed (`tcp_rack_reo_wnd`)."""
        if self.state >= RECOVERY or self._sender.board.sacked_out >= self.reordering:
            return 0
        rtt = self._sender.rtt
        return min(rtt.min_rtt_us >> 2, rtt.srtt_us >> 3)

    def _try_to_open(self) -> None:
        board = self._sender.board
        if self.state != CWR:
            left = board.sacked_out or board.lost_out or board.retrans_out
            self.state = DISORDER if left else OPEN

    def _enter_recovery(self) -> None:
        """RFC 6937 §3, `tcp_enter_recovery`."""
        if not self.reducing:
            self._start_reduction()
        self.state = RECOVERY
        self._note()

    def _start_reduction(self) -> None:
        sender = self._sender
        self.high_seq = sender.nxt
        self._tlp_high_seq = 0
        self._prior_cwnd = sender.congestion.cwnd
        self._prr_delivered = self.prr_out = 0
        sender.congestion.on_loss(sender.clock.now)

    def _note(self) -> None:
        sender = self._sender
        self.entered.append(
            (sender.clock.now, self.state, self._prior_cwnd, sender.congestion.ssthresh, sender.board.lost_out)
        )

    def _end_reduction(self) -> None:
        congestion = self._sender.congestion
        if congestion.ssthresh < INFINITE_SSTHRESH:
            congestion.cwnd = congestion.ssthresh
        self.state = OPEN

    def reduce(self, delivered: int, newly_lost: int, advanced: bool) -> None:
        """Proportional Rate Reduction: set cwnd for what may be sent now (`tcp_cwnd_reduction`)."""
        if delivered <= 0:
            return
        board, congestion = self._sender.board, self._sender.congestion
        in_flight = board.in_flight
        ssthresh = congestion.ssthresh
        self._prr_delivered += delivered
        room = ssthresh - in_flight
        if room < 0:
            send = -(-ssthresh * self._prr_delivered // self._prior_cwnd) - self.prr_out
        else:
            send = max(self._prr_delivered - self.prr_out, delivered)
            if advanced and not newly_lost:
                send += 1
            send = min(room, send)
        congestion.cwnd = in_flight + max(send, 0 if self.prr_out else 1)

    def transmit_lost(self, what: int) -> None:
        """Retransmit what is lost, as far as the window allows (`tcp_xmit_retransmit_queue`)."""
        sender, board = self._sender, self._sender.board
        if what == NEW:
            sender.write_xmit(nagle=False)
            if sender.nxt > self.high_seq:
                return
            self._frto = False
        head = board.head
        rearm = False
        while board.in_flight < sender.congestion.cwnd:
            segment = board.next_lost()
            if segment is None:
                break
            sender.retransmit(segment)
            if self.reducing:
                self.prr_out += 1
            rearm |= segment is head and self._pending != _REORDER
        if rearm:
            self._set_rto()

    # ---- timers --------------------------------------------------------------------------------------------------

    def _set(self, kind: str, delay_us: int) -> None:
        self._pending = kind
        self._timer.set(delay_us)

    def _rto_us(self) -> int:
        return min(self._sender.rtt.rto_us << self.backoff, RTO_MAX_US)

    def _set_rto(self) -> None:
        self._set(_RTO, self._rto_us())

    def rearm_rto(self) -> None:
        """Start the timer for the first segment in flight, or stop it (`tcp_rearm_rto`)."""
        sender = self._sender
        head = sender.board.head
        if head is None:
            self.stop()
            return
        rto_us = self._rto_us()
        if self._pending in (_PROBE, _REORDER):
            rto_us = max(rto_us - int((sender.clock.now - head.sent) * 1e6), 1)
        self._set(_RTO, rto_us)

    def stop(self) -> None:
        """No timer any more: the connection is gone."""
        self._pending = ""
        self._timer.cancel()

    def set_xmit_timer(self) -> None:
        """After an ACK of new data (`tcp_set_xmit_timer`)."""
        if not self.schedule_loss_probe(advancing=True):
            self.rearm_rto()

    def schedule_loss_probe(self, *, advancing: bool) -> bool:
        """Tail-loss probe after two RTTs, not later than the RTO (`tcp_schedule_loss_probe`)."""
        sender = self._sender
        board, srtt_us = sender.board, sender.rtt.srtt_us
        if not board.packets_out or not (self.state == OPEN or self.state == CWR):
            return False
        if srtt_us:
            timeout = (srtt_us >> 2) + (RTO_MIN_US if board.packets_out == 1 else TIMEOUT_MIN_US)
        else:
            timeout = TIMEOUT_INIT_US
        rto = self._rto_us() if self.backoff else sender.rtt.rto_us
        if not advancing:
            head = board.head
            assert head is not None
            rto -= int((sender.clock.now - head.sent) * 1e6)
        self._pending = _PROBE
        self._timer.set(rto if 0 < rto < timeout else timeout)
        return True

    def _expired(self) -> None:
        kind, self._pending = self._pending, ""
        if not self._sender.board.packets_out:
            return
        if kind == _PROBE:
            self._send_probe()
        elif kind == _REORDER:
            self._reordering_timeout()
        elif kind == _RTO:
            self._timeout()

    def _reordering_timeout(self) -> None:
        """The wait for reordered segments is over (`tcp_rack_reo_timeout`)."""
        sender, board = self._sender, self._sender.board
        prior, prior_lost = board.in_flight, board.lost
        board.rack_mark_lost(sender.clock.now, self._reordering_window_us())
        if board.in_flight != prior:
            if self.state != RECOVERY:
                self._enter_recovery()
                self.reduce(1, board.lost - prior_lost, advanced=False)
            self.transmit_lost(LOST)
        if self._pending != _RTO:
            self.rearm_rto()

    def _send_probe(self) -> None:
        """New data if there are any, else the last segment again (`tcp_send_loss_probe`)."""
        sender, board = self._sender, self._sender.board
        if not self._tlp_high_seq:
            self._tlp_retransmitted = False
            queue = sender.buffer.write_queue
            if queue and sender.nxt + min(queue[0].length, MSS) <= sender.window_end:
                probed = sender.write_xmit(nagle=False, probe=True)
            else:
                tail = board.tail
                assert tail is not None
                sender.retransmit(tail)
                probed = self._tlp_retransmitted = True
            if probed:
                self._tlp_high_seq = sender.nxt
                self._pending = ""
        self.rearm_rto()

    def _probe_acknowledged(self, una: int, advanced: bool, sacked: bool) -> None:
        """Tell from the ACK whether the probe repaired a loss (`tcp_process_tlp_ack`)."""
        if una < self._tlp_high_seq:
            return
        if not self._tlp_retransmitted:
            self._tlp_high_seq = 0
        elif una > self._tlp_high_seq:
            self._start_reduction()
            self.state = CWR
            self._note()
            self._end_reduction()
            self._try_to_open()
        elif not advanced and not sacked:
            self._tlp_high_seq = 0

    def _timeout(self) -> None:
        """RFC 6298 §5.4–5.6, `tcp_retransmit_timer` and `tcp_enter_loss`."""
        sender, board = self._sender, self._sender.board
        congestion = sender.congestion
        fresh = self.state < RECOVERY
        head = board.head
        assert head is not None
        board.mark_all_lost(sender.clock.now)
        if self.state <= DISORDER or self.high_seq <= sender.una or (self.state == LOSS and not self.retransmits):
            self._undo_cwnd, self._undo_ssthresh = congestion.cwnd, congestion.ssthresh
            self._prior_cwnd = congestion.cwnd
            congestion.on_loss(sender.clock.now)
        congestion.cwnd = board.in_flight + 1
        self._frto = fresh or self.retransmits > 0
        self.state = LOSS
        congestion.on_rto(sender.clock.now, sender.nxt)
        self.high_seq = sender.nxt
        self._tlp_high_seq = 0
        self.timeouts += 1
        self._note()
        self.retransmits += 1
        if not (head.lost and head.retransmitted):
            sender.retransmit(head)
        self.backoff = min(self.backoff + 1, 30)
        self._set_rto()

    def _in_loss(self, una: int, advanced: bool, sacked: bool, original_acked: bool) -> int:
        """State Loss: slow start through what was lost, unless the timeout was spurious (`tcp_process_loss`)."""
        sender = self._sender
        recovered = una >= self.high_seq
        if self._frto:
            if original_acked:
                self._undo()
                self._identify_losses()
                return LOST
            if sender.nxt > self.high_seq:
                if sacked or not advanced:
                    self._frto = False  # the loss was real
            elif advanced and not recovered:
                self.high_seq = sender.nxt
                if sender.buffer.write_queue and sender.window_end > sender.nxt:
                    self._identify_losses()
                    return NEW
                self._frto = False
        if recovered:
            self.state = OPEN
            self._try_to_open()
            return 0
        self._identify_losses()
        return LOST

    def _undo(self) -> None:
        """The timeout was spurious: the window is restored (`tcp_try_undo_loss`, RFC 5682 §3.1)."""
        congestion = self._sender.congestion
        self._sender.board.forget_losses()
        congestion.cwnd = max(congestion.cwnd, self._undo_cwnd)
        congestion.ssthresh = max(congestion.ssthresh, self._undo_ssthresh)
        self.retransmits = 0
        self._frto = False
        self.state = OPEN
        self._try_to_open()
