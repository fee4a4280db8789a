"""Damaged captures: nothing but NotACapture is raised, notes name packet and field, and memory stays what it is."""

from __future__ import annotations

import gzip
import io
import random
import struct
import tracemalloc
from collections.abc import Callable, Iterator
from typing import BinaryIO, cast

import pytest
from captures import FORMATS, LINKS, MACS, STAMPS, START, Frame, block, conversation, pcap, pcapng, tcp, v4, v6

from inflight.capture.reading import CaptureFile, NotACapture, Segment

MOST = 6 << 20
"""Bytes of memory that reading may take, whatever the file."""


def frames(count: int) -> list[Frame]:
    """A transfer: full segments and bare ACKs, a millisecond apart."""
    made = []
    for number in range(count):
        size = 0 if number % 3 else 1000
        data = tcp(sport=1, dport=2, seq=number, ack=1, flags=0x10, win=9, opts=STAMPS, data=b"\xa5" * size)
        captured = MACS + b"\x08\x00" + bytes(v4(data, id=number))
        made.append((START + number * 10**6, captured, len(captured)))
    return made


def read(file: bytes) -> tuple[list[Segment], CaptureFile]:
    """All of it; holds what must hold for any file."""
    capture = CaptureFile(io.BytesIO(file), len(file))
    segments = []
    for batch in capture.segments():
        assert len(batch) <= 4096
        segments += batch
    assert capture.packets >= len(segments) + sum(capture.other.values())
    assert len(capture.notes) <= 100
    assert capture.notes_left_out == 0 or len(capture.notes) == 100
    for note in capture.notes:
        assert 1 <= note.packet <= capture.packets + 1
        assert note.text.startswith(note.field)
        assert "\n" not in str(note)
    return segments, capture


WRITERS: dict[str, Callable[[list[Frame]], bytes]] = {
    "pcap <": lambda frames: pcap(frames),
    "pcap >": lambda frames: pcap(frames, order=">", magic=0xA1B23C4D),
    "pcapng <": lambda frames: pcapng(frames),
    "pcapng >": lambda frames: pcapng(frames, order=">", resolution=9),
}


@pytest.mark.parametrize("size", [0xFFFFFFFF, 300_000, 0x7FFFFFFF])
@pytest.mark.parametrize("name", ["pcap <", "pcap >"])
def test_a_captured_length_that_cannot_be(name: str, size: int) -> None:
    sent = frames(30)
    order = name[-1]
    good = WRITERS[name](sent)
    head = struct.pack(order + "II", len(sent[16][1]), len(sent[16][1]))
    at = len(WRITERS[name](sent[:16])) + 8
    assert good[at : at + 8] == head
    segments, capture = read(good[:at] + struct.pack(order + "I", size) + good[at + 4 :])
    assert [segment.seq for segment in segments] == [seq for seq in range(30) if seq != 16]
    assert [str(note) for note in capture.notes] == [
        f"packet 17: captured length {size:,} is more than the file's snap length of 262,144"
    ]


@pytest.mark.parametrize("name", ["pcapng <", "pcapng >"])
@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (4, 0xFFFFFFFC, "packet 17: block length 4,294,967,292 is more than 1,048,576, the most that is read"),
        (4, 0xFFFFFFFF, "packet 17: block length 4,294,967,295 is no multiple of 4"),
        (4, 8, "packet 17: block length 8 is less than 32"),
        (4, 800_000, "packet 17: block length 800,000 goes beyond the file"),
        (8, 5, "packet 17: interface 5 is not described; its section has 1 so far, counted from 0"),
        (20, 0xFFFFFFFF, "packet 17: captured length 4,294,967,295 is more than its block has room for"),
        (0, 0x1234, "packet 17: block type 0x00001234 is not known; the block is skipped"),
    ],
)
def test_a_block_that_cannot_be(name: str, place: int, value: int, says: str) -> None:
    sent = frames(30)
    good = WRITERS[name](sent)
    at = len(WRITERS[name](sent[:16])) - 24 + place  # the statistics are behind the packets
    segments, capture = read(good[:at] + struct.pack(name[-1] + "I", value) + good[at + 4 :])
    assert [segment.seq for segment in segments] == [seq for seq in range(30) if seq != 16]
    (note,) = capture.notes
    assert str(note).startswith(says)


@pytest.mark.parametrize("name", WRITERS)
def test_a_hole_in_the_file(name: str) -> None:
    # 5 kB are gone or are something else; what is behind them is found again.
    sent = frames(200)
    good = WRITERS[name](sent)
    at, noise = 30_011, random.Random(1).randbytes(5000)
    for bad in (
        good[:at] + good[at + 5000 :],
        good[:at] + noise + good[at:],
        good[:at] + bytes(5000) + good[at + 5000 :],
    ):
        segments, capture = read(bad)
        seqs = [segment.seq for segment in segments]
        assert 0 < len(capture.notes) < 9
        assert seqs[:60] == list(range(60))
        assert seqs[-100:] == list(range(100, 200))


@pytest.mark.parametrize("name", WRITERS)
def test_wherever_a_file_ends(name: str) -> None:
    sent = frames(4)
    good = WRITERS[name](sent)
    complete = len(WRITERS[name]([]))
    for size in range(complete, len(good)):
        segments, capture = read(good[:size])
        assert [segment.seq for segment in segments] == list(range(len(segments)))
        if len(segments) < 3:
            assert len(capture.notes) <= 1
    assert [segment.seq for segment in read(good)[0]] == [0, 1, 2, 3]


@pytest.mark.parametrize("name", WRITERS)
def test_a_search_is_given_up(name: str) -> None:
    segments, capture = read(WRITERS[name](frames(9))[:-1] + b"\xff" * (7 << 20))
    assert [segment.seq for segment in segments] == list(range(len(segments)))
    assert str(capture.notes[-1]).endswith("rest of the file is not read: the next 4,194,304 bytes hold no packet")
    assert capture.progress < 1


def truncated(file: bytearray, rng: random.Random) -> None:
    """Ends somewhere."""
    del file[rng.randrange(len(file)) :]


def shuffled(file: bytearray, rng: random.Random) -> None:
    """A stretch of it in another order."""
    begin = rng.randrange(len(file))
    part = list(file[begin : begin + rng.choice([16, 200, 5000])])
    rng.shuffle(part)
    file[begin : begin + len(part)] = bytes(part)


def flipped(file: bytearray, rng: random.Random) -> None:
    """Some bits."""
    for _ in range(rng.choice([1, 3, 50])):
        file[rng.randrange(len(file))] ^= 1 << rng.randrange(8)


def wrong_length(file: bytearray, rng: random.Random) -> None:
    """A word becomes another one, or 4 GB."""
    at = rng.randrange(max(len(file) - 4, 1)) & ~3
    value = rng.choice([0, 1, 0xFFFFFFFF, 0xFFFFFFFC, 0x80000000, 0x7FFFFFFC, 70_000, rng.getrandbits(32)])
    file[at : at + 4] = struct.pack(rng.choice("<>") + "I", value)


def spliced(file: bytearray, rng: random.Random) -> None:
    """Something is missing, or there twice."""
    begin, end = sorted((rng.randrange(len(file)), rng.randrange(len(file))))
    if rng.random() < 0.5:
        del file[begin:end]
    else:
        file[begin:begin] = file[begin:end]


DAMAGE = (truncated, shuffled, flipped, wrong_length, spliced)


def originals() -> list[bytes]:
    """Of all formats and links, one that is compressed included."""
    kinds = list(LINKS.values())
    made = []
    for number, (write, how, _) in enumerate(FORMATS.values()):
        link, wrap = kinds[number % len(kinds)]
        wrapped = [(packet.time, wrap(packet.raw), len(wrap(packet.raw))) for packet in conversation()]
        made.append(write(wrapped, link=link, **how))
    return [*made, gzip.compress(made[0]), pcap(frames(300)), pcapng(frames(300), resolution=9)]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_hundred_damaged_captures_of_each_kind(damage: Callable[[bytearray, random.Random], None]) -> None:
    rng = random.Random(damage.__name__)
    good = originals()
    refused = 0
    for number in range(100):
        bad = bytearray(good[number % len(good)])
        for _ in range(rng.choice([1, 1, 4])):
            damage(bad, rng)
            if len(bad) < 8:
                break
        try:
            read(bytes(bad))
        except NotACapture:
            refused += 1
    assert refused < 50


class Endless(io.RawIOBase):
    """A file that goes on: a start, then the same piece again and again, as many bytes as asked for."""

    def __init__(self, start: bytes, piece: bytes, size: int) -> None:
        self.waiting, self.piece, self.left = start, piece * (1 + (1 << 18) // len(piece)), size

    def read(self, size: int = -1) -> bytes:
        """At most a piece."""
        size = min(size, self.left)
        while len(self.waiting) < size:
            self.waiting += self.piece
        said, self.waiting = self.waiting[:size], self.waiting[size:]
        self.left -= size
        return said


def peak(file: BinaryIO, size: int) -> int:
    """Bytes of memory that reading it takes, at most."""
    tracemalloc.start()
    try:
        capture = CaptureFile(file, size)
        for _ in capture.segments():
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        pytest.param(pcap([]), pcap([(START, bytes(60_000), 60_000)])[24:], id="large packets"),
        pytest.param(pcap([]), struct.pack("<IIII", 1, 1, 0xFFFFFFF0, 0xFFFFFFF0), id="records of 4 GB"),
        pytest.param(pcap([]), bytes(range(1, 250)) * 7, id="noise"),
        pytest.param(pcapng([]), struct.pack("<II", 6, 0xFFFFFFF0), id="blocks of 4 GB"),
        pytest.param(pcapng([]), block("<", 10, bytes(900_000)), id="large blocks"),
        pytest.param(pcapng([]), block("<", 1, struct.pack("<HHII", 1, 0, 0, 0)), id="interfaces"),
        pytest.param(
            pcapng([])[:28], block("<", 0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1)), id="sections"
        ),
        pytest.param(pcapng([]), struct.pack("<II", 6, 1 << 20), id="lengths that lead nowhere"),
    ],
)
def test_memory_does_not_depend_on_the_file(start: bytes, piece: bytes) -> None:
    size = len(piece) * 100_000 if len(piece) < 100 else 12 << 20
    assert peak(cast(BinaryIO, Endless(start, piece, size)), size) < MOST


def test_a_small_file_that_becomes_a_large_one() -> None:
    content = pcapng([]) + block("<", 10, bytes(900_000)) * 60
    packed = gzip.compress(content)
    assert len(packed) < len(content) / 500
    assert peak(io.BytesIO(packed), len(packed)) < MOST


def headers() -> Iterator[bytes]:
    """Chains of headers that could keep a reader busy."""
    yield MACS + b"\x81\0\0\1" * 20_000
    yield MACS + b"\x88\x47" + b"\0\0\0\x40" * 20_000
    yield MACS + b"\x86\xdd" + bytes(v6(b"", first=0, ahead=bytes(8) * 8000))
    yield MACS + b"\x86\xdd" + bytes(v6(b"", first=60, ahead=(b"\x3c\xff" + bytes(2046)) * 30))


def test_chains_of_headers_end() -> None:
    made = [(START, captured, len(captured)) for captured in headers()]
    segments, capture = read(pcap(made))
    assert not segments
    assert sum(capture.other.values()) == 4
