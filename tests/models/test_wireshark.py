"""Our rules against the program they are about: what tshark wrote of the same packets."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import tshark
from test_capture import taken

from inflight.capture.crossing import Crossing
from inflight.capture.options import of_syn
from inflight.figure.catalogue import find
from inflight.scenes.captured.words import ENDS
from inflight.scenes.tcpdump import SIDES

FIGURE = find("reading-a-capture")
# Those that choose their end are one of these, seen from there.
STORIES = [(preset, point) for preset in FIGURE.model.presets if "point" not in preset.values for point in SIDES]
KERNEL = ("A_packets_loss5", "A_packets_cubic_overflow", "A_packets_tail_loss")


def named(case: object) -> str:
    return getattr(case, "id", str(case))


def of_figure(values: dict[str, object]) -> tshark.Marks:
    """What the figure's list of packets says."""
    *_, result = FIGURE.run(FIGURE.fill(values))
    (column,) = [each for each in result.tables["list"].columns if each.name == "Wireshark"]
    said = [column.words[int(value)] for value in column.values]
    return {number: sorted(text.split(", ")) for number, text in enumerate(said, 1) if text != "–"}


def file_of(values: dict[str, object], point: str) -> bytes:
    return taken("reading-a-capture", values, points=(point,))


@pytest.mark.parametrize(("preset", "point"), STORIES, ids=named)
def test_the_figure_says_what_tshark_wrote(preset, point) -> None:
    # what tshark was given was of Linux 6.1
    assert of_figure({**preset.values, "kernel": "6.1", "point": point}) == tshark.recorded(f"{preset.id}-{point}")


@pytest.mark.parametrize("recording", KERNEL)
def test_of_packets_of_linux_too(recording: str) -> None:
    assert tshark.ours(tshark.of_kernel(recording)) == tshark.recorded(recording)


def test_a_linux_sender_sends_again_and_wireshark_sees_disorder() -> None:
    """What the chapter says of the recording: 36 are sent again, and 45 of 82 repeated ACKs are “Window Update”.

    The receiver opens its window with each segment, in order or not (`tcp_grow_window`).
    """
    packets, said = tshark.of_kernel("A_packets_cubic_overflow"), tshark.recorded("A_packets_cubic_overflow")
    again, repeated = Counter(), Counter()
    behind = ack = 0
    for number, packet in enumerate(packets, 1):
        words = re.sub(r" \d+#\d+", "", "".join(said.get(number, [])))
        if packet.length:
            again[words] += packet.seq < behind
            behind = max(behind, packet.seq + packet.length)
        elif packet.source == ENDS[1]:
            repeated[words] += packet.ack == ack
            ack = packet.ack
    assert +again == {"TCP Out-Of-Order": 35, "TCP Retransmission": 1}
    assert +repeated == {"TCP Window Update": 45, "TCP Dup ACK": 37}


@pytest.mark.full
@pytest.mark.parametrize(("preset", "point"), STORIES, ids=named)
def test_tshark_still_says_it(preset, point, tmp_path: Path) -> None:
    values = {**preset.values, "point": point}
    assert tshark.marks(tshark.asked(file_of(values, point), tmp_path)) == of_figure(values)


@pytest.mark.full
@pytest.mark.parametrize("recording", KERNEL)
def test_tshark_still_says_it_of_linux(recording: str, tmp_path: Path) -> None:
    packets = tshark.of_kernel(recording)
    assert tshark.marks(tshark.asked(tshark.written(packets), tmp_path)) == tshark.ours(packets)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(20))
def test_tshark_agrees_whatever_is_lost(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)

    def some(most: int) -> str:
        return ",".join(map(str, sorted(rng.sample(range(1, 50), rng.randrange(most)))))

    point = rng.choice(SIDES)
    values = {
        "point": point,
        "lose": some(8),
        "lose_acks": some(8),
        "late": some(4),
        "late_by": rng.choice((1, 5, 20, 100)),
        "missed": some(6),
        "pause": rng.choice((0, 0, 1)),
        "rcvbuf": rng.choice((0, 16384, 65536)),
        "tlp": rng.random() < 0.5,
        "size": 80,
        "rtt": rng.choice((1, 10, 80)),
    }
    assert tshark.marks(tshark.asked(file_of(values, point), tmp_path)) == of_figure(values)


def nonsense(rng: random.Random) -> Iterator[Crossing]:
    """Packets that make little sense together: any number may come, on either side of what was expected."""
    first = 1 << 20, 1 << 21  # 0 would be “not known” to Wireshark
    time = 0.0

    def packet(side: int, flags: str, seq: int, ack: int, length: int, window: int, scale: int | None) -> Crossing:
        options = of_syn(mss=1460, sack=True, stamps=(1, 0), wscale=scale) if "S" in flags else b""
        ends = ENDS[side], ENDS[1 - side]
        return Crossing(time, time, *ends, flags, seq, ack, length=length, window=window, options=options)

    if rng.random() < 0.8:
        yield packet(0, "S", first[0] - 1, 0, 0, 64240, rng.choice((None, 0, 7)))
        time += 0.02
        yield packet(1, "SA", first[1] - 1, first[0], 0, 65160, rng.choice((None, 0, 2)))
        yield packet(0, "A", first[0], first[1], 0, 500, None)
    ends, acked, windows = list(first), list(first), [500, 500]
    for _ in range(400):
        time += rng.choice((0, 0.0001, 0.001, 0.004, 0.015, 0.03, 0.2))
        side = rng.choice((0, 0, 1))
        other = 1 - side
        if rng.random() < 0.15:
            windows[side] = rng.choice((0, 500, 600, 1, 10))
        if rng.random() < 0.4:
            acked[other] = max(acked[other], ends[other] + rng.choice((-1000, 0, 0, 0, -100, 100, 500)))
        ack = acked[other] - 100 * (rng.random() < 0.05)
        seq = ends[side] + rng.choice((0, 0, 0, 0, 0, -1, -1, -100, -1000, -500, 100, 1000))
        length = rng.choice((0, 0, 1, 100, 1000, 100, 500))
        if rng.random() < 0.1:
            length = max(0, min(2000, acked[side] + windows[other] - seq))
        ends[side] = max(ends[side], seq + length)
        yield packet(side, "FA" if rng.random() < 0.01 else "A", seq, ack, length, windows[side], None)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(10))
def test_tshark_agrees_about_nonsense(seed: int, tmp_path: Path) -> None:
    packets = list(nonsense(random.Random(seed)))
    assert tshark.marks(tshark.asked(tshark.written(packets), tmp_path)) == tshark.ours(packets)
