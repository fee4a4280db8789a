"""A reader's own capture, as the page and the command line tell of it."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from inflight.bridge.answers import ask
from inflight.bridge.captures import capture
from inflight.cli import main
from inflight.figure.catalogue import find
from inflight.figure.slices import finish
from inflight.yours import shapes
from inflight.yours.book import CaptureError, Source, forget, read
from inflight.yours.desk import overview
from inflight.yours.told.connection import told


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    forget()


def taken(experiment: str, path: Path, point: int = 0, **parameters: object) -> Path:
    """A run's capture, at its first or second point."""
    path.write_bytes(finish(capture(experiment, parameters, 1, [find(experiment).points[point]], payload=False)))
    return path


def answer(question: str, **arguments: Any) -> Any:
    asked = ask(question, json.dumps(arguments))
    while not asked.step(1000):
        pass
    return json.loads(asked.text())


def test_the_page_is_told_what_the_shapes_promise(tmp_path: Path) -> None:
    path = taken("send-buffer", tmp_path / "a.pcapng", size=2)
    files = [{"path": str(path), "name": "a.pcapng"}]
    whole = answer("capture_read", files=files)
    TypeAdapter(shapes.CaptureRead).validate_python(whole, strict=True)
    assert [row["limit"] for row in whole["connections"]] == ["send-buffer"]
    one = answer("capture_connection", files=files, id=0)
    TypeAdapter(shapes.ConnectionTold).validate_python(one, strict=True)
    assert one["taken_at"] == "client"
    way = one["directions"][0]
    assert way["bytes"] == 2_000_000
    assert way["series"]["acked"][-1] == 2_000_000
    assert sum(share["seconds"] for share in way["shares"]) == pytest.approx(one["row"]["seconds"], rel=0.02)


def test_both_ends_of_a_connection_are_told_apart(tmp_path: Path) -> None:
    paths = [taken("send-buffer", tmp_path / f"{point}.pcapng", point, size=3) for point in (0, 1)]
    files = [{"path": str(path), "name": path.name} for path in paths]
    whole = answer("capture_read", files=files)
    places = [answer("capture_connection", files=files, id=row["id"])["taken_at"] for row in whole["connections"]]
    assert places == ["client", "server"]
    assert [row["limit"] for row in whole["connections"]] == ["send-buffer", "send-buffer"]


def test_intervals_follow_one_another(tmp_path: Path) -> None:
    path = taken("congestion-window", tmp_path / "a.pcapng")
    [connection] = finish(read(Source(str(path), "a"))).connections
    [way] = told(0, connection, connection.start_ns)["directions"]
    ends = [(each["start"], each["end"]) for each in way["intervals"]]
    assert all(start < end for start, end in ends)
    assert all(end == pytest.approx(start, abs=1e-6) for (_, end), (start, _) in pairwise(ends))
    assert {"slow-start", "path", "loss"} <= {each["limit"] for each in way["intervals"]}


def test_a_file_that_is_no_capture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("SYN, SYN-ACK, ACK", encoding="utf-8")
    with pytest.raises(CaptureError, match=r"notes\.txt: .*pcap and pcapng"):
        finish(read(Source(str(path), "notes.txt")))
    assert main(["read", str(path)]) == 2
    assert "pcapng" in capsys.readouterr().err


def test_a_connection_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = taken("send-buffer", tmp_path / "a.pcapng", size=1)
    assert main(["read", str(path), "--connection", "7"]) == 2
    assert "--connection 7: not a connection; allowed are 0 to 0" in capsys.readouterr().err


def damaged(data: bytes, chance: random.Random) -> bytes:
    """The same bytes, cut, turned over, shuffled or with a length of 4 GB."""
    changed = bytearray(data)
    kind = chance.randrange(5)
    if kind == 0:
        return bytes(changed[: chance.randrange(len(changed))])
    at = chance.randrange(24, len(changed) - 200)
    if kind == 1:
        for _ in range(chance.randrange(1, 200)):
            changed[chance.randrange(24, len(changed))] ^= 1 << chance.randrange(8)
    elif kind == 2:
        piece = changed[at : at + 150]
        chance.shuffle(piece)
        changed[at : at + 150] = piece
    elif kind == 3:
        changed[at : at + 4] = b"\xff\xff\xff\xff"
    else:
        del changed[at : at + chance.randrange(1, 100)]
    return bytes(changed)


def test_no_damage_stops_the_reader(tmp_path: Path) -> None:
    """500 damaged captures: each is told of, or refused in words."""
    whole = [
        taken(experiment, tmp_path / f"{experiment}.pcapng").read_bytes()
        for experiment in ("nagle-delayed-ack", "loss-recovery")
    ]
    path, refused = tmp_path / "damaged.pcapng", 0
    chance = random.Random(27)
    for number in range(500):
        path.write_bytes(damaged(whole[number % len(whole)], chance))
        try:
            found = finish(read(Source(str(path), "damaged")))
        except CaptureError:
            refused += 1
            continue
        json.dumps(overview([found]), allow_nan=False)
        for place, connection in enumerate(found.connections[:3]):
            json.dumps(told(place, connection, found.first_ns), allow_nan=False)
    assert refused < 50
