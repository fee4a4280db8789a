"""Anonymised captures: nothing names anybody, and everything about TCP is what it was. dpkt and tshark judge."""

from __future__ import annotations

import io
import random
import struct
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import dpkt
import pytest
from captures import (
    CLIENT,
    CLIENT6,
    FORMATS,
    LINKS,
    MACS,
    OTHER,
    SERVER,
    SERVER6,
    STAMPS,
    START,
    Frame,
    conversation,
    pcap,
    pcapng,
    tcp,
    v4,
    v6,
)
from hypothesis import given
from hypothesis import strategies as st
from test_capture_damage import DAMAGE, originals
from tshark import program

from inflight.capture.anonymise import START_NS, Anonymised
from inflight.capture.prefixes import Prefixes
from inflight.capture.reading import CaptureFile, NotACapture, Segment

KEY = bytes(range(32))
PAYLOAD = b"GET /secret HTTP/1.1"


def anonymised(file: bytes, **how: object) -> tuple[bytes, Anonymised]:
    """The new file."""
    work = Anonymised(io.BytesIO(file), len(file), **{"key": KEY, **how})  # type: ignore[arg-type]
    return b"".join(work.pieces("tests")), work


def read(file: bytes) -> list[Segment]:
    """All segments."""
    capture = CaptureFile(io.BytesIO(file), len(file))
    return [segment for batch in capture.segments() for segment in batch]


def summed(ip: bytes, wrong: int = 0) -> bytes:
    """The packet with a TCP checksum as dpkt computes it, or a wrong one."""
    head, addresses = (20, ip[12:20]) if ip[0] >> 4 == 4 else (40, ip[8:40])
    body = bytearray(ip[head:])
    body[16:18] = bytes(2)
    pseudo = addresses + struct.pack("!II", len(body), 6)
    body[16:18] = struct.pack("!H", dpkt.dpkt.in_cksum(pseudo + bytes(body)) ^ wrong)
    return ip[:head] + bytes(body)


def is_right(ip: bytes) -> bool:
    """Whether the TCP checksum is."""
    return summed(ip) == ip


def shared(a: bytes, b: bytes) -> int:
    """Leading bits that two addresses have in common."""
    bits = 8 * len(a)
    return bits - (int.from_bytes(a, "big") ^ int.from_bytes(b, "big")).bit_length()


def pairs(size: int) -> st.SearchStrategy[tuple[bytes, bytes]]:
    """Two addresses, with anything from no bit to all in common."""
    whole = st.integers(0, 2 ** (8 * size) - 1)

    def pair(a: int, b: int, same: int) -> tuple[bytes, bytes]:
        rest = (1 << 8 * size - same) - 1
        return a.to_bytes(size, "big"), (a & ~rest | b & rest).to_bytes(size, "big")

    return st.builds(pair, whole, whole, st.integers(0, 8 * size))


@given(st.sampled_from([4, 16]).flatmap(pairs), st.binary(min_size=16, max_size=64))
def test_addresses_share_as_many_bits_as_before(pair: tuple[bytes, bytes], key: bytes) -> None:
    new = Prefixes(key).renamed
    assert shared(new(pair[0]), new(pair[1])) == shared(*pair)


def test_each_bit_is_flipped_half_of_the_time() -> None:
    # 400 keys: the count of each of 32 bits is within 5 standard deviations of 200.
    flips = [int.from_bytes(Prefixes(struct.pack("!QQ", key, 0)).renamed(CLIENT), "big") for key in range(400)]
    old = int.from_bytes(CLIENT, "big")
    for bit in range(32):
        assert abs(sum((new ^ old) >> bit & 1 for new in flips) - 200) < 50


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("name", ["pcap ns <", "pcapng ns >"])
def test_segments_are_what_they_were(name: str, link: str) -> None:
    write, how, _ = FORMATS[name]
    number, wrap = LINKS[link]
    frames = [(packet.time, wrap(packet.raw), len(wrap(packet.raw))) for packet in conversation()]
    file = write(frames, link=number, **how)
    new, work = anonymised(file)
    renamed = Prefixes(KEY).renamed
    # The two first fragments are dropped; what stays is numbered anew.
    old = [segment for segment in read(file) if segment.number not in (6, 12)]
    assert read(new) == [
        segment._replace(
            number=at,
            time=segment.time - START + START_NS,
            source=renamed(segment.source),
            target=renamed(segment.target),
        )
        for at, segment in enumerate(old, 1)
    ]
    assert work.kept == len(old)
    assert work.dropped == {**OTHER, "fragment of IP, the first": 2}
    assert work.progress == 1


COOKIE, SIGNATURE = b"\x22\x0acookie!!", b"\x13\x12signature16bytes"
OPTIONS = {
    "as Linux sends them": (STAMPS, STAMPS),
    "Fast Open": (COOKIE + b"\1\1", None),
    "MD5": (SIGNATURE + b"\1\1", b"\x13\x12" + bytes(16) + b"\1\1"),
    "MPTCP": (b"\x1e\x08\x30\x01\x0a\0\0\1", b"\1" * 8),
    "behind the end": (b"\0name", bytes(8)),
    "no list": (b"\x08\x01name\1\1", bytes(8)),
}


@pytest.mark.parametrize("packet", [v4, v6])
@pytest.mark.parametrize("wrong", [0, 0x40])
@pytest.mark.parametrize("kind", OPTIONS)
def test_a_right_checksum_stays_right_and_a_wrong_one_wrong(packet: object, wrong: int, kind: str) -> None:
    assert callable(packet)
    old, new = OPTIONS[kind]
    old += bytes(-len(old) % 4)
    ip = summed(bytes(packet(tcp(sport=1, dport=2, seq=3, ack=4, flags=0x18, opts=old, data=PAYLOAD))), wrong)
    assert is_right(ip) != bool(wrong)
    file, _ = anonymised(pcap([(START, MACS + (b"\x08\x00" if packet is v4 else b"\x86\xdd") + ip, 14 + len(ip))]))
    ((_, frame),) = dpkt.pcapng.Reader(io.BytesIO(file))
    assert PAYLOAD not in frame
    assert is_right(frame[14:] + PAYLOAD) != bool(wrong)
    if packet is v4:
        assert dpkt.dpkt.in_cksum(frame[14:34]) == 0
    options = frame[-len(old) :]
    if new is not None:
        assert options == new
    else:
        assert options[:2] == old[:2]
        assert b"cookie" not in options


def named() -> Iterator[Frame]:
    """Packets full of names."""
    data = tcp(sport=1, dport=2, seq=3, ack=4, flags=0x18, opts=COOKIE + b"\1\1", data=PAYLOAD)
    route = b"\x07\x07\x04" + CLIENT + b"\0"  # Record Route (RFC 791 §3.1)
    for at, ip in enumerate((v4(data), v4(data, options=route), v6(data), v6(data, ahead=b"\6\0\1\4name", first=60))):
        frame = MACS + (b"\x08\x00" if bytes(ip)[0] >> 4 == 4 else b"\x86\xdd") + bytes(ip)
        yield START + at, frame, len(frame)
    yield START, MACS + b"\x08\x06" + CLIENT * 7, 42


def test_nothing_names_anybody() -> None:
    old = pcapng(named())
    names = [CLIENT, SERVER, CLIENT6, SERVER6, CLIENT6[:8], MACS[:6], MACS[6:], b"secret", b"cookie", b"name"]
    names += [b"eth0", b"a comment", b"remark"]
    assert [name for name in names if name not in old] == []
    new, work = anonymised(old)
    assert [name for name in names if name in new] == []
    assert work.kept == 4
    assert work.dropped == {"ARP": 1}
    for packet in dpkt.pcapng.Reader(io.BytesIO(new)):
        assert 0 <= packet[0] - START_NS / 1e9 < 1


def test_both_ends_of_a_connection() -> None:
    # With the same key and time, packets of one file can be found in the other; with a new key, none can.
    frames = list(named())
    late = [(time + 7, *rest) for time, *rest in frames]
    first, work = anonymised(pcap(frames, magic=0xA1B23C4D))
    second, _ = anonymised(pcap(late, magic=0xA1B23C4D), since=work.since)
    assert [each._replace(time=each.time + 7) for each in read(first)] == read(second)
    other, _ = anonymised(pcap(frames, magic=0xA1B23C4D), key=None)
    assert {each.source for each in read(other)}.isdisjoint(each.source for each in read(first))


def test_damaged_captures_are_anonymised_as_far_as_they_go() -> None:
    rng = random.Random(27)
    good = originals()
    for number in range(100):
        bad = bytearray(good[number % len(good)])
        DAMAGE[number % len(DAMAGE)](bad, rng)
        with suppress(NotACapture):
            new, work = anonymised(bytes(bad))
            assert len(read(new)) == work.kept


@pytest.mark.full
@pytest.mark.parametrize("link", LINKS)
def test_tshark_finds_nothing_malformed(link: str, tmp_path: Path) -> None:
    tshark = program()
    number, wrap = LINKS[link]
    frames = [(packet.time, wrap(packet.raw), len(wrap(packet.raw))) for packet in conversation()]
    for options, _ in OPTIONS.values():
        ip = summed(bytes(v4(tcp(sport=1, dport=2, flags=2, opts=options + bytes(-len(options) % 4)))))
        frames.append((START, wrap(ip), len(wrap(ip))))
    new, work = anonymised(pcap(frames, link=number))
    file = tmp_path / "a.pcapng"
    file.write_bytes(new)
    checks = ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]

    def count(said: str) -> int:
        command = [tshark, "-r", str(file), *checks, "-Y", said]
        return len(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines())

    assert count("tcp") == work.kept
    assert count("_ws.malformed || ip.checksum.status == 0") == 0
    assert count(f"frame.number > {work.kept - len(OPTIONS)} && tcp.checksum.status != 1") == 0
