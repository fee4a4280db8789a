"""TCP Fast Open: data in the SYN for those who show a cookie (RFC 7413, `tcp_fastopen.c`).

The server's cookie is a hash of both addresses under its key; the client keeps one for each server address.
"""

from __future__ import annotations

from collections.abc import Sized
from typing import Protocol

from inflight.kernel.sockets.cookie import siphash
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.stack import Stack

CLIENT, SERVER, CLIENT_WITHOUT_COOKIE, SERVER_WITHOUT_COOKIE, EVERY_LISTENER = 0x1, 0x2, 0x4, 0x200, 0x400
"""Bits of `net.ipv4.tcp_fastopen`."""

KEY = bytes(range(16))
"""The server's `net.ipv4.tcp_fastopen_key`; the kernel draws one, any will do."""

OPTION_SPACE = 40
"""A SYN with data leaves room for the longest options, B (`tcp_output.c:tcp_send_syn_data`)."""


class FastOpenListener(Protocol):
    """What Fast Open asks of a listening socket; see `Listener`."""

    address: Address
    fastopen_qlen: int
    fastopen_keys: tuple[bytes, ...]

    @property
    def host(self) -> Stack: ...

    @property
    def fastopen_pending(self) -> Sized: ...


def cookie_for(server: str, client: str, key: bytes = KEY) -> bytes:
    """Eight bytes that only the server can make (`__tcp_fastopen_cookie_gen_cipher`)."""
    return siphash(key, f"{client}|{server}".encode()).to_bytes(8, "little")


def requested(host: Stack, server: str) -> tuple[bytes | None, bool]:
    """A client that asks for Fast Open: the cookie option of its SYN, and whether data may go with it."""
    if not host.sysctls.tcp_fastopen & CLIENT:
        return None, False
    if host.sysctls.tcp_fastopen & CLIENT_WITHOUT_COOKIE:
        return None, True
    cookie = host.fastopen_cookies.get(server, b"")
    return cookie, bool(cookie)


def _cookie(syn: Segment) -> bytes | None:
    return (syn.options or SynOptions()).cookie


def _asked(listener: FastOpenListener, syn: Segment) -> bool:
    """The server takes part in it, and so does this SYN."""
    enabled = listener.host.sysctls.tcp_fastopen & SERVER and listener.fastopen_qlen
    return bool(enabled) and (syn.length > 0 or _cookie(syn) is not None)


def _willing(listener: FastOpenListener, syn: Segment) -> bool:
    return _asked(listener, syn) and len(listener.fastopen_pending) < listener.fastopen_qlen


def _anybody(listener: FastOpenListener) -> bool:
    return bool(listener.host.sysctls.tcp_fastopen & SERVER_WITHOUT_COOKIE)


def _made_with(listener: FastOpenListener, syn: Segment) -> int:
    """Which of the listener's keys this cookie was made with, from 0; -1: none (`tcp_fastopen_cookie_gen_check`)."""
    expected = [cookie_for(listener.address.host, syn.source.host, key) for key in listener.fastopen_keys]
    cookie = _cookie(syn)
    return expected.index(cookie) if cookie in expected else -1


def accepted(listener: FastOpenListener, syn: Segment) -> bool:
    """Whether this SYN makes a connection at once (`tcp_try_fastopen`)."""
    counters = listener.host.counters
    if _cookie(syn) == b"":
        counters["TCPFastOpenCookieReqd"] += 1
    if not _willing(listener, syn):
        if _asked(listener, syn):
            counters["TCPFastOpenListenOverflow"] += 1
        return False
    if _anybody(listener):
        return True
    valid = _made_with(listener, syn) >= 0
    if _cookie(syn) and not valid:
        counters["TCPFastOpenPassiveFail"] += 1
    return valid


def by_old_key(listener: FastOpenListener, syn: Segment) -> bool:
    """The cookie was made with the second key, which the server still honours (`tcp_fastopen_key`: two keys)."""
    return not _anybody(listener) and _made_with(listener, syn) > 0


def answer(listener: FastOpenListener, syn: Segment) -> bytes | None:
    """The cookie in the SYN-ACK: for those who ask, and for those whose cookie was not made with the present key."""
    asks = _cookie(syn) is not None and not _anybody(listener)
    if not asks or not _willing(listener, syn) or _made_with(listener, syn) == 0:
        return None
    return cookie_for(listener.address.host, syn.source.host, listener.fastopen_keys[0])
