"""A host: what applications call to listen and to connect."""

from __future__ import annotations

from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.stack import Endpoint, Stack
from inflight.kernel.sockets.states import TIME_WAIT
from inflight.kernel.sockets.timewait import TimeWait

CLIENT_WINDOW, SERVER_WINDOW = 64240, 65160
"""What a SYN and a SYN-ACK of Linux offer with the default tcp_rmem on Ethernet, B."""


class Host(Stack):
    """A `Stack`, and the calls of the applications on it."""

    listeners: dict[int, Listener]
    _next_port = 0

    def listen(self, port: int, backlog: int, *, window: int = SERVER_WINDOW) -> Listener:
        """A socket that is bound to `port` and listens.

        Raises:
            SocketError: EADDRINUSE, another one listens there.
        """
        if port in self.listeners:
            raise SocketError("EADDRINUSE")
        self.listeners[port] = Listener(
            self, port, backlog, options=self.options, window=window, on_close=self.listeners.__delitem__
        )
        return self.listeners[port]

    def socket(self, peer: Address, *, port: int | None = None, window: int = CLIENT_WINDOW) -> Socket:
        """A socket that is to connect to `peer`; `port`: bound to it, else the next free one is taken.

        Raises:
            SocketError: EADDRNOTAVAIL, there is none.
        """
        here = Address(self.address, self._ephemeral(peer) if port is None else port)
        created = Socket(self, here, peer, options=self.options, window=window)
        created.accepted = True
        self.add(here.port, peer, created)
        return created

    def connect(self, peer: Address, *, fast_open: int | None = None, window: int = CLIENT_WINDOW) -> Socket:
        """A socket that has sent its SYN; nobody waits for it. fast_open: bytes for the SYN, or behind it.

        Raises:
            SocketError: EADDRNOTAVAIL, no port is free.
        """
        created = self.socket(peer, window=window)
        created.connect(fast_open=fast_open)
        return created

    def _ephemeral(self, peer: Address) -> int:
        """A port that has no connection to `peer` yet: those of the lowest one's parity first, then the others.

        Each half in order; the kernel begins at random and leaves some out (`inet_hashtables.c:__inet_hash_connect`).
        """
        low, high = self.sysctls.ip_local_port_range
        reuses = self.sysctls.tcp_tw_reuse == 1
        for half in (range(low, high + 1, 2), range(low + 1, high + 1, 2)):
            for step in range(len(half)):
                port = half[(self._next_port + step) % len(half)]
                known = self.connections.get((port, peer))
                if known is None or (reuses and self._reusable(known)):
                    self._next_port += step + 1
                    return port
        raise SocketError("EADDRNOTAVAIL")

    def _reusable(self, endpoint: Endpoint) -> bool:
        """A port in TIME_WAIT with timestamps, for long enough: with tcp_tw_reuse it is free (`tcp_twsk_unique`)."""
        if not isinstance(endpoint, TimeWait) or endpoint.state != TIME_WAIT:
            return False
        delay, now, since = self.era.tw_reuse_delay_ms, self.clock.now, endpoint.since
        # a clock of whole seconds has moved on, or one of milliseconds by more than the delay
        later = int(now) > int(since) if delay is None else int(now * 1000) > int(since * 1000) + delay
        if not (endpoint.timestamps and later):
            return False
        self.counters["TWRecycled"] += 1
        endpoint.kill()
        return True
