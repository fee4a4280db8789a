"""What is left of a connection that has been closed well: TIME_WAIT, or an orphan's FIN_WAIT2.

`tcp_minisocks.c`, `inet_timewait_sock.c`. It holds a port and some two hundred bytes, no process and no descriptor.
"""

from __future__ import annotations

from typing import Protocol

from inflight.kernel.clock import Timer
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.stack import Stack
from inflight.kernel.sockets.states import CLOSED, FIN_WAIT2, TIME_WAIT
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN
from inflight.kernel.sockets.transmit import Transmitter


class ClosedSocket(Protocol):
    """What is kept of a socket comes from here; see `Socket`."""

    here: Address
    peer: Address
    rcv_nxt: int
    window: int
    options: SynOptions
    timestamp: int

    @property
    def host(self) -> Stack: ...

    @property
    def transmitter(self) -> Transmitter: ...


def time_wait(socket: ClosedSocket, state: str, seconds: float) -> bool:
    """Leave a TIME_WAIT socket in `state` behind (`tcp_time_wait`). False: there are tcp_max_tw_buckets already."""
    host = socket.host
    if host.time_waits >= host.sysctls.tcp_max_tw_buckets:
        host.counters["TCPTimeWaitOverflow"] += 1
        return False
    host.time_waits += 1
    host.counters["TW" if seconds > 4 else "TWKilled"] += 1
    host.add(socket.here.port, socket.peer, TimeWait(socket, state, seconds))
    return True


class TimeWait:
    """`state` is TIME_WAIT or FIN_WAIT2 (the kernel's `tw_substate`, which `ss` shows). since: s, when it got there."""

    __slots__ = (
        "_host",
        "_timer",
        "here",
        "peer",
        "rcv_nxt",
        "since",
        "snd_nxt",
        "state",
        "timestamp",
        "timestamps",
        "window",
    )

    def __init__(self, socket: ClosedSocket, state: str, seconds: float) -> None:
        self._host = socket.host
        self.here, self.peer = socket.here, socket.peer
        self.state = state
        self.snd_nxt, self.rcv_nxt = socket.transmitter.nxt, socket.rcv_nxt
        self.window = socket.window
        self.timestamps = socket.options.timestamps
        self.timestamp = socket.timestamp
        self.since = self._host.clock.now
        self._timer = Timer(self._host.clock, self._fires)
        self._timer.set(round(seconds * 1e6))

    @property
    def due(self) -> float:
        """When its time is over, s."""
        return self._timer.due

    def _fires(self) -> None:
        name = "FIN_WAIT2 timer" if self.state == FIN_WAIT2 else "TIME_WAIT timer"
        self._host.log.timer(self._timer.set_at, self._host.clock.now, self.here, self.peer, name)
        self.kill()

    def kill(self) -> None:
        """Forget it; the port is free again."""
        self._timer.cancel()
        self._host.time_waits -= 1
        self._host.remove(self.here.port, self.peer, self)
        self._host.log.entered(self._host.clock.now, self.here, self.peer, CLOSED)

    def unreachable(self, error: str) -> None:
        """An ICMP message: nobody is left to hear of it."""

    def too_big(self, mtu: int) -> None:
        """Nor of what was too large; nothing is sent again."""

    def receive(self, segment: Segment) -> None:
        """`tcp_minisocks.c:tcp_timewait_state_process`."""
        if self.state == FIN_WAIT2:
            self._fin_wait2(segment)
        else:
            self._time_wait(segment)

    def _fin_wait2(self, segment: Segment) -> None:
        if segment.end < self.rcv_nxt or segment.seq > self.rcv_nxt + self.window:
            self._acknowledge(segment)
        elif segment.rst:
            self.kill()
        elif segment.syn and segment.seq >= self.rcv_nxt:
            self._reset(segment)
        elif not segment.acks or segment.end <= self.rcv_nxt or segment.end == segment.seq:
            return
        elif not segment.fin or segment.end != self.rcv_nxt + 1:
            self._reset(segment)  # data, and nobody is left to read them
        else:
            self.state = TIME_WAIT
            self.rcv_nxt = segment.end
            self.since = self._host.clock.now
            self._timer.set(round(TIMEWAIT_LEN * 1e6))
            self._host.log.entered(self.since, self.here, self.peer, TIME_WAIT, orphan=True)
            self._acknowledge(segment)

    def _time_wait(self, segment: Segment) -> None:
        if segment.seq == self.rcv_nxt and (segment.end == segment.seq or segment.rst):
            if not segment.rst:
                self._timer.set(round(TIMEWAIT_LEN * 1e6))
            elif not self._host.sysctls.tcp_rfc1337:
                self.kill()  # RFC 1337 warns of it
            return
        stamp = segment.tsval if self.timestamps else None
        old = stamp is not None and stamp < self.timestamp  # PAWS (RFC 7323 §5)
        newer = not old and (segment.seq > self.rcv_nxt or (stamp is not None and stamp > self.timestamp))
        if segment.flags == "S" and newer and (listener := self._host.listeners.get(self.here.port)):
            self.kill()
            listener.conn_request(segment, from_time_wait=True)
        elif not segment.rst:
            if segment.acks or old:
                self._timer.set(round(TIMEWAIT_LEN * 1e6))
            self._acknowledge(segment)

    def _reset(self, segment: Segment) -> None:
        self._host.refuse(segment)
        self.kill()

    def _acknowledge(self, segment: Segment) -> None:
        self._host.send(
            Segment(
                self.here,
                self.peer,
                "A",
                self.snd_nxt,
                self.rcv_nxt,
                window=self.window,
                tsval=self._host.timestamp() if self.timestamps else None,
                tsecr=segment.tsval or 0,
            )
        )
