"""TCP Fast Open: data in the SYN for those who show a cookie (RFC 7413, `tcp_fastopen.c`).

The server's cookie is a hash of both addresses under its key; the client keeps one for each server address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inflight.sockets.cookie import siphash
from inflight.sockets.segment import Segment, SynOptions

if TYPE_CHECKING:
    from inflight.sockets.host import Host
    from inflight.sockets.listener import Listener

CLIENT, SERVER, CLIENT_WITHOUT_COOKIE, SERVER_WITHOUT_COOKIE, EVERY_LISTENER = 0x1, 0x2, 0x4, 0x200, 0x400
"""Bits of `net.ipv4.tcp_fastopen`."""

_KEY = bytes(range(16))  # the kernel draws one; any will do


def cookie_for(server: str, client: str) -> bytes:
    """Eight bytes that only the server can make (`__tcp_fastopen_cookie_gen_cipher`)."""
    return siphash(_KEY, f"{client}|{server}".encode()).to_bytes(8, "little")


def requested(host: Host, server: str) -> tuple[bytes | None, bool]:
    """A client that asks for Fast Open: the cookie option of its SYN, and whether data may go with it."""
    if not host.sysctls.tcp_fastopen & CLIENT:
        return None, False
    if host.sysctls.tcp_fastopen & CLIENT_WITHOUT_COOKIE:
        return None, True
    cookie = host.fastopen_cookies.get(server, b"")
    return cookie, bool(cookie)


def _willing(listener: Listener, syn: Segment) -> bool:
    enabled = listener.host.sysctls.tcp_fastopen & SERVER and listener.fastopen_qlen
    asked = syn.length > 0 or (syn.options or SynOptions()).cookie is not None
    return bool(enabled) and asked and len(listener.fastopen_pending) < listener.fastopen_qlen


def _valid(listener: Listener, syn: Segment) -> bool:
    expected = cookie_for(listener.address.host, syn.source.host)
    return (syn.options or SynOptions()).cookie == expected


def accepted(listener: Listener, syn: Segment) -> bool:
    """Whether this SYN makes a connection at once (`tcp_try_fastopen`)."""
    counters = listener.host.counters
    cookie = (syn.options or SynOptions()).cookie
    if cookie == b"":
        counters["TCPFastOpenCookieReqd"] += 1
    if not _willing(listener, syn):
        if listener.fastopen_qlen and cookie and len(listener.fastopen_pending) >= listener.fastopen_qlen:
            counters["TCPFastOpenListenOverflow"] += 1
        return False
    if listener.host.sysctls.tcp_fastopen & SERVER_WITHOUT_COOKIE:
        return True
    if cookie and not _valid(listener, syn):
        counters["TCPFastOpenPassiveFail"] += 1
    return _valid(listener, syn)


def answer(listener: Listener, syn: Segment) -> bytes | None:
    """The cookie in the SYN-ACK: for those who ask, and for those whose cookie was wrong."""
    cookie = (syn.options or SynOptions()).cookie
    if cookie is None or not _willing(listener, syn) or _valid(listener, syn):
        return None
    return cookie_for(listener.address.host, syn.source.host)
