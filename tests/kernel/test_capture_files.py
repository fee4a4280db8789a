"""The labelled captures are what their README says: whole files of two ends, and labels inside them."""

import gzip
import json
import struct
from collections import Counter
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent / "captures"
LIMITS = {
    "handshake",
    "application-idle",
    "application-pace",
    "send-buffer",
    "receive-window",
    "slow-start",
    "after-a-loss",
    "path",
    "loss",
    "rto",
    "nagle",
    "congestion-window",
}
RECORDINGS = sorted(HERE.glob("*.json"))


def limits(interval: dict[str, Any]) -> list[str]:
    limit = interval["limit"]
    return [limit] if isinstance(limit, str) else limit


def packets(path: Path) -> list[tuple[int, bytes, int]]:
    """Time in ns, captured bytes, length on the wire."""
    data = gzip.decompress(path.read_bytes())
    magic, _, _, _, _, snap, link = struct.unpack_from("<IHHiIII", data)
    assert (magic, snap, link) == (0xA1B23C4D, 120, 1)
    found, at = [], 24
    while at < len(data):
        seconds, ns, kept, length = struct.unpack_from("<IIII", data, at)
        assert kept == min(length, snap)
        found.append((seconds * 10**9 + ns, data[at + 16 : at + 16 + kept], length))
        at += 16 + kept
    assert at == len(data)
    return found


def endpoint(text: str) -> tuple[bytes, int]:
    address, port = text.rsplit(":", 1)
    return ip_address(address.strip("[]")).packed, int(port)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recording(path: Path) -> None:
    label = json.loads(path.read_text())
    assert path.stat().st_size < 15_000
    source, target = endpoint(label["flow"]["source"]), endpoint(label["flow"]["target"])
    ends = set()
    for name in label["captures"].values():
        seen = packets(HERE / name)
        times = [time for time, _, _ in seen]
        assert times == sorted(times)
        ends.add(times[-1])
        six = len(source[0]) == 16
        where = [14 + 8, 14 + 24, 14 + 40] if six else [14 + 12, 14 + 16, 14 + 20]
        flows = {
            (data[where[0] : where[1]], *struct.unpack_from(">H", data, where[2]))
            for _, data, _ in seen
            if data[12:14] == (b"\x86\xdd" if six else b"\x08\x00")
        }
        assert {source, target} <= flows
    last = -1.0
    for interval in label["intervals"]:
        assert last <= interval["from"] < interval["to"]
        assert label["start_ns"] + interval["from"] * 1e9 < max(ends)
        assert set(limits(interval)) <= LIMITS
        last = interval["to"]


def test_every_limit_is_there_for_eight_seconds() -> None:
    seconds: Counter[str] = Counter()
    for path in RECORDINGS:
        for interval in json.loads(path.read_text())["intervals"]:
            if isinstance(interval["limit"], str):
                seconds[interval["limit"]] += interval["to"] - interval["from"]
    assert len(RECORDINGS) >= 64
    assert {limit for limit in LIMITS if seconds[limit] < 8} == {"congestion-window"}
