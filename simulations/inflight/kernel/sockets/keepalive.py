"""The keepalive timer: it asks an idle peer whether it is still there, and it ends orphans in FIN_WAIT2.

`tcp_timer.c:tcp_keepalive_timer`; RFC 9293 §3.8.4.
"""

from __future__ import annotations

from typing import Protocol

from inflight.kernel.clock import TICK_US, Timer, jiffies, to_jiffies
from inflight.kernel.sockets.stack import Stack
from inflight.kernel.sockets.states import CLOSED, FIN_WAIT2, SYN_SENT
from inflight.kernel.sockets.sysctls import TIMEWAIT_LEN
from inflight.kernel.sockets.transmit import Transmitter


class IdleSocket(Protocol):
    """What the timer asks of its socket; see `Socket`."""

    state: str
    orphan: bool
    user_timeout: float

    @property
    def last_received(self) -> float: ...

    @property
    def host(self) -> Stack: ...

    @property
    def transmitter(self) -> Transmitter: ...

    def probe(self) -> None: ...

    def fired(self, start: float, name: str) -> None: ...

    def send_reset(self) -> None: ...

    def time_wait(self, state: str, seconds: float) -> None: ...

    def timed_out(self) -> None: ...

    def done(self) -> None: ...


class Keepalive:
    """on: SO_KEEPALIVE. idle, interval, probes: TCP_KEEPIDLE, _INTVL, s, and _KEEPCNT; None: the sysctl's value."""

    __slots__ = ("_socket", "_timer", "idle", "interval", "on", "probes")

    def __init__(self, socket: IdleSocket) -> None:
        self._socket = socket
        self._timer = Timer(socket.host.clock, self._fires)
        self.on = False
        self.idle: float | None = None
        self.interval: float | None = None
        self.probes: int | None = None

    def enable(self) -> None:
        """setsockopt(SO_KEEPALIVE)."""
        self.on = True
        if self._socket.state not in (CLOSED, SYN_SENT):
            self.start()

    def start(self) -> None:
        """Count from now on; a new connection does if the option is set."""
        if self.on:
            self.set(self._idle)

    def set(self, seconds: float) -> None:
        """Fire in so many seconds."""
        self._timer.set(round(seconds * 1e6))

    def stop(self) -> None:
        """No timer any more."""
        self._timer.cancel()

    @property
    def armed(self) -> bool:
        """Whether it will fire."""
        return self._timer.armed

    @property
    def due(self) -> float:
        """When it is due, s; infinite if it is not set."""
        return self._timer.due

    @property
    def _idle(self) -> float:
        return self._socket.host.sysctls.tcp_keepalive_time if self.idle is None else self.idle

    @property
    def _interval(self) -> float:
        return self._socket.host.sysctls.tcp_keepalive_intvl if self.interval is None else self.interval

    @property
    def _probes(self) -> int:
        return self._socket.host.sysctls.tcp_keepalive_probes if self.probes is None else self.probes

    def _fires(self) -> None:
        socket = self._socket
        host = socket.host
        if socket.state == FIN_WAIT2 and socket.orphan:
            socket.fired(self._timer.set_at, "FIN_WAIT2 timer")
            left = host.sysctls.tcp_fin_timeout - TIMEWAIT_LEN
            if left > 0:
                socket.time_wait(FIN_WAIT2, left)
            else:
                socket.send_reset()
                socket.done()
            return
        if not self.on or socket.state in (CLOSED, SYN_SENT):
            return
        transmitter = socket.transmitter
        if transmitter.busy:
            self.set(self._idle)  # what is in flight has a timer of its own
            return
        elapsed = jiffies(host.clock.now) - jiffies(socket.last_received)
        idle = _ticks(self._idle)
        if elapsed < idle:
            self._timer.set((idle - elapsed) * TICK_US)
            return
        socket.fired(self._timer.set_at, "keepalive")
        out = transmitter.probes_out
        bound = _ticks(socket.user_timeout)
        expired = elapsed >= bound and out > 0 if bound else out >= self._probes
        if expired:
            socket.send_reset()
            socket.timed_out()
            return
        host.counters["TCPKeepAlive"] += 1
        transmitter.probes_out += 1
        socket.probe()
        self.set(self._interval)


def _ticks(seconds: float) -> int:
    return to_jiffies(round(seconds * 1e6))
