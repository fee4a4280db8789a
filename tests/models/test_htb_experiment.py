"""Who may borrow: shares as recorded and by hand, who pays for them, and what the commands say."""

import json
from pathlib import Path
from typing import Any

import pytest

from inflight import bridge
from inflight.bridge import comparison
from inflight.compare.tc import tree
from inflight.figure.catalogue import find
from inflight.kernel.qdisc.htb import Htb
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL
HTB = find("htb")
PAYLOAD = 1448 / 1514


def play(preset: str = "", **values: Any) -> dict[str, Any]:
    """A complete result."""
    given = {**(HTB.preset(preset).values if preset else {}), **values}
    return bridge.start("htb", json.dumps(given), 1).result()


def figure(result: dict[str, Any], name: str) -> float:
    return float(result["summary"][name]["value"])


def shares(result: dict[str, Any]) -> list[float | None]:
    return [result["summary"][name]["value"] for name in ("share1", "share2", "share3") if name in result["summary"]]


def table(result: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """Rows, by column; words for values where there are some."""
    columns = result["tables"][name]
    rows = len(columns[0]["values"])
    return [
        {column["name"]: column["words"][row] if "words" in column else column["values"][row] for column in columns}
        for row in range(rows)
    ]


def test_the_default_leaves_the_line_idle_and_the_second_preset_does_not() -> None:
    """0.5 of 0.8 Mbit/s is 62.5%."""
    assert figure(play(), "used") == pytest.approx(62.5, abs=0.5)
    assert figure(play("Borrowing"), "used") == pytest.approx(100, abs=0.5)


@pytest.mark.parametrize(
    ("preset", "first", "second"),
    [("No borrowing", 0.478, 0.286), ("Borrowing", 0.479, 0.287), ("More than was promised", 0.599, 0.359)],
)
def test_shares_are_those_that_linux_gave(preset: str, first: float, second: float) -> None:
    """Mbit/s of data while both were at work, as recorded."""
    result = play(preset)
    assert figure(result, "total") == pytest.approx(first + second, rel=0.01)
    assert figure(result, "share1") == pytest.approx(100 * first / (first + second), rel=0.01)


@pytest.mark.parametrize("preset", [preset for preset in HTB.model.presets if preset.recording], ids=lambda p: p.id)
def test_a_preset_with_a_recording_is_its_very_tree(preset: Any) -> None:
    """The `tc` lines that the figure shows make the same tree as those of the recording."""
    lines = [
        line.removeprefix("tc ")
        for block in play(preset.name)["commands"]
        for line in block["lines"]
        if line.startswith("tc ") and " dev out " in line and " -s " not in line
    ]
    scenario = json.loads((RECORDINGS / f"{preset.recording}.json").read_text(encoding="utf-8"))["scenario"]
    ours, recorded = tree(lines), tree(scenario["net"]["bottleneck"]["tc"])
    assert isinstance(ours, Htb)
    assert isinstance(recorded, Htb)
    for node, other in zip(ours.nodes.values(), recorded.nodes.values(), strict=True):
        for what in ("id", "level", "rate", "ceil", "buffer", "cbuffer", "prio", "quantum"):
            assert getattr(node, what) == getattr(other, what), what
        assert getattr(node.leaf, "limit", None) == getattr(other.leaf, "limit", None)
    assert scenario["net"]["senders"] == [{"rtt_ms": 20}]
    assert [(flow["start"], flow["stop"]) for flow in scenario["flows"]] == [(0, 60), (20, 40)]


def test_priority_is_about_the_rest_and_not_about_the_promise() -> None:
    """0.5 promised to the first; the second has its 0.3 and the 0.2 that are left."""
    assert shares(play("Priority"))[:2] == pytest.approx([50, 50], abs=0.5)
    assert shares(play("Priority", prio1=0, prio2=1))[:2] == pytest.approx([70, 30], abs=0.5)


def test_a_class_in_between_bounds_those_below_it() -> None:
    """Q17: a ceil of 0.8 below a ceil of 0.4."""
    result = play("A class in between")
    assert figure(result, "alone") == pytest.approx(0.4 * PAYLOAD, rel=0.01)
    assert figure(play("A class in between", tree="three"), "alone") == pytest.approx(0.8 * PAYLOAD, rel=0.01)
    lent = {row["class"]: row["lended"] for row in table(result, "classes")}
    assert lent["1:2"] == table(result, "classes")[2]["borrowed"]
    assert lent["1:1"] < 10


def test_promises_that_are_too_large_are_kept_nevertheless() -> None:
    result = play("Promised too much")
    assert figure(result, "total") == pytest.approx(1.3 * PAYLOAD, rel=0.01)
    assert figure(result, "total") > 1.5 * 0.8 * PAYLOAD


def test_small_classes_share_evenly_what_is_left_until_r2q_is_smaller() -> None:
    """40 + 20 and 20 + 20 of 100 kbit/s; then the 40 are divided as 2 to 1."""
    assert shares(play("Too small to differ"))[:2] == pytest.approx([60, 40], abs=1)
    assert shares(play("Too small to differ", r2q=1))[:2] == pytest.approx([66.7, 33.3], abs=1)


def test_what_is_paid_is_what_was_sent() -> None:
    for preset in HTB.model.presets:
        rows = table(play(preset.name), "classes")
        root, *others = rows
        leaves = [row for row in others if row["class"] != "1:2"]
        assert sum(row["lended"] for row in rows) == root["sent"] == sum(row["sent"] for row in leaves)
        for row in leaves:
            assert row["lended"] + row["borrowed"] == row["sent"]


def test_tokens_of_an_idle_class_are_its_burst_and_those_of_a_borrower_are_gone() -> None:
    columns = {column["name"]: column["values"] for column in play("Borrowing")["columns"]}
    before = [value for t, value in zip(columns["t"], columns["1:20_tokens"], strict=True) if 5 < t < 19]
    assert before == pytest.approx([3000] * len(before), abs=1)
    borrower = [value for t, value in zip(columns["t"], columns["1:10_tokens"], strict=True) if 5 < t < 19]
    assert sum(borrower) < 0
    assert max(borrower) < 300, "a tenth of a burst, never enough for a packet"
    assert set(columns["1:30_tokens"]) == set(columns["1:2_tokens"]) == {None}


def test_who_never_starts_has_no_part() -> None:
    result = play(start2=60, stop2=0, duration=5)
    assert shares(result)[1:] == [None]
    assert figure(result, "alone") == pytest.approx(0.5 * PAYLOAD, rel=0.05)


def test_commands_name_classes_in_hex_and_their_bounds() -> None:
    lines = [line for block in play("A class in between")["commands"] for line in block["lines"]]
    assert any("parent 1: classid 1:1 htb rate 800kbit burst 3000 cburst 3000" in line for line in lines)
    assert any("parent 1:2 classid 1:10 htb rate 200kbit ceil 800kbit" in line for line in lines)
    assert any("parent 1:1 classid 1:2 htb rate 400kbit burst" in line for line in lines)
    assert any("dport 5002 0xffff flowid 1:30" in line for line in lines)
    udp = [line for block in play("Too small to differ")["commands"] for line in block["lines"]]
    assert any("-u -b 0.2M" in line for line in udp)


def test_the_kernels_rates_can_be_laid_over_the_models() -> None:
    recording = RECORDINGS / "H_htb_borrow_1000.json"
    compared = json.loads(comparison.compare(recording.read_text(encoding="utf-8")))
    for side in ("kernel", "model"):
        columns = {column["name"]: column["values"] for column in compared[side]}
        assert {"t", "queue", "flow_1", "flow_2"} <= set(columns)
