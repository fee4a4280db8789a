"""Captures read from files of every format and link, beside what dpkt reads; beside tshark in the full run."""

from __future__ import annotations

import gzip
import io
import random
import struct
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import dpkt
import pytest
from captures import (
    CLIENT,
    FORMATS,
    LINKS,
    MACS,
    OTHER,
    SERVER,
    STAMPS,
    START,
    SYN_OPTIONS,
    block,
    conversation,
    expected,
    option,
    pcap,
    pcapng,
    tcp,
    v4,
    v6,
)
from hypothesis import given
from hypothesis import strategies as st
from tshark import program

from inflight.capture.crossing import TCP, Crossing, End
from inflight.capture.frame import frame
from inflight.capture.pcapng import Seen
from inflight.capture.pcapng import pcapng as written
from inflight.capture.reading import CaptureFile, NotACapture, Segment, compressed


def opened(file: bytes) -> CaptureFile:
    """Not read yet."""
    return CaptureFile(io.BytesIO(file), len(file))


def read(file: bytes) -> tuple[list[Segment], CaptureFile]:
    """All of it."""
    capture = opened(file)
    return [segment for batch in capture.segments() for segment in batch], capture


def on(link: str, ip: bytes) -> bytes:
    """As a frame of that link."""
    return LINKS[link][1](ip)


def written_as(name: str, link: str) -> tuple[bytes, int]:
    """The conversation in that format; the ns of its clock's tick."""
    write, how, tick = FORMATS[name]
    frames = [(packet.time, on(link, packet.raw), len(on(link, packet.raw))) for packet in conversation()]
    return write(frames, link=LINKS[link][0], **how), tick


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_on_every_link(name: str, link: str) -> None:
    file, tick = written_as(name, link)
    sent = conversation()
    segments, capture = read(file)
    assert segments == expected(sent, tick)
    assert len(segments) == len(sent) - sum(OTHER.values())
    assert capture.other == OTHER
    assert capture.packets == len(sent)
    # The first of each kind of fragment, of which the rest is not put together.
    assert [note.field for note in capture.notes] == ["fragment", "fragment"]
    assert capture.progress == 1
    assert [each.link for each in capture.interfaces] == [LINKS[link][0]]


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("exponent", [10, 20, 30])
def test_clocks_of_powers_of_two(order: str, exponent: int) -> None:
    frames = [(packet.time, on("Ethernet", packet.raw), 2000) for packet in conversation()]
    segments, capture = read(pcapng(frames, order=order, resolution=0x80 | exponent))
    assert capture.interfaces[0].resolution == 2**exponent
    for segment, packet in zip(segments, expected(conversation()), strict=True):
        assert 0 <= packet.time - segment.time <= 10**9 / 2**exponent + 1
        assert segment._replace(time=packet.time) == packet


@pytest.mark.parametrize("order", "<>")
def test_simple_packets_have_no_time(order: str) -> None:
    frames = [(0, on("Ethernet", packet.raw), len(on("Ethernet", packet.raw))) for packet in conversation()]
    segments, capture = read(pcapng(frames, order=order, kind=3))
    assert segments == [segment._replace(time=0) for segment in expected(conversation())]
    assert "time" in {note.field for note in capture.notes}
    # The snap length of its interface says how much of it was captured: its block doesn't.
    (packet, *_) = frames
    ((segment,), _) = read(pcapng([(0, packet[1][:64], 74)], order=order, kind=3, snap=62))
    assert segment.options == SYN_OPTIONS[:8]


def test_sections_of_both_byte_orders() -> None:
    frames = [(packet.time, on("Linux cooked", packet.raw), 2000) for packet in conversation()]
    first = pcapng(frames[:1], link=113, order="<", resolution=9)
    second = pcapng(frames[1:3], link=113, order=">", resolution=6)
    segments, capture = read(first + second + first)
    assert [(each.number, each.interface, each.source) for each in segments] == [
        (1, 0, CLIENT),
        (2, 1, SERVER),
        (3, 1, CLIENT),
        (4, 2, CLIENT),
    ]
    assert [each.resolution for each in capture.interfaces] == [10**9, 10**6, 10**9]
    assert {each.name for each in capture.interfaces} == {"eth0"}


def test_interfaces_of_a_section_have_their_own_link_and_clock() -> None:
    packet = conversation()[0]
    file = pcapng([], link=1, resolution=9)
    file += block("<", 1, struct.pack("<HHI", 101, 0, 0) + option("<", 2, b"tun0") + option("<", 9, b"\x03"))
    for interface, captured, ticks in ((1, packet.raw, 5000), (0, on("Ethernet", packet.raw), 6 * 10**9)):
        head = struct.pack("<IIIII", interface, ticks >> 32, ticks & 0xFFFFFFFF, len(captured), len(captured))
        file += block("<", 6, head + captured)
    segments, capture = read(file)
    assert [(each.interface, each.time, each.seq) for each in segments] == [
        (1, 5 * 10**9, 2**32 - 6),
        (0, 6 * 10**9, 2**32 - 6),
    ]
    assert [each.name for each in capture.interfaces] == ["eth0", "tun0"]


DATA = tcp(sport=1, dport=2, seq=3, ack=4, flags=0x10, win=5, opts=STAMPS, data=bytes(100))


def test_super_packets_have_no_length_of_their_own() -> None:
    # TSO and BIG TCP: Linux leaves 0 to the card, and what was captured ends with the snap length.
    for packet, at, head in ((v4(DATA), 2, 20), (v6(DATA), 4, 40)):
        ip = bytes(packet)
        captured = on("Ethernet", ip[:at] + bytes(2) + ip[at + 2 :])
        ((segment,), capture) = read(pcap([(START, captured, 14 + head + 32 + 180_000)]))
        assert segment.length == 180_000
        assert not capture.notes


def test_padding_is_no_payload() -> None:
    short = v4(tcp(sport=1, dport=2, flags=0x10))
    for trailer in (6, 10):  # Ethernet's, and a frame check sequence behind it
        captured = on("Ethernet", bytes(short)) + bytes(trailer)
        ((segment,), _) = read(pcap([(START, captured, len(captured))]))
        assert segment.length == 0


@pytest.mark.parametrize("packet", [v4(DATA), v4(DATA, options=b"\x94\x04\0\0"), v6(DATA)], ids=["v4", "options", "v6"])
@pytest.mark.parametrize("link", ["Ethernet", "VLAN", "raw IP"])
def test_snap_lengths(packet: dpkt.ip.IP, link: str) -> None:
    whole = on(link, bytes(packet))
    ((full,), _) = read(pcap([(START, whole, len(whole))], link=LINKS[link][0]))
    fixed = whole.index(STAMPS)
    for snap in range(len(whole)):
        segments, capture = read(pcap([(START, whole[:snap], len(whole))], link=LINKS[link][0], snap=snap))
        if snap < fixed:
            assert not segments
            ((kind, count),) = capture.other.items()
            assert count == 1
            assert kind == "empty" if snap == 0 else "cut by the snap length" in kind
        else:
            assert segments == [full._replace(options=full.options[: snap - fixed])]


def test_headers_that_contradict_each_other_are_named() -> None:
    def noted(ip: bytes) -> tuple[list[Segment], str]:
        captured = on("Ethernet", ip)
        segments, capture = read(pcap([(START, captured, len(captured))]))
        return segments, str(capture.notes[0])

    whole = bytes(v4(DATA))
    segments, note = noted(whole[:2] + struct.pack("!H", 1000) + whole[4:])
    assert [segment.length for segment in segments] == [1000 - 20 - 32]
    assert note == "packet 1: IP total length 1,000 is more than the 152 bytes on the wire"
    assert noted(b"\x43" + whole[1:]) == ([], "packet 1: IP header begins with 0x43, and IPv4's with 0x45 to 0x4f")
    offset = whole[:32] + b"\x40" + whole[33:]
    assert noted(offset) == ([], "packet 1: TCP data offset 4 is allowed from 5 to 15 here")
    total = whole[:2] + struct.pack("!H", 30) + whole[4:]
    assert noted(total) == ([], "packet 1: TCP header has 20 bytes or more, and IP has room for 10")


def test_what_is_no_tcp_is_counted() -> None:
    frames = [MACS + b"\x08\x06" + bytes(28), MACS + b"\x88\xcc" + bytes(20), MACS + b"\0\x26\x42\x42\3" + bytes(35)]
    _, capture = read(pcap([(START, each, len(each)) for each in frames]))
    assert capture.other == {"ARP": 1, "LLDP": 1, "LLC": 1}
    _, capture = read(pcap([(START, bytes(60), 60)] * 2, link=127))
    assert capture.other == {"link type 127": 2}
    assert [str(note) for note in capture.notes] == [
        "packet 1: link type 127 is not read; those that are: 0, 1, 12, 14, 101, 108, 113, 228, 229, 276"
    ]


def test_batches_are_of_packets_so_that_a_page_can_draw() -> None:
    packet = on("Ethernet", bytes(v4(DATA)))
    other = MACS + b"\x08\x06" + bytes(28)
    frames = [(START + at, each, len(each)) for at, each in enumerate([packet] * 5000 + [other] * 5000)]
    capture = opened(pcap(frames))
    sizes, progress = [], [capture.progress]
    for batch in capture.segments():
        sizes.append(len(batch))
        progress.append(capture.progress)
    assert sizes == [4096, 904]
    assert capture.packets == 10_000
    assert progress == sorted(progress)


def compressed_with_zstd(data: bytes) -> bytes:
    """By whichever there is."""
    module = compressed.zstd_module()
    if hasattr(module, "compress"):
        return bytes(module.compress(data))
    pytest.skip("neither Python 3.14 nor the package zstandard")


@pytest.mark.parametrize("compress", [gzip.compress, compressed_with_zstd])
def test_compressed_files(compress: Callable[[bytes], bytes]) -> None:
    file, _ = written_as("pcapng ns <", "Ethernet")
    whole, _ = read(file)
    half = len(file) // 2
    for packed in (compress(file), compress(file[:half]) + compress(file[half:])):
        segments, capture = read(packed)
        assert segments == whole
        assert capture.progress == 1


@pytest.mark.parametrize("compress", [gzip.compress, compressed_with_zstd])
def test_compressed_files_with_damage(compress: Callable[[bytes], bytes]) -> None:
    # 500 kB that cannot be compressed: zstd gives its content in blocks of 128 KiB (RFC 8878 §3.1.1.2.4).
    noise = random.Random(3)
    frames = [on("Ethernet", bytes(v4(tcp(seq=each, data=noise.randbytes(960))))) for each in range(500)]
    packed = compress(pcap([(START + at, each, len(each)) for at, each in enumerate(frames)]))
    segments, capture = read(packed[:-9])
    assert [segment.seq for segment in segments] == list(range(len(segments)))
    assert len(segments) >= 370
    assert capture.notes[-1].text.endswith("data ends too early")
    segments, capture = read(packed[:300_000] + b"\xff" * 4000 + packed[304_000:])
    assert [segment.seq for segment in segments[:200]] == list(range(200))
    assert "data is damaged" in capture.notes[-1].text


def test_zstd_without_zstd_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compressed, "_zstd", None)
    with pytest.raises(NotACapture, match=r"zstd -d FILE.*Python 3\.14.*pip install zstandard"):
        opened(b"\x28\xb5\x2f\xfd" + bytes(20))


@pytest.mark.parametrize(
    ("file", "says"),
    [
        (b"", "is empty"),
        (b"PK\3\4" + bytes(30), "ZIP archive: unpack it"),
        (b"<!doctype html><title>Moved</title>", r"3c 21 64.*“<!doctype ht”: it is text"),
        (gzip.compress(b"what is this?", mtime=0), "77 68 61 74"),
        (b"\x1f\x8b\x08" + b"\xff" * 40, "cannot be unpacked"),
        (pcap([])[:20], "ends after 20 bytes; its header alone has 24"),
        (pcapng([])[:26], "ends after 26 bytes"),
        (pcapng([])[:8] + b"\1\2\3\4" + bytes(20), "byte-order magic is 01 02 03 04"),
    ],
)
def test_what_is_no_capture_is_told_what_it_is(file: bytes, says: str) -> None:
    with pytest.raises(NotACapture, match=says):
        opened(file)


def crossings() -> st.SearchStrategy[Crossing]:
    """Any segment that a run could have."""
    word = st.integers(0, 2**32 - 1)
    ends = st.sampled_from([End("10.0.0.1", 40000), End("192.0.2.7", 5201), End("255.255.255.254", 65535)])
    return st.builds(
        Crossing,
        sent=st.just(0.0),
        arrived=st.just(0.0),
        source=ends,
        target=ends,
        flags=st.sets(st.sampled_from("FSRPAEW")).map("".join),
        seq=word,
        ack=word,
        length=st.integers(0, 65_000),
        window=st.integers(0, 65_535),
        options=st.integers(0, 10).flatmap(lambda words: st.binary(min_size=4 * words, max_size=4 * words)),
        ecn=st.integers(0, 3),
        what=st.just(TCP),
        about=st.none(),
    )


@given(
    st.lists(
        st.tuples(crossings(), st.integers(0, 2**60), st.integers(0, 2), st.text(max_size=9), st.booleans()), max_size=9
    )
)
def test_what_we_write_we_read(packets: list[tuple[Crossing, int, int, str, bool]]) -> None:
    def seen() -> Iterator[Seen]:
        for number, (crossing, time, interface, comment, payload) in enumerate(packets, 1):
            captured, length = frame(crossing, number, ecn=crossing.ecn, payload=payload)
            yield interface, time, captured, length, comment

    names = [("a", "first"), ("b", "second"), ("", "")]
    segments, capture = read(b"".join(written(names, seen(), application="tests", comment="none")))
    assert not capture.notes
    assert [each.name for each in capture.interfaces] == ["a", "b", ""]
    for number, (segment, (crossing, time, interface, *_)) in enumerate(zip(segments, packets, strict=True), 1):
        assert (segment.number, segment.time, segment.interface) == (number, time, interface)
        assert (segment.source_port, segment.target_port) == (crossing.source.port, crossing.target.port)
        assert ".".join(map(str, segment.source)) == crossing.source.address
        assert (segment.seq, segment.ack, segment.window) == (crossing.seq, crossing.ack, crossing.window)
        assert (segment.length, segment.options) == (crossing.length, crossing.options)
        assert (segment.ecn, segment.ttl, segment.ident) == (crossing.ecn, 64, number)


FIELDS = (
    *("frame.number", "frame.time_epoch", "ip.src", "ip.dst", "ipv6.src", "ipv6.dst", "tcp.srcport", "tcp.dstport"),
    *("tcp.seq_raw", "tcp.ack_raw", "tcp.flags", "tcp.window_size_value", "tcp.len", "tcp.options", "ip.ttl"),
    *("ipv6.hlim", "ip.dsfield.ecn", "ipv6.tclass.ecn", "ip.id"),
)


def by_tshark(file: Path) -> list[tuple[object, ...]]:
    """What tshark prints of each TCP packet of the file, in the order of a Segment's fields, without the interface."""
    tshark = program()
    plainly = ["-o", "ip.defragment:FALSE", "-o", "ipv6.defragment:FALSE", "-o", "tcp.desegment_tcp_streams:FALSE"]
    fields = [word for field in FIELDS for word in ("-e", field)]
    command = [tshark, "-r", str(file), *plainly, "-Y", "tcp", "-T", "fields", "-E", "occurrence=f", *fields]
    rows = []
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        row = dict(zip(FIELDS, line.split("\t"), strict=True))
        seconds, fraction = row["frame.time_epoch"].split(".")
        words = ("tcp.srcport", "tcp.dstport", "tcp.seq_raw", "tcp.ack_raw", "tcp.flags", "tcp.window_size_value")
        rows.append(
            (
                int(row["frame.number"]),
                int(seconds) * 10**9 + int(fraction.ljust(9, "0")),
                row["ip.src"] or row["ipv6.src"],
                row["ip.dst"] or row["ipv6.dst"],
                *(int(row[word], 0) for word in words),
                int(row["tcp.len"]) if row["tcp.len"] else None,  # it doesn't say for a fragment
                row["tcp.options"],
                int(row["ip.ttl"] or row["ipv6.hlim"]),
                int(row["ip.dsfield.ecn"] or row["ipv6.tclass.ecn"]),
                int(row["ip.id"], 0) if row["ip.id"] else -1,
            )
        )
    return rows


def as_tshark(segment: Segment) -> tuple[object, ...]:
    """The same of ours."""
    inet = dpkt.utils.inet_to_str
    number, time, _, source, target, *numbers, options, ttl, ecn, ident = segment
    return number, time, inet(source), inet(target), *numbers, options.hex(), ttl, ecn, ident


# Each format and each link once. Not the clock of ps: 0.23 s × 10⁹ in its ticks is more than tshark's 64 bits hold.
BY_TSHARK = [(name, "Ethernet") for name in FORMATS if "ps" not in name] + [("pcap µs <", link) for link in LINKS]


@pytest.mark.full
@pytest.mark.parametrize(("name", "link"), BY_TSHARK)
def test_tshark_reads_the_same(name: str, link: str, tmp_path: Path) -> None:
    file, _ = written_as(name, link)
    path = tmp_path / "a.pcap"
    path.write_bytes(file)
    segments, _ = read(file)
    ours = [as_tshark(segment) for segment in segments]
    for our, their in zip(ours, by_tshark(path), strict=True):
        assert our == tuple(mine if said is None else said for mine, said in zip(our, their, strict=True))
