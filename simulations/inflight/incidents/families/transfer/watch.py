"""A bulk flow of the engine as the tools see it: `ss`, `nstat` and tcpdump on both of its hosts.

Everything is read from the model's state. What the engine does not keep, because no model needs it, is recorded from
the beginning: a `Watch` is attached to a flow before the clock runs. The flow's receiver is the side that connects.
"""

from __future__ import annotations

from math import inf
from typing import Any

from inflight.incidents.families.transfer.capture import Capture, Opening
from inflight.incidents.families.transfer.rated import Rated
from inflight.incidents.scene import SkMem, SsSocket, TcpInfo
from inflight.incidents.shared.timers import timer_text
from inflight.incidents.shared.traffic import Traffic
from inflight.kernel.congestion.states import LOSS, RECOVERY
from inflight.kernel.constants import HEADERS, INFINITE_SSTHRESH, INIT_CWND, MSS
from inflight.kernel.path.dumbbell import Flow
from inflight.kernel.tcp.chrono import BUSY, RWND_LIMITED, SNDBUF_LIMITED
from inflight.kernel.tcp.reordering import Reordering
from inflight.kernel.tcp.retransmit_timer import PROBE
from inflight.kernel.tcp.rtt import RTO_MIN_US

_UNDONE = {"timestamp": "TcpExtTCPFullUndo", "D-SACK": "TcpExtTCPDSACKUndo", "F-RTO": "TcpExtTCPLossUndo"}
_PAGE = 4096
_SYN_MORE = 8  # bytes by which a SYN's options are longer than those of other segments


class _Counted(Reordering):
    """Counts what it finds, too (`tp->reord_seen`)."""

    __slots__ = ("count",)

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def found(self, low: int, fack: int) -> None:
        super().found(low, fack)
        self.count += low < fack


class Watch:
    """Attached to a flow before it runs. `link` is the last hop before the receiver, with a tap; `opening`: who talks.

    Use `rated(name)` as the flow's algorithm to get delivery rates. `capture` has the packets.
    """

    def __init__(self, flow: Flow, link: Any, opening: Opening) -> None:
        self.flow, self._link = flow, link
        self.capture = Capture(flow, link, opening)
        self.opening = opening
        self._undone: dict[str, int] = {}
        self._probes = self._slow_start_repeats = 0
        self._closed = self._opened = 0
        sender, recovery = flow.sender, flow.sender.recovery
        recovery.reordering = self._reordering = _Counted()
        recovery.on_undo, recovery.on_timer, recovery.on_state = self._undo, self._timer, self._state
        flow.receiver.on_zero_window = self._zero_window
        self._in_loss_since = -1
        self._sender, self._receiver = sender, flow.receiver

    # ---- listening -----------------------------------------------------------------------------------------------

    def _undo(self, proof: str) -> None:
        name = _UNDONE[proof]
        self._undone[name] = self._undone.get(name, 0) + 1

    def _timer(self, kind: str, armed: float) -> None:
        self._probes += kind == PROBE

    def _state(self, state: int) -> None:
        """What is retransmitted in state Loss counts as slow start's."""
        repeats = self._sender.retransmissions
        if self._in_loss_since >= 0:
            self._slow_start_repeats += repeats - self._in_loss_since
        self._in_loss_since = repeats if state == LOSS else -1

    def _zero_window(self, closed: bool) -> None:
        if closed:
            self._closed += 1
        else:
            self._opened += 1

    # ---- packets -------------------------------------------------------------------------------------------------

    @property
    def data_arrived(self) -> int:
        """Segments with data that have reached the receiver."""
        return int(self._link.sent - self._link.queued())

    @property
    def acks_arrived(self) -> int:
        """ACKs that have reached the sender."""
        return self.capture.acks - self.capture.acks_on_the_way

    @property
    def bytes_repeated(self) -> int:
        """Bytes of data that were retransmitted, including what the host's own queue refused."""
        return self.capture.repeated + (self._sender.retransmissions - self.capture.repeats) * MSS

    @property
    def bytes_out(self) -> int:
        """Everything the sender has sent, with headers, bytes."""
        return self._sender.nxt + self.bytes_repeated + self._sender.packets_sent * HEADERS

    def passed_sender(self) -> tuple[Traffic, Traffic]:
        """What the sending host's card has received, and what TCP has handed to it."""
        capture = self.capture
        acks = self.acks_arrived + 2 + capture.questions
        came = acks * HEADERS + _SYN_MORE + capture.blocks + self.opening.request * capture.questions
        out = self._sender.packets_sent + 1 + len(self._sender.persist.probes)
        return Traffic(acks, came), Traffic(out, self.bytes_out + HEADERS + _SYN_MORE, capture.left.joined)

    def passed_receiver(self) -> tuple[Traffic, Traffic]:
        """And the receiving host's."""
        capture, receiver = self.capture, self._receiver
        arrived, acks = self.data_arrived, capture.acks + 2 + capture.questions
        came = receiver.expected + (arrived + 1) * HEADERS + _SYN_MORE
        out = acks * HEADERS + _SYN_MORE + capture.blocks + self.opening.request * capture.questions
        return Traffic(arrived + 1, came, capture.came.joined), Traffic(acks, out)

    # ---- ss ------------------------------------------------------------------------------------------------------

    def sending(self, *, process: str = "", algorithm: str = "") -> SsSocket:
        """The socket that sends. algorithm: its name, unless the flow's algorithm has been given by name."""
        sender = self._sender
        return SsSocket(
            state="ESTAB",
            here=self.opening.sender,
            peer=self.opening.receiver,
            send_q=sender.buffer.write_seq - sender.una,
            timer=self._running(),
            process=process,
            info=self._sender_info(algorithm),
            memory=SkMem(
                r=0,
                rb=131072,
                t=sender.small_queue.allocated if sender.small_queue else 0,
                tb=sender.buffer.limit,
                f=-sender.buffer.queued % _PAGE,
                w=sender.buffer.queued,
            ),
        )

    def receiving(self, *, process: str = "", algorithm: str = "cubic") -> SsSocket:
        """The socket that receives. algorithm: what it would send with."""
        receiver = self._receiver
        memory = receiver.queue.memory if receiver.on_data else 0  # a receiver that reads at once leaves nothing
        return SsSocket(
            state="ESTAB",
            here=self.opening.receiver,
            peer=self.opening.sender,
            recv_q=receiver.expected - receiver.copied if receiver.on_data else 0,
            process=process,
            info=self._receiver_info(algorithm),
            memory=SkMem(r=memory, rb=receiver.window.buffer, f=-memory % _PAGE, tb=87040, d=receiver.dropped),
        )

    def _running(self) -> str:
        sender, now = self._sender, self._sender.clock.now
        timer = sender.recovery.timer
        if timer.pending:
            return timer_text("on", timer.due - now, timer.backoff)
        if sender.persist.due < inf:
            return timer_text("persist", sender.persist.due - now, sender.persist.backoff)
        return ""

    def _wscale(self, *, of_sender: bool) -> tuple[int, int] | None:
        """The peer's shift, and its own."""
        asked, answered = self.opening.offers
        if asked is None or answered is None or self.opening.stripped:
            return None
        return (asked, answered) if of_sender else (answered, asked)

    def _sender_info(self, algorithm: str) -> TcpInfo:
        sender, capture, opening = self._sender, self.capture, self.opening
        congestion, board, rtt, chrono = sender.congestion, sender.board, sender.rtt, sender.chrono
        best: Rated = getattr(congestion, "observed", None) or Rated()
        threshold = congestion.ssthresh
        return TcpInfo(
            algorithm=algorithm or congestion.name,
            wscale=self._wscale(of_sender=True),
            sack=opening.sack,
            rto=sender.recovery.timer.rto_us() * 1e-6,
            rtt=(rtt.srtt_us >> 3) * 1e-6,
            rttvar=(rtt.mdev_us >> 2) * 1e-6,
            backoff=sender.recovery.timer.backoff,
            mss=sender.mss,
            pmtu=opening.pmtu,
            cwnd=congestion.cwnd,
            ssthresh=threshold if threshold < INFINITE_SSTHRESH else None,
            bytes_sent=sender.nxt + self.bytes_repeated,
            bytes_retrans=self.bytes_repeated,
            bytes_acked=sender.una,
            bytes_received=opening.request * capture.questions,
            segs_out=sender.packets_sent + len(sender.persist.probes),
            segs_in=self.acks_arrived + 2 + capture.questions,
            data_segs_out=sender.packets_sent,
            data_segs_in=capture.questions,
            lastsnd=capture.since_data_sent(),
            lastrcv=sender.clock.now - self.flow.spec.connect - self.flow.spec.rtt,
            lastack=capture.since_ack_came(),
            pacing_rate=sender.pacing_rate * 8,
            max_pacing_rate=self.flow.spec.max_pacing_rate,
            delivery_rate=best.segments * sender.mss * 8e6 / best.time_us if best.time_us else 0.0,
            delivered=board.delivered,
            app_limited=best.limited,
            busy=chrono.spent(BUSY),
            rwnd_limited=chrono.spent(RWND_LIMITED),
            sndbuf_limited=chrono.spent(SNDBUF_LIMITED),
            unacked=board.packets_out,
            retrans=(board.retrans_out, sender.retransmissions),
            lost=board.lost_out,
            sacked=board.sacked_out,
            dsack_dups=capture.dsacks,
            reordering=self._reordering.degree,
            reord_seen=self._reordering.count,
            rcv_space=14480,
            notsent=sender.buffer.unsent,
            min_rtt=rtt.min_rtt_us * 1e-6,
            snd_wnd=max(sender.window_end - sender.una, 0),
        )

    def _receiver_info(self, algorithm: str) -> TcpInfo:
        receiver, opening, capture, rtt = self._receiver, self.opening, self.capture, self.flow.spec.rtt
        asked = capture.questions
        return TcpInfo(
            algorithm=algorithm,
            wscale=self._wscale(of_sender=False),
            sack=opening.sack,
            rto=rtt + RTO_MIN_US * 1e-6,
            rtt=rtt,
            rttvar=rtt * 0.375,  # of two samples: half the first, and a quarter less
            rcvmss=receiver.rcv_mss,
            cwnd=INIT_CWND,
            bytes_sent=opening.request * asked,
            bytes_acked=opening.request * asked + 1,
            bytes_received=receiver.expected,
            segs_out=capture.acks + 2 + asked,
            segs_in=self.data_arrived + 1,
            data_segs_out=asked,
            data_segs_in=self.data_arrived,
            lastsnd=self.flow.sender.clock.now - self.flow.spec.connect,
            lastrcv=capture.since_data_came(),
            lastack=capture.since_data_came(),
            pacing_rate=INIT_CWND * MSS * 16 / rtt,
            delivery_rate=MSS * 8 / rtt,
            delivered=1 + asked,
            app_limited=True,
            busy=rtt * asked,
            rcv_rtt=receiver.window.rtt_us * 1e-6,
            rcv_space=receiver.window.space,
            rcv_ssthresh=receiver.window.ssthresh,
            min_rtt=rtt,
            snd_wnd=64256 if self._wscale(of_sender=False) else 65160,
        )

    # ---- nstat ---------------------------------------------------------------------------------------------------

    def sender_counters(self) -> dict[str, int]:
        """What the sending host has counted because of this flow, including counters that are 0."""
        sender, recovery, capture = self._sender, self._sender.recovery, self.capture
        recoveries = sum(1 for _, state, *_ in recovery.entered if state == RECOVERY)
        slow_start = self._slow_start_repeats
        if self._in_loss_since >= 0:
            slow_start += sender.retransmissions - self._in_loss_since
        slow_start -= recovery.timeouts  # what the timer itself sends counts as neither
        asked = self.capture.questions
        repeats = sender.retransmissions
        return {
            "TcpPassiveOpens": 1,
            "TcpInSegs": self.acks_arrived + 2 + asked,
            "TcpExtTCPHPHits": asked,
            "TcpExtTCPHPAcks": self.acks_arrived - capture.unforeseen,
            "TcpOutSegs": sender.packets_sent + 1 + len(sender.persist.probes) - repeats,
            "TcpRetransSegs": repeats,
            "TcpExtTCPPureAcks": capture.unforeseen,
            "TcpExtTCPSackRecovery" if self.opening.sack else "TcpExtTCPRenoRecovery": recoveries,
            "TcpExtTCPSACKReorder" if self.opening.sack else "TcpExtTCPRenoReorder": self._reordering.count,
            **{name: self._undone.get(name, 0) for name in _UNDONE.values()},
            "TcpExtTCPFastRetrans": max(repeats - slow_start - recovery.timeouts - capture.probes, 0),
            "TcpExtTCPSlowStartRetrans": max(slow_start, 0),
            "TcpExtTCPTimeouts": recovery.timeouts,
            "TcpExtTCPLossProbes": self._probes,
            "TcpExtTCPDSACKRecv": capture.dsacks,
            "TcpExtTCPOrigDataSent": sender.packets_sent - repeats,
            "TcpExtTCPDelivered": sender.board.delivered,
            "TcpExtTCPDSACKRecvSegs": capture.dsacks,
            "TcpExtTCPWinProbe": len(sender.persist.probes),
        }

    def receiver_counters(self) -> dict[str, int]:
        """And the receiving host."""
        receiver, capture = self._receiver, self.capture
        asked = self.capture.questions
        return {
            "TcpActiveOpens": 1,
            "TcpInSegs": self.data_arrived + 1 - capture.came.joined,
            "TcpOutSegs": capture.acks + 2 + asked,
            "TcpExtTCPHPHits": self.data_arrived - capture.came.joined - 2 * capture.early - receiver.dropped,
            "TcpExtTCPHPAcks": asked,
            "TcpExtTCPOFOQueue": capture.early,
            "TcpExtTCPOrigDataSent": asked,
            "TcpExtTCPDelivered": asked + 1,
            "TcpExtDelayedACKs": receiver.delayed_acks,
            "TcpExtTCPDSACKOldSent": capture.dsacks,
            "TcpExtTCPFromZeroWindowAdv": self._opened,
            "TcpExtTCPToZeroWindowAdv": self._closed,
            "TcpExtTCPRcvQDrop": receiver.dropped,
            "TcpExtPAWSEstab": receiver.too_old,
        }
