"""Makes a capture of 1,000,000 packets out of a recording, and reads it: what `inflight read` takes, in JSON.

`python tests/bench/yours.py FILE [PACKETS]` leaves the capture in FILE for the page to read, too (`yours.mjs`).
"""

from __future__ import annotations

import gzip
import json
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from struct import Struct

from inflight.yours.book import Source, read

RECORDING = Path(__file__).parents[1] / "kernel" / "captures" / "path_reno.sender.pcap.gz"
_record = Struct("<IIII")
_port = Struct("!H")
_PORTS = (34, 36)  # where they are in a frame with an IPv4 header of 20 bytes


def repeated(count: int) -> Iterator[bytes]:
    """The recording again and again, each time with another port of the client, and later."""
    recording = gzip.decompress(RECORDING.read_bytes())
    yield recording[:24]
    records, at = [], 24
    while at < len(recording):
        seconds, fraction, size, length = _record.unpack_from(recording, at)
        records.append((seconds, fraction, length, recording[at + 16 : at + 16 + size]))
        at += 16 + size
    client = _port.unpack_from(records[0][3], _PORTS[0])[0]
    lasts = records[-1][0] - records[0][0] + 1
    for number in range(count):
        turn, place = divmod(number, len(records))
        seconds, fraction, length, frame = records[place]
        changed = bytearray(frame)
        for offset in _PORTS:
            if _port.unpack_from(frame, offset)[0] == client:
                _port.pack_into(changed, offset, 20_000 + turn)
        yield _record.pack(seconds + turn * lasts, fraction, len(changed), length) + changed


def main(path: str, count: int = 1_000_000) -> None:
    with open(path, "wb") as file:
        file.writelines(repeated(count))
    before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    reading = read(Source(path, "large.pcap"))
    try:
        while True:
            next(reading)
    except StopIteration as stop:
        found = stop.value
    took = {
        "mb": Path(path).stat().st_size / 1e6,
        "packets": found.head["packets"],
        "connections": len(found.connections),
        "seconds": time.process_time() - begin,
        "memory": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000,
    }
    print(json.dumps(took))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
