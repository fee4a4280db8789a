"""What is read out of captures is held to what the kernel said of itself while they were taken (Linux 6.1)."""

from __future__ import annotations

import gzip
import json
import struct
from dataclasses import replace
from functools import cache
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from inflight.cli import main
from inflight.figure.slices import finish
from inflight.yours.book import Read, Source, read
from inflight.yours.confusion import Confusion, hold
from inflight.yours.connection.half import Half
from inflight.yours.labels import LabelError, Labelled, load
from inflight.yours.limits.limit import CONGESTION_WINDOW, Limit
from inflight.yours.told.connection import busier

CAPTURES = Path(__file__).parent / "captures"
ALL = load(CAPTURES)
PLACES = ("sender", "receiver")
SHUFFLED = {"loss_reorder", "path_reorder"}
"""Their network reorders packets."""


@cache
def opened(path: Path) -> Read:
    return finish(read(Source(str(path), path.name)))


def half(labelled: Labelled, place: str) -> Half:
    connection = opened(labelled.captures[place]).connections[0]
    return connection.halves[busier(connection)]


def samples(labelled: Labelled, name: str) -> Any:
    """The kernel's last word on it."""
    said = json.loads((CAPTURES / f"{labelled.name}.json").read_text(encoding="utf-8"))["samples"][name]
    return [each for each in said if each is not None][-1] if isinstance(said, list) else said


@cache
def confused() -> Confusion:
    confusion = Confusion()
    for labelled in ALL:
        hold(labelled, confusion)
    return confusion


@pytest.mark.parametrize(("place", "right"), [("sender", 0.90), ("receiver", 0.75)])
def test_the_limit_is_named_right(place: str, right: float) -> None:
    score = confused().places[place]
    assert score.right >= right * score.labelled
    assert score.sure_and_wrong <= 0.03 * score.labelled


def test_every_limit_is_known_when_it_is_seen() -> None:
    """No limit is good only on the average: of each, three quarters are named right at the sender."""
    for truth, row in confused().as_dict()["places"]["sender"]["matrix"].items():
        assert row.get(truth, 0) >= 0.75 * sum(row.values()), truth


@pytest.mark.parametrize("labelled", ALL, ids=lambda each: each.name)
def test_numbers_are_those_of_the_kernel(labelled: Labelled) -> None:
    """`tcpi_total_retrans`, `tcpi_min_rtt` and `tcpi_bytes_acked` of the sending socket."""
    seen = half(labelled, "sender")
    syns = opened(labelled.captures["sender"]).connections[0].opening
    again = len(syns.syns) - 1 + len(syns.answers) - 1  # counted by the socket that sent them, and only there
    assert seen.resent <= samples(labelled, "total_retrans") <= seen.resent + again
    if labelled.name not in SHUFFLED:
        assert isclose(seen.base_rtt * 1000, samples(labelled, "min_rtt"), rel_tol=0.01, abs_tol=0.1)
    acked = samples(labelled, "bytes_acked") * 1000
    assert acked <= seen.bytes + 1000


@pytest.mark.parametrize("labelled", ALL, ids=lambda each: each.name)
def test_where_a_capture_was_taken_is_found_out(labelled: Labelled) -> None:
    assert labelled.flow is not None
    for place in PLACES:
        connection = opened(labelled.captures[place]).connections[0]
        client_sends = busier(connection) == 0
        assert connection.viewpoint.place() == ("client" if client_sends == (place == "sender") else "server")


def test_a_capture_that_begins_late_is_seldom_sure_and_wrong(tmp_path: Path) -> None:
    """Without the handshake nobody knows what a window is worth."""
    confusion = Confusion()
    for labelled in ALL:
        for path in labelled.captures.values():
            (tmp_path / path.name).write_bytes(gzip.compress(_without_first(gzip.decompress(path.read_bytes()), 40), 1))
        late = {place: tmp_path / path.name for place, path in labelled.captures.items()}
        hold(replace(labelled, captures=late), confusion)
    for score in confusion.places.values():
        assert score.right >= 0.5 * score.labelled
        assert score.sure_and_wrong <= 0.03 * score.labelled


def _without_first(pcap: bytes, count: int) -> bytes:
    at = 24
    for _ in range(count):
        at += 16 + struct.unpack_from("<I", pcap, at + 8)[0]
    return pcap[:24] + pcap[at:]


def test_the_command_line_prints_the_confusion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(CAPTURES), "--labels", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert set(said["places"]) == set(PLACES)
    assert len(said["captures"]) == 2 * len(ALL)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"intervals": [{"from": 0, "to": 1, "limit": "luck"}]}, "'luck' is no limit; choose from handshake"),
        ({"intervals": [{"from": 2, "to": 1, "limit": "rto"}]}, "an interval from 2.0 to 1.0 s"),
        ({"captures": {"sender": "gone.pcap"}}, "the capture at the sender, gone.pcap, is not there"),
        ({"intervals": 3}, "is not a label file"),
    ],
    ids=["limit", "interval", "file", "shape"],
)
def test_bad_labels_are_named(change: dict[str, object], message: str, tmp_path: Path) -> None:
    label = {"captures": {}, "intervals": [], **change}
    (tmp_path / "one.json").write_text(json.dumps(label), encoding="utf-8")
    with pytest.raises(LabelError, match=message):
        load(tmp_path)


def test_labels_may_use_the_words_of_ss_and_leave_out_what_names_say(tmp_path: Path) -> None:
    said = ["rwnd_limited", "Send buffer", "cwnd", "app_limited"]
    intervals = [{"from": place, "to": place + 1, "limit": name} for place, name in enumerate(said)]
    (tmp_path / "one.json").write_text(json.dumps({"intervals": intervals}), encoding="utf-8")
    (tmp_path / "one.sender.pcap.gz").write_bytes(b"")
    [labelled] = load(tmp_path)
    assert labelled.captures == {"sender": tmp_path / "one.sender.pcap.gz"}
    assert [label.limits for label in labelled.labels] == [
        (Limit.RECEIVE_WINDOW,),
        (Limit.SEND_BUFFER,),
        CONGESTION_WINDOW,
        (Limit.IDLE, Limit.PACE),
    ]


def test_the_page_shows_this_confusion() -> None:
    """`inflight read tests/kernel/captures --labels --json > docs/confusion.json` makes it."""
    page = Path(__file__).parents[2] / "docs" / "confusion.json"
    assert json.loads(page.read_text(encoding="utf-8")) == confused().as_dict()
