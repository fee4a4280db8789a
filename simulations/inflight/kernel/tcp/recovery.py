"""Loss recovery: the congestion state machine, tail-loss probes, timeouts, and taking back what was needless.

`tcp_input.c:tcp_fastretrans_alert`, RFC 8985 (RACK-TLP), RFC 6298 (RTO), RFC 5682 (F-RTO), RFC 2883 (D-SACK), RFC 6582
(without SACK).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from inflight.kernel.clock import Clock
from inflight.kernel.congestion.base import CongestionControl
from inflight.kernel.congestion.states import CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS, CWR, DISORDER, LOSS, OPEN, RECOVERY
from inflight.kernel.constants import INFINITE_SSTHRESH, MSS, REORDERING
from inflight.kernel.tcp.newreno import DupackCounter
from inflight.kernel.tcp.options import TcpOptions
from inflight.kernel.tcp.prr import RateReduction
from inflight.kernel.tcp.reordering import Reordering
from inflight.kernel.tcp.retransmit_timer import PROBE, REORDER, RTO, RetransmitTimer
from inflight.kernel.tcp.rtt import TIMEOUT_INIT_US, RttEstimator
from inflight.kernel.tcp.scoreboard import Scoreboard
from inflight.kernel.tcp.segment import BY_PROBE, BY_WAITING, DataSegment
from inflight.kernel.tcp.send_buffer import SendBuffer
from inflight.kernel.tcp.undo import Undo

TIMEOUT_MIN_US = 2000
LOST, NEW = 1, 2  # what to send after an ACK: REXMIT_LOST, REXMIT_NEW
F_RTO = "F-RTO"


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
    retransmissions: int

    def write_xmit(self, *, nagle: bool = True, push_one: bool = False, probe: bool = False) -> bool: ...

    def retransmit(self, segment: DataSegment, *, probe: bool = False) -> None: ...

    def must_wait(self) -> bool: ...


class Recovery:
    """State of one connection's recovery; the sender asks it after each ACK what to send."""

    __slots__ = (
        "_dsack_of_probe",
        "_dsacks",
        "_frto",
        "_options",
        "_sender",
        "tlp_high_seq",
        "_tlp_retransmitted",
        "_undo",
        "dsack",
        "ece",
        "entered",
        "high_seq",
        "on_state",
        "on_timer",
        "on_undo",
        "probes",
        "prr",
        "reordering",
        "retransmits",
        "set_timer",
        "state",
        "timer",
        "timeouts",
        "untold",
    )

    def __init__(self, sender: Connection, options: TcpOptions) -> None:
        self._sender = sender
        self._options = options
        self.probes = options.tlp and options.sack
        """Tail-loss probes are sent."""
        self.timer = RetransmitTimer(sender.clock, sender.board, sender.rtt, self._expired)
        self.prr = RateReduction()
        self.state = OPEN
        self.on_state: Callable[[int], None] | None = None
        """Is told each state that is entered."""
        self.on_timer: Callable[[str, float], None] | None = None
        """Is told each timer that fires: which, and when it was armed, s."""
        self.on_undo: Callable[[str], None] | None = None
        """Is told when a reduction is taken back, and by what it is known to have been needless."""
        self.high_seq = 0
        self.reordering = Reordering()
        self.dsack = False
        """A D-SACK has come (FLAG_DSACKING_ACK), and no ACK of data since then."""
        self._dsack_of_probe = False
        self._dsacks = 0  # dsack_dups
        self._undo = Undo()
        self.retransmits = 0
        self.timeouts = 0
        self.set_timer = False
        self.entered: list[tuple[float, int, int, int, int]] = []
        """(time s, state, cwnd before, ssthresh after, segments lost) of each reduction; a mark loses none."""
        self.ece = False
        """The ACK says that a segment was marked (FLAG_ECE)."""
        self.untold = False
        """The receiver does not know yet of the latest reduction (TCP_ECN_QUEUE_CWR)."""
        self.tlp_high_seq = 0
        self._tlp_retransmitted = False
        self._frto = False

    @property
    def reducing(self) -> bool:
        """PRR rules the window (`tcp_in_cwnd_reduction`)."""
        return self.state == RECOVERY or self.state == CWR

    # ---- after an ACK --------------------------------------------------------------------------------------------

    def take_sacks(
        self, sacks: tuple[tuple[int, int], ...], una: int, prior_una: int
    ) -> list[tuple[DataSegment, bool]]:
        """Put the ACK's blocks on the scoreboard (`tcp_sacktag_write_queue`); returns what `Scoreboard.sack` does."""
        board = self._sender.board
        start, end = sacks[0]
        # RFC 2883 §4: a block below the ACK, or within the second block, reports what came twice (`tcp_check_dsack`)
        if start < una or (len(sacks) > 1 and sacks[1][0] <= start and end <= sacks[1][1]):
            self._came_twice(start, end, prior_una)
        fack = board.fack if board.sacked_out else prior_una
        fresh = board.sack(sacks)
        if fresh and (self.state != LOSS or self._undo.marker >= 0):
            self.filled_late(next((segment.seq for segment, original in fresh if original), fack), fack)
        return fresh

    def filled_late(self, low: int, fack: int) -> None:
        """An original at `low` has come; if it had been overtaken, the network reorders (`tcp_check_sack_reordering`).

        `fack` is what the highest SACK said before this ACK.
        """
        if low < fack:
            board = self._sender.board
            self.reordering.found(low, board.fack if board.sacked_out else self._sender.una)

    def _came_twice(self, start: int, end: int, prior_una: int) -> None:
        """A D-SACK: a retransmission, or a probe, was needless (`tcp_dsack_seen`)."""
        sender, undo = self._sender, self._undo
        count = max(-(-(end - start) // MSS), 1)
        probe = bool(self.tlp_high_seq) and self.tlp_high_seq == end
        self._dsack_of_probe = probe
        self._dsacks += count
        if self._dsacks > sender.retransmissions:
            return  # the network has doubled a packet
        self.dsack = True
        if self.reordering.seen and not probe:
            self.reordering.dsack_seen = True
        if undo.retrans > 0 and end > undo.marker >= 0:
            if end > prior_una:
                count = sender.board.sent_twice(start, end)
            undo.retrans = max(undo.retrans - count, 0)

    def on_ack(self, prior_una: int, sacked: bool, original_acked: bool, duplicate: bool, echo: float) -> int:
        """Move the state machine; returns LOST, NEW or 0: what to send besides what the window allows.

        sacked: segments were SACKed that were not before. original_acked: among what was (S)ACKed are segments sent
        once, before the present episode. duplicate: the ACK has no news, and counts if there is no SACK.
        echo: the timestamp it echoes, s.
        """
        sender = self._sender
        una = sender.una
        advanced = una > prior_una
        if self.tlp_high_seq:
            self._probe_acknowledged(una, advanced, sacked)
        if self.state == OPEN and sender.board.by_time is None and not (self.ece or self.dsack or duplicate):
            return 0  # not dubious
        if self.dsack and (advanced or sacked):
            self.reordering.adapt(sender.board.rack_sent, sender.clock.now)
            self.dsack = False
        return self._alert(prior_una, sacked, original_acked, duplicate, echo)

    def _alert(self, prior_una: int, sacked: bool, original_acked: bool, duplicate: bool, echo: float) -> int:
        """`tcp_fastretrans_alert`."""
        sender, undo = self._sender, self._undo
        board, una = sender.board, sender.una
        advanced = una > prior_una
        counter = board if isinstance(board, DupackCounter) else None
        what = 0
        if self.ece:
            undo.prior_ssthresh = 0  # a mark is no mistake
        if self.state == OPEN:
            undo.stamp = None
        elif self.state == CWR and una > self.high_seq:
            self._end_reduction()
        elif self.state == RECOVERY and una >= self.high_seq:
            if counter:
                counter.forget_duplicates()
            if self._recovered(echo):
                return 0
            self._end_reduction()

        if self.state == RECOVERY:
            if not advanced:
                if counter and duplicate:
                    self._count_duplicate(counter)
            elif undo.marker >= 0 and undo.original_came(echo) and self._undo_partial(prior_una):
                return 0
            if self._undo_by_dsack():
                self._keep_open()
            self._identify_losses(advanced)
            if self.state == RECOVERY:
                self._mark_overtaken(advanced or sacked)
                return LOST
        else:
            if self.state == LOSS:
                what = self._in_loss(advanced, sacked, original_acked, duplicate, echo)
                retransmission_lost = self._identify_losses(advanced)
                if self.state != OPEN and not retransmission_lost:
                    return what
            if counter:
                if advanced:
                    counter.forget_duplicates()
                if duplicate:
                    self._count_duplicate(counter)
            if self.state <= DISORDER:
                self._undo_by_dsack()
            self._identify_losses(advanced)
        if not self._time_to_recover():
            self._try_to_open()
            return what
        self._enter_recovery()
        self._mark_overtaken(forced=True)
        return LOST

    def _count_duplicate(self, counter: DupackCounter) -> None:
        """`tcp_add_reno_sack`; more duplicates than segments can only come of reordering."""
        if counter.add_duplicate():
            self.reordering.found(0, counter.packets_out * MSS)

    def _time_to_recover(self) -> bool:
        """Something is lost, or three duplicates have come where nobody looks at the time (`tcp_time_to_recover`)."""
        board = self._sender.board
        return board.lost_out > 0 or (not self._options.rack and board.sacked_out >= self.reordering.degree)

    def _identify_losses(self, advanced: bool) -> bool:
        """RACK, or NewReno without SACK; True if a retransmission was found lost (`tcp_identify_packet_loss`)."""
        sender, board = self._sender, self._sender.board
        if not board.packets_out:
            return False
        if isinstance(board, DupackCounter):
            first = self.state < RECOVERY and board.sacked_out >= self.reordering.degree
            partial = self.state == RECOVERY and advanced
            if first or partial:
                board.mark_first_lost(partial)
            return False
        if not self._options.rack or not board.rack_advanced:
            return False
        board.rack_advanced = False
        retrans_out = board.retrans_out
        wait_us = board.rack_mark_lost(sender.clock.now, self._reordering_window_us())
        if wait_us:
            self.timer.set(REORDER, wait_us + TIMEOUT_MIN_US)
            self.set_timer = False
        return board.retrans_out < retrans_out

    def _mark_overtaken(self, forced: bool) -> None:
        """Without RACK, what lies below three SACKed segments is lost: RFC 6675 §4 (`tcp_update_scoreboard`)."""
        board = self._sender.board
        if forced and not self._options.rack and not isinstance(board, DupackCounter):
            board.mark_overtaken(self.reordering.degree)

    def _reordering_window_us(self) -> int:
        """How long RACK waits for a segment that was overtaken."""
        sender = self._sender
        in_recovery, rtt = self.state >= RECOVERY, sender.rtt
        return self.reordering.window_us(in_recovery, sender.board.sacked_out, rtt.min_rtt_us, rtt.srtt_us)

    def _sent_twice(self) -> bool:
        """`tcp_any_retrans_done`."""
        board = self._sender.board
        head = board.head
        return board.retrans_out > 0 or (head is not None and head.ever)

    def _try_to_open(self) -> None:
        if not self._sent_twice():
            self._undo.stamp = None
        if self.ece:
            self.enter_cwr()
        if self.state != CWR:
            self._keep_open()

    def enter_cwr(self) -> None:
        """Reduce the window though nothing is lost: a mark, or a full queue on this very host (`tcp_enter_cwr`)."""
        if self.state < CWR:
            self._undo.prior_ssthresh = 0
            self._undo.marker = -1
            self._start_reduction()
            self._enter(CWR)
            self._note(0)

    def _keep_open(self) -> None:
        """`tcp_try_keep_open`."""
        board = self._sender.board
        state = DISORDER if board.sacked_out or board.lost_out or self._sent_twice() else OPEN
        if state != self.state:
            self._enter(state)
            self.high_seq = self._sender.nxt

    def _enter(self, state: int) -> None:
        """`tcp_set_ca_state`."""
        self._sender.congestion.set_state(state, self._sender.clock.now, self._sender.nxt)
        self.state = state
        if self.on_state:
            self.on_state(state)

    def _enter_recovery(self) -> None:
        """RFC 6937 §3, `tcp_enter_recovery`."""
        undo, board = self._undo, self._sender.board
        undo.prior_ssthresh = 0
        undo.begin(self._sender.una, board.retrans_out)
        if not self.reducing:
            if not self.ece:
                undo.prior_ssthresh = self._current_ssthresh()
            self._start_reduction()
        self._enter(RECOVERY)
        self._note(board.lost_out)

    def _start_reduction(self) -> None:
        sender = self._sender
        self.high_seq = sender.nxt
        self.tlp_high_seq = 0
        self.prr.begin(sender.congestion.cwnd)
        sender.congestion.cwnd_cnt = 0
        sender.congestion.on_loss(sender.clock.now)
        self.untold = True

    def _note(self, lost: int) -> None:
        sender = self._sender
        self.entered.append((sender.clock.now, self.state, self.prr.prior_cwnd, sender.congestion.ssthresh, lost))

    def _current_ssthresh(self) -> int:
        """What undoing brings back: three quarters of the window at least (`tcp_current_ssthresh`)."""
        congestion = self._sender.congestion
        if self.reducing:
            return congestion.ssthresh
        return max(congestion.ssthresh, (congestion.cwnd >> 1) + (congestion.cwnd >> 2))

    def _end_reduction(self) -> None:
        """The window arrives at ssthresh, unless the reduction was undone (`tcp_end_cwnd_reduction`)."""
        congestion = self._sender.congestion
        if congestion.rules_recovery:
            self._enter(OPEN)
            return
        if congestion.ssthresh < INFINITE_SSTHRESH and (self.state == CWR or self._undo.marker >= 0):
            congestion.cwnd = congestion.ssthresh
        self._enter(OPEN)
        congestion.cwnd_event(CA_EVENT_COMPLETE_CWR, self._sender.clock.now)

    def reduce(self, delivered: int, newly_lost: int, advanced: bool) -> None:
        """Set cwnd for what may be sent now (`tcp_cwnd_reduction`)."""
        if delivered <= 0:
            return
        board, congestion = self._sender.board, self._sender.congestion
        in_flight, ssthresh = board.in_flight, congestion.ssthresh
        if self._options.prr:
            congestion.cwnd = self.prr.window(ssthresh, in_flight, delivered, newly_lost, advanced)
            return
        # RFC 5681 §3.2 counts what has arrived on top of the window (+3, and 1 for each duplicate ACK); RFC 6675
        # takes it off what is in flight, which is the same. The first hole is filled whatever the window says.
        due = not self.prr.out or (advanced and board.lost_out > board.retrans_out)
        congestion.cwnd = max(ssthresh, in_flight + due)

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
        while board.in_flight < sender.congestion.cwnd and not sender.must_wait():
            segment = board.next_lost()
            if segment is None:
                break
            self._retransmit(segment)
            if self.reducing:
                self.prr.out += 1
            rearm |= segment is head and self.timer.pending != REORDER
        if rearm:
            self.timer.set_rto()

    def _retransmit(self, segment: DataSegment) -> None:
        self._sender.retransmit(segment)
        self._undo.retransmitted(self._sender.clock.now)

    # ---- when it was needless ------------------------------------------------------------------------------------

    def _take_back(self, proof: str, *, unmark: bool = False) -> None:
        """Nothing was lost: the window is what it was (`tcp_undo_cwnd_reduction`)."""
        congestion, board, undo = self._sender.congestion, self._sender.board, self._undo
        if unmark:
            board.forget_losses()
        if undo.prior_ssthresh:
            congestion.undo(self.prr.prior_cwnd)
            congestion.ssthresh = max(congestion.ssthresh, undo.prior_ssthresh)
        undo.marker = -1
        board.rack_advanced = True
        if self.on_undo:
            self.on_undo(proof)

    def _recovered(self, echo: float) -> bool:
        """All that was in flight when recovery began has arrived; True: stay (`tcp_try_undo_recovery`)."""
        undo = self._undo
        if undo.possible(echo):
            self._take_back("timestamp" if undo.retrans else "D-SACK")
        else:
            self.reordering.recovered()
        return self._holds_state()

    def _holds_state(self) -> bool:
        """Without SACK, late duplicates of the same ACK must not start another recovery: wait for one more ACK.

        `tcp_is_non_sack_preventing_reopen`, RFC 6582 §6.
        """
        if self._options.sack or self._sender.una != self.high_seq:
            return False
        if not self._sent_twice():
            self._undo.stamp = None
        return True

    def _undo_by_dsack(self) -> bool:
        """Each retransmission was needless, so say D-SACKs (`tcp_try_undo_dsack`)."""
        undo = self._undo
        if undo.marker < 0 or undo.retrans:
            return False
        self.reordering.undone()
        self._take_back("D-SACK")
        return True

    def _undo_partial(self, prior_una: int) -> bool:
        """The hole was filled by the original; True: mark nothing more as lost now (`tcp_try_undo_partial`)."""
        board = self._sender.board
        self.filled_late(prior_una, board.fack if board.sacked_out else self._sender.una)
        if board.retrans_out:
            return True
        if not self._sent_twice():
            self._undo.stamp = None
        self._take_back("timestamp", unmark=True)
        self._keep_open()
        return False

    def _undo_loss(self, proof: str) -> bool:
        """The timeout was spurious (`tcp_try_undo_loss`)."""
        self._take_back(proof, unmark=True)
        self.retransmits = 0
        self._frto = False
        if self._holds_state():
            return True
        if proof == F_RTO or self._options.sack:
            self._enter(OPEN)
        return True

    # ---- timers --------------------------------------------------------------------------------------------------

    def set_xmit_timer(self) -> None:
        """After an ACK of new data (`tcp_set_xmit_timer`)."""
        if not self.schedule_loss_probe(advancing=True):
            self.timer.rearm()

    def schedule_loss_probe(self, *, advancing: bool) -> bool:
        """Tail-loss probe after two RTTs, not later than the RTO (`tcp_schedule_loss_probe`)."""
        sender = self._sender
        board, srtt_us = sender.board, sender.rtt.srtt_us
        if not board.packets_out or not (self.state == OPEN or self.state == CWR) or not self.probes:
            return False
        if srtt_us:
            timeout = (srtt_us >> 2) + (self._options.rto_min_us if board.packets_out == 1 else TIMEOUT_MIN_US)
        else:
            timeout = TIMEOUT_INIT_US
        rto = self.timer.rto_us() if self.timer.backoff else sender.rtt.rto_us
        if not advancing:
            head = board.head
            assert head is not None
            rto -= int((sender.clock.now - head.sent) * 1e6)
        self.timer.set(PROBE, rto if 0 < rto < timeout else timeout)
        return True

    def _expired(self, kind: str, armed: float) -> None:
        if not self._sender.board.packets_out:
            return
        if self.on_timer:
            self.on_timer(kind, armed)
        if kind == PROBE:
            self._send_probe()
        elif kind == REORDER:
            self._reordering_timeout()
        elif kind == RTO:
            self._timeout()

    def _reordering_timeout(self) -> None:
        """The wait for reordered segments is over (`tcp_rack_reo_timeout`)."""
        sender, board = self._sender, self._sender.board
        prior, prior_lost = board.in_flight, board.lost
        board.rack_mark_lost(sender.clock.now, self._reordering_window_us(), BY_WAITING)
        if board.in_flight != prior:
            if self.state != RECOVERY:
                self._enter_recovery()
                if not sender.congestion.rules_recovery:
                    self.reduce(1, board.lost - prior_lost, advanced=False)
            self.transmit_lost(LOST)
        if self.timer.pending != RTO:
            self.timer.rearm()

    def _send_probe(self) -> None:
        """New data if there are any, else the last segment again (`tcp_send_loss_probe`)."""
        sender, board = self._sender, self._sender.board
        if not self.tlp_high_seq:
            self._tlp_retransmitted = False
            queue = sender.buffer.write_queue
            if queue and sender.nxt + min(queue[0].length, MSS) <= sender.window_end:
                probed = sender.write_xmit(nagle=False, probe=True)
            else:
                tail = board.tail
                assert tail is not None
                tail.why = BY_PROBE
                sender.retransmit(tail, probe=True)
                probed = self._tlp_retransmitted = True
            if probed:
                self.tlp_high_seq = sender.nxt
                self.timer.pending = ""
        self.timer.rearm()

    def _probe_acknowledged(self, una: int, advanced: bool, sacked: bool) -> None:
        """Tell from the ACK whether the probe repaired a loss (`tcp_process_tlp_ack`)."""
        if una < self.tlp_high_seq:
            return
        if not self._tlp_retransmitted or self._dsack_of_probe:
            self.tlp_high_seq = 0  # no loss: new data, or both the original and the probe have arrived
        elif una > self.tlp_high_seq:
            self._start_reduction()
            self._enter(CWR)
            self._note(1)
            self._end_reduction()
            self._keep_open()
        elif not advanced and not sacked:
            self.tlp_high_seq = 0

    def _timeout(self) -> None:
        """RFC 6298 §5.4–5.6, `tcp_retransmit_timer` and `tcp_enter_loss`."""
        sender, board = self._sender, self._sender.board
        congestion = sender.congestion
        fresh = self.state < RECOVERY
        head = board.head
        assert head is not None
        if isinstance(board, DupackCounter):
            board.forget_duplicates()
        board.mark_all_lost(sender.clock.now)
        if self.state <= DISORDER or self.high_seq <= sender.una or (self.state == LOSS and not self.retransmits):
            self._undo.prior_ssthresh = self._current_ssthresh()
            self.prr.prior_cwnd = congestion.cwnd
            congestion.on_loss(sender.clock.now)
            congestion.cwnd_event(CA_EVENT_LOSS, sender.clock.now)
            self._undo.begin(sender.una, board.retrans_out)
        congestion.cwnd = board.in_flight + 1
        congestion.cwnd_cnt = 0
        if self.state <= DISORDER and board.sacked_out >= REORDERING:
            self.reordering.degree = REORDERING  # three duplicates were a loss after all
        self._frto = fresh or self.retransmits > 0
        self._enter(LOSS)
        congestion.on_rto(sender.clock.now, sender.nxt)
        self.high_seq = sender.nxt
        self.tlp_high_seq = 0
        self.timeouts += 1
        self.untold = True
        self._note(board.lost_out)
        self.retransmits += 1
        self._retransmit(head)
        self.timer.backoff = min(self.timer.backoff + 1, 30)
        self.timer.set_rto()

    def _in_loss(self, advanced: bool, sacked: bool, original_acked: bool, duplicate: bool, echo: float) -> int:
        """State Loss: slow start through what was lost, unless the timeout was spurious (`tcp_process_loss`)."""
        sender, undo = self._sender, self._undo
        recovered = sender.una >= self.high_seq
        if advanced and undo.possible(echo) and self._undo_loss("timestamp" if undo.retrans else "D-SACK"):
            return 0
        if self._frto:  # RFC 5682 §3.1
            if original_acked and self._undo_loss(F_RTO):
                return 0
            if sender.nxt > self.high_seq:
                if sacked or duplicate:
                    self._frto = False  # the loss was real
            elif advanced and not recovered:
                self.high_seq = sender.nxt
                if sender.buffer.write_queue and sender.window_end > sender.nxt:
                    return NEW
                self._frto = False
        if recovered:
            if not self._recovered(echo):
                self._enter(OPEN)
            return 0
        board = sender.board
        if isinstance(board, DupackCounter):
            if sender.nxt > self.high_seq and duplicate:
                self._count_duplicate(board)
            elif advanced:
                board.forget_duplicates()
        return LOST
