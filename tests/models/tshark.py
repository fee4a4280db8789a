"""What tshark says of a capture: as recorded in `tests/golden/tshark`, or from the program itself, if there is one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from inflight.capture.crossing import Capture, Crossing
from inflight.capture.options import of_segment, of_syn, scale_in
from inflight.capture.tcp import FLAGS
from inflight.capture.wireshark import Analysis, Packet
from inflight.capture.write import write
from inflight.scenes.captured.words import ENDS, points_of
from inflight.scenes.tcpdump import SIDES

GOLDEN = Path(__file__).parents[1] / "golden/tshark"
RECORDINGS = Path(__file__).parents[1] / "kernel/recordings/6.1"
LIST = ["-Y", "tcp.analysis.flags", "-T", "fields", "-e", "frame.number", "-e", "_ws.col.Info"]

Marks = dict[int, list[str]]
"""Of packets, by their numbers: `TCP Dup ACK 46#1`."""


def marks(printed: str) -> Marks:
    """From the column Info."""
    rows = (line.split("\t", 1) for line in printed.splitlines())
    return {int(number): sorted(re.findall(r"\[(TCP [^\]]+)\]", info)) for number, info in rows}


def recorded(name: str) -> Marks:
    return marks((GOLDEN / f"{name}.txt").read_text("utf-8"))


def program() -> str:
    """Where tshark is; a test without it is skipped."""
    found = shutil.which("tshark")
    if not found:
        pytest.skip("tshark is not installed: apt-get install tshark")
    return found


def asked(file: bytes, folder: Path) -> str:
    """What the program prints now; a test without it is skipped."""
    path = folder / "run.pcapng"
    path.write_bytes(file)
    command = [program(), "-r", str(path), *LIST]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def written(crossings: Sequence[Crossing], side: int = 0) -> bytes:
    """The file of a capture at one side."""
    capture = Capture(points_of(SIDES), lambda: crossings)
    return b"".join(write(capture, SIDES[side : side + 1], payload=False, application="", comment=""))


def ours(crossings: Sequence[Crossing]) -> Marks:
    """What our rules say of a capture at the side that sees all when it leaves."""
    analysis = Analysis()
    found: Marks = {}
    for number, each in enumerate(crossings, 1):
        flags = sum(FLAGS[letter] for letter in each.flags)
        shift = scale_in(each.options) if "S" in each.flags else None
        numbers = each.seq % 2**32, each.ack % 2**32, each.length, flags, each.window
        packet = Packet(number, round(each.sent * 1e9), ENDS.index(each.source), *numbers, shift)
        if remarks := analysis.remarks(packet):
            found[number] = sorted(map(str, remarks))
    return found


def of_kernel(recording: str) -> list[Crossing]:
    """What a sender on Linux captured: packets of a recording, without the options that nobody has noted."""
    whole = json.loads((RECORDINGS / f"{recording}.json").read_text("utf-8"))
    shift = whole["summary"]["flows"][0]["wscale_snd"]

    def each() -> Iterator[Crossing]:
        for t, way, flags, seq, ack, length, window in whole["packets"]:
            side = "><".index(way)
            syn = of_syn(mss=1460, sack=True, stamps=(1, 0), wscale=shift)
            yield Crossing(
                sent=t,
                arrived=t,
                source=ENDS[side],
                target=ENDS[1 - side],
                flags=flags,
                seq=seq,
                ack=ack,
                length=length,
                window=window,
                options=syn if "S" in flags else of_segment(stamps=(1, 1)),
            )

    return list(each())
