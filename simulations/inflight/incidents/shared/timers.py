"""Timers of sockets, as `ss -o` prints them (misc/ss.c of iproute2)."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from inflight.kernel.sockets.era import socket_era
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.scenes.syn_timers import Rules, moments


def timer_text(name: str, left: float, tries: int = 0) -> str:
    """Which timer runs, how much longer, s, and how often it has fired in vain."""
    return f"{name},{in_words(left)},{tries}"


KEEPALIVE_TIME, KEEPALIVE_INTERVAL = 7200.0, 75.0
"""s, as Linux has them."""


def keepalive_timer(quiet: float) -> str:
    """Of a connection on which the peer has sent nothing for so long, s, unless it was asked and has answered.

    Just after that the timer runs for the next question, and finds then that it isn't needed.
    """
    asked, since = divmod(quiet, KEEPALIVE_TIME)
    limit = KEEPALIVE_INTERVAL if asked and since < KEEPALIVE_INTERVAL else KEEPALIVE_TIME
    return timer_text("keepalive", limit - since)


@cache
def syn_timeouts(kernel: str) -> tuple[float, ...]:
    """How long each SYN waits for an answer, the first and those that are sent again, s.

    >>> syn_timeouts("6.1")[:4], syn_timeouts("6.12")[:7]
    ((1.0, 2.0, 4.0, 8.0), (1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 4.0))
    """
    return tuple(after - before for before, after in pairwise(syn_times(kernel)))


@cache
def syn_times(kernel: str) -> tuple[float, ...]:
    """When each SYN is sent, s after the first, and at last when that is given up."""
    rules = Rules(Sysctls().tcp_syn_retries, socket_era(kernel).syn_linear_timeouts)
    return tuple(moments(rules, 0.0, exact=True))


def in_words(seconds: float) -> str:
    """A time in the words of `print_ms_timer`.

    >>> [in_words(t) for t in (0, 0.204, 1.2, 75)]
    ['', '204ms', '1.200ms', '1min15sec']
    """
    whole, ms = divmod(max(round(seconds * 1000), 0), 1000)
    minutes, whole = divmod(whole, 60)
    if minutes > 9:
        whole = 0
    if minutes or whole > 9:
        ms = 0
    text = f"{minutes}min" if minutes else ""
    if whole:
        text += f"{whole}{'.' if ms else 'sec'}"
    return text + (f"{ms:03}ms" if ms else "")
