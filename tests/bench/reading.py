"""Reads a capture of 1,000,000 packets and 100 MB, made on the fly: seconds of CPU time, and the memory it takes.

`python tests/bench/reading.py` prints JSON, with dpkt's time for a tenth of the same file if dpkt is installed.
`reading.mjs` runs the same file in the page's Python.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from struct import Struct

from inflight.capture.pcapng import pcapng
from inflight.capture.reading import CaptureFile

PACKETS = 1_000_000
CONNECTIONS = 4
SNAP_LENGTH = 96
START = 1_700_000_000 * 10**9

cpu = time.process_time
"""Seconds of CPU time; Pyodide would count those in which it waits, so `reading.mjs` sets its own."""

_headers = Struct("!12sHBBHHHBBH4s4sHHIIBBHHH12s").pack
_record = Struct("<IIII").pack


def packets(count: int) -> Iterator[tuple[int, bytes, int]]:
    """ns, the bytes captured, the length on the wire: three full segments, and the ACK of two of them."""
    ends = (b"\x0a\0\0\1", b"\x0a\0\0\2")
    macs = bytes(12)
    stamps = b"\1\1\x08\x0a" + bytes(8)
    for number in range(count):
        port = 40_000 + number % CONNECTIONS
        seq = 1448 * number & 0xFFFFFFFF
        is_ack = number % 5 > 2
        source, target = ends[::-1] if is_ack else ends
        ports = (443, port) if is_ack else (port, 443)
        length = 52 if is_ack else 1500
        ip = (0x45, 0, length, number & 0xFFFF, 0x4000, 64, 6, 0, source, target)
        captured = _headers(macs, 0x0800, *ip, *ports, seq, 1, 0x80, 0x10, 501, 0, 0, stamps)
        if not is_ack:
            captured += bytes(SNAP_LENGTH - len(captured))
        yield START + number * 12_000, captured, 14 + length


def as_pcap(count: int) -> Iterator[bytes]:
    """A classic file."""
    yield Struct("<IHHiIII").pack(0xA1B23C4D, 2, 4, 0, 0, SNAP_LENGTH, 1)
    for ns, captured, length in packets(count):
        yield _record(ns // 10**9, ns % 10**9, len(captured), length) + captured


def as_pcapng(count: int) -> Iterator[bytes]:
    """The same packets as a pcapng file."""
    seen = ((0, ns, captured, length, "") for ns, captured, length in packets(count))
    return pcapng([("eth0", "")], seen, application="", comment="")


def resident() -> float:
    """MB of memory that this process had at most; 0 where nobody counts."""
    try:
        import resource
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def ours(path: str) -> dict[str, float]:
    """CPU seconds and MB of memory for all segments of the file."""
    before = resident()
    begin = cpu()
    count = 0
    with open(path, "rb") as file:
        for batch in CaptureFile(file, os.path.getsize(path)).segments():
            count += len(batch)
    seconds = cpu() - begin
    return {"seconds": seconds, "packets": count, "mb": os.path.getsize(path) / 1e6, "memory": resident() - before}


def by_dpkt(path: str, count: int) -> float:
    """CPU seconds for the same numbers of the first packets; 0 without dpkt."""
    try:
        import dpkt
    except ImportError:
        return 0
    begin = cpu()
    with open(path, "rb") as file:
        for number, (_, captured) in enumerate(dpkt.pcap.Reader(file)):
            if number == count:
                break
            # dpkt believes that the captured bytes are all there are
            ip = dpkt.ethernet.Ethernet(captured).data
            tcp = ip.data
            _ = (ip.src, ip.dst, ip.ttl, ip.tos & 3, ip.id, tcp.sport, tcp.dport, tcp.seq, tcp.ack, tcp.flags, tcp.win)
            _ = (ip.len - ip.hl * 4 - tcp.off * 4, tcp.opts)
    return cpu() - begin


def measure(count: int = PACKETS) -> str:
    """JSON: what reading took, for each format, and dpkt's multiple of it."""
    said: dict[str, object] = {}
    for name, made in (("pcap", as_pcap), ("pcapng", as_pcapng)):
        with tempfile.NamedTemporaryFile(suffix=f".{name}") as file:
            for piece in made(count):
                file.write(piece)
            file.flush()
            took = ours(file.name)
            said[name] = took
            if name == "pcap":
                tenth = count // 10
                said["dpkt"] = by_dpkt(file.name, tenth) / tenth * count / took["seconds"]
    return json.dumps(said)


if __name__ == "__main__":
    print(measure(*map(int, sys.argv[1:])))
