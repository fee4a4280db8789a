"""When a SYN or a SYN-ACK is sent again, and given up.

`tcp_timer.c:tcp_retransmit_timer`, `tcp_write_timeout`, `inet_connection_sock.c:reqsk_timer_handler`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inflight.kernel.clock import HZ, JIFFY, to_jiffies, wheel
from inflight.kernel.sockets.transmit import RTO_MAX, TIMEOUT_INIT, model_timeout


@dataclass(frozen=True, slots=True)
class Rules:
    """retries: tcp_syn_retries, or tcp_synack_retries. linear: tcp_syn_linear_timeouts. user_timeout: s; 0: not set."""

    retries: int
    linear: int = 0
    user_timeout: float = 0.0

    @property
    def lasts(self) -> float:
        """A SYN is given up when it has been repeated often enough, or for so long, s (`retransmits_timed_out`)."""
        return self.user_timeout or model_timeout(self.retries, TIMEOUT_INIT)


def moments(rules: Rules, start: float, *, exact: bool = False) -> Iterator[float]:
    """The times at which it is sent, and at last the one at which it is given up, s.

    start: the first one, on the clock that counts jiffies. exact: timers fire when they are due, not on the wheel.
    """
    now, rto, sent = start, TIMEOUT_INIT, 0
    wait: float = rto
    while True:
        yield now
        now = now + wait * JIFFY if exact else wheel(now, int(wait))
        lasted = sent > 0 and now - start >= rules.lasts - 1e-9
        if lasted or sent >= rules.retries + rules.linear:
            yield now
            return
        sent += 1
        if sent > rules.linear:
            rto = min(rto << 1, RTO_MAX)
        wait = rto
        if rules.user_timeout:  # `tcp_clamp_rto_to_user_timeout`
            left = rules.user_timeout - (now - start)
            wait = min(rto, left * HZ if exact else max(1, to_jiffies(int(left * 1e6 + 0.5))))
            wait = max(wait, 0)
