"""SYN cookies as a host uses them: made of the SYN it answers, and checked against the ACK that comes back."""

from __future__ import annotations

from inflight.kernel.sockets.cookie import Cookies, Options, initial_timestamp, options_of
from inflight.kernel.sockets.segment import Segment, SynOptions
from inflight.kernel.sockets.stack import Stack

_COOKIES = Cookies(bytes(range(32)))  # the kernel draws the key; any will do


def make_cookie(host: Stack, syn: Segment) -> tuple[int, int | None]:
    """The sequence number that a SYN is answered with, and the timestamp, if the client has sent one."""
    options = syn.options or SynOptions()
    isn, _ = _COOKIES.make(*_numbers(syn), syn.seq, min(options.mss, host.options.mss), host.clock.now)
    if not options.timestamps:
        return isn, None
    return isn, initial_timestamp(host.timestamp(), Options(options.wscale, options.sack, False))


def check_cookie(host: Stack, ack: Segment) -> SynOptions | None:
    """What the cookie that this ACK carries remembers of the SYN; None: it is none, or too old."""
    mss = _COOKIES.check(*_numbers(ack), ack.seq - 1, ack.ack - 1, host.clock.now)
    if mss is None:
        return None
    kept = options_of(ack.tsecr if ack.tsval is not None else None)
    return SynOptions(mss=mss, wscale=kept.wscale, sack=kept.sack, timestamps=ack.tsval is not None)


def _numbers(segment: Segment) -> tuple[int, int, int, int]:
    """Both addresses and ports, as a cookie's hash wants them."""
    return _ip(segment.source.host), _ip(segment.target.host), segment.source.port, segment.target.port


def _ip(address: str) -> int:
    first, second, third, fourth = map(int, address.split("."))
    return first << 24 | second << 16 | third << 8 | fourth
