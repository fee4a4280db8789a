"""Numbers as people read them."""

from __future__ import annotations

from ipaddress import ip_address


def size(count: float) -> str:
    """Bytes.

    >>> size(65160), size(3_200_000)
    ('65,160 B', '3.20 MB')
    """
    for unit, name in ((1e9, "GB"), (1e6, "MB")):
        if count >= unit:
            return f"{count / unit:.2f} {name}"
    return f"{count:,.0f} B"


def span(seconds: float) -> str:
    """A duration.

    >>> span(0.0402), span(3.25)
    ('40.2 ms', '3.25 s')
    """
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:,.3g} s" if seconds < 1000 else f"{seconds:,.0f} s"


def speed(bytes_per_second: float) -> str:
    """A rate, in bit/s.

    >>> speed(1_250_000)
    '10 Mbit/s'
    """
    bits = bytes_per_second * 8
    return f"{bits / 1e6:.3g} Mbit/s" if bits >= 1e6 else f"{bits / 1e3:.3g} kbit/s"


def things(count: int, one: str) -> str:
    """A count and what is counted.

    >>> things(1, "segment"), things(1200, "segment")
    ('1 segment', '1,200 segments')
    """
    return f"{count:,} {one}{'' if count == 1 else 's'}"


def endpoint(address: bytes, port: int) -> str:
    """An address and a port.

    >>> endpoint(bytes([10, 0, 0, 1]), 443)
    '10.0.0.1:443'
    """
    text = str(ip_address(address))
    return f"[{text}]:{port}" if ":" in text else f"{text}:{port}"
