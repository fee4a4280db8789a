"""Captures of runs, read back by a parser that knows nothing of the models (dpkt), and by tshark in the full run."""

from __future__ import annotations

import io
import math
import subprocess
from itertools import pairwise
from pathlib import Path

import dpkt
import pytest
from captured import ips, last, packets, taken
from tshark import program

from inflight.bridge.captures import NoCapture
from inflight.capture.checksum import checksum
from inflight.capture.options import of_segment, of_syn
from inflight.cli import main
from inflight.figure.catalogue import catalogue, find
from inflight.figure.parameters import ParameterError

SLOW = {"idle-restart", "syn-flood", "tcp-metrics"}

CANNOT_BE_CAPTURED = {("loss-and-rtt", "jumbo-frames"), ("offload", "big-tcp")}
"""Segments of another size than the model's, and IPv6."""

CAPTURED = [entry.id for entry in catalogue().values() if entry.points]


def internet_sum(data: bytes) -> int:
    """RFC 1071 over a header with its checksum in place: 0 if it is right."""
    return int(dpkt.dpkt.in_cksum(data))


@pytest.mark.parametrize("experiment", CAPTURED)
def test_every_packet_is_well_formed(experiment: str) -> None:
    # Both checksums are computed again by dpkt, over headers and payload.
    before = -math.inf
    seen = 0
    for time, ip in ips(taken(experiment, payload=True)):
        assert time >= before
        before, seen = time, seen + 1
        assert internet_sum(bytes(ip)[: ip.hl * 4]) == 0
        body = bytes(ip.data)
        assert len(body) == ip.len - ip.hl * 4
        if ip.p == dpkt.ip.IP_PROTO_ICMP:
            assert internet_sum(body) == 0
            continue
        pseudo = ip.src + ip.dst + bytes((0, ip.p)) + len(body).to_bytes(2, "big")
        assert internet_sum(pseudo + body) == 0
        if ip.p == dpkt.ip.IP_PROTO_UDP:
            assert ip.data.ulen == len(body)
            continue
        tcp = ip.data
        assert sum(2 if kind > 1 else 1 for kind, _ in dpkt.tcp.parse_opts(tcp.opts)) <= len(tcp.opts)
    assert seen >= 2


@pytest.mark.parametrize("experiment", ["congestion-window", "loss-recovery", "slow-start", "three-windows"])
def test_numbers_are_those_of_the_figure(experiment: str) -> None:
    # What the figure draws, packet by packet, against what stands in the headers; the first byte is 1 there.
    result = last(experiment, {})
    sent, acks = result.tables["packets"], result.tables["acks"]
    found = list(packets(taken(experiment)))
    data = [tcp for _, ip, tcp in found if ip.len - ip.hl * 4 > tcp.off * 4 or tcp.flags & dpkt.tcp.TH_FIN]
    assert [tcp.seq - 1 for tcp in data] == list(sent["seq"])
    answers = [tcp for _, _, tcp in found if tcp.sport == 5201 and not tcp.flags & dpkt.tcp.TH_SYN]
    arrived = [row for row, time in enumerate(acks["arrived"]) if time == time]
    assert [tcp.ack - 1 for tcp in answers] == [acks["ack"][row] for row in arrived]
    (syn_ack,) = [tcp for _, _, tcp in found if tcp.sport == 5201 and tcp.flags & dpkt.tcp.TH_SYN]
    shift = next(value[0] for kind, value in dpkt.tcp.parse_opts(syn_ack.opts) if kind == dpkt.tcp.TCP_OPT_WSCALE)
    assert [tcp.win << shift for tcp in answers] == [acks["window"][row] for row in arrived]
    for tcp, row in zip(answers, arrived, strict=True):
        blocks = [value for kind, value in dpkt.tcp.parse_opts(tcp.opts) if kind == dpkt.tcp.TCP_OPT_SACK]
        first = acks["sack_start"][row]
        assert bool(blocks) == (first == first)
        if blocks:
            start, behind = (int.from_bytes(blocks[0][at : at + 4], "big") for at in (0, 4))
            assert (start - 1, behind - 1) == (first, acks["sack_end"][row])


@pytest.mark.parametrize(
    "experiment",
    # A bulk transfer takes seconds for each of its presets.
    [pytest.param(id, marks=[pytest.mark.full] * (id in SLOW or "receiver" in find(id).points)) for id in CAPTURED],
)
def test_every_preset_has_packets(experiment: str) -> None:
    for preset in find(experiment).model.presets:
        if (experiment, preset.id) in CANNOT_BE_CAPTURED:
            with pytest.raises(NoCapture, match="at these settings"):
                taken(experiment, dict(preset.values))
        else:
            assert any(ips(taken(experiment, dict(preset.values)))), preset.name


def test_what_is_sent_again_is_the_same() -> None:
    bytes_at: dict[int, int] = {}
    again = 0
    for _, _, tcp in packets(taken("congestion-window", payload=True)):
        for place, value in enumerate(tcp.data if tcp.dport == 5201 else b"", tcp.seq):
            again += place in bytes_at
            assert bytes_at.setdefault(place, value) == value
    assert again > 0


def test_both_ends_in_one_file() -> None:
    # Each end sees its own packets when they leave and the other's when they come; what was dropped, one end only.
    file = taken("congestion-window", points=("sender", "receiver"))
    reader = dpkt.pcapng.Reader(io.BytesIO(file))
    times: dict[int, list[float]] = {}
    for time, frame in reader:
        ip = dpkt.ethernet.Ethernet(frame).data
        times.setdefault(ip.id, []).append(time)
    result = last("congestion-window", {})
    lost = sum(fate > 0 for fate in result.tables["packets"]["fate"])
    assert lost > 0
    assert sum(len(each) == 1 for each in times.values()) == lost
    assert all(first < second for each in times.values() for first, second in pairwise(each))
    assert file.count(b"dropped: the queue was full") == lost


def test_options_are_those_of_linux() -> None:
    # `tcpdump -x` of the first two segments of a connection of Linux 6.1: kind, length and order.
    syn = of_syn(mss=1460, sack=True, stamps=(0x01020304, 0), wscale=7)
    assert syn.hex() == "020405b4" + "0402" + "080a0102030400000000" + "01030307"
    assert of_segment(stamps=(1, 2)).hex() == "0101080a0000000100000002"
    sacked = of_segment(stamps=(1, 2), sacks=[(1449, 2897)])
    assert sacked.hex() == "0101080a0000000100000002" + "0101050a" + "000005a9" + "00000b51"


def test_the_checksum_of_the_rfc() -> None:
    assert checksum(bytes.fromhex("0001f203f4f5f6f7")) == 0xFFFF - 0xDDF2  # RFC 1071 §3


@pytest.mark.parametrize("experiment", [entry.id for entry in catalogue().values() if not entry.points][:3])
def test_where_there_is_nothing_to_capture(experiment: str) -> None:
    with pytest.raises(NoCapture, match=experiment):
        taken(experiment, points=("sender",))


def test_bad_input_is_named() -> None:
    with pytest.raises(NoCapture, match=r"'router'.*sender, receiver"):
        taken("congestion-window", points=("router",))
    with pytest.raises(ParameterError, match="rtt"):
        taken("congestion-window", {"rtt": 1e9})


def test_the_command_line_writes_the_same_file(tmp_path: Path) -> None:
    file = tmp_path / "run.pcapng"
    assert main(["run", "loss-recovery", "--pcap", str(file), "--pcap-at", "receiver"]) == 0
    assert file.read_bytes() == taken("loss-recovery", points=("receiver",))


def test_a_file_stays_when_its_run_cannot_be(tmp_path: Path) -> None:
    file = tmp_path / "run.pcapng"
    file.write_bytes(b"yesterday's")
    assert main(["run", "loss-recovery", "--pcap", str(file), "--pcap-at", "router"]) == 2
    assert file.read_bytes() == b"yesterday's"


@pytest.mark.full
@pytest.mark.parametrize("experiment", CAPTURED)
def test_tshark_finds_nothing_malformed(experiment: str, tmp_path: Path) -> None:
    tshark = program()
    file = tmp_path / "run.pcapng"
    for points in ([point] for point in find(experiment).points):
        file.write_bytes(taken(experiment, points=points, payload=True))
        checked = ("ip", "tcp", "udp", "icmp")
        checks = [word for name in checked[:3] for word in ("-o", f"{name}.check_checksum:TRUE")]
        wrong = " || ".join(["_ws.malformed", *(f"{name}.checksum.status == 0" for name in checked)])
        command = [tshark, "-r", str(file), *checks, "-Y", wrong]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""
