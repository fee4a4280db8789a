"""Who gets the line: shares as recorded, as theory has them, and as the queue enforces them."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge
from inflight.bridge import comparison
from inflight.figure.catalogue import find
from inflight.scenes.jain import index
from inflight.scenes.kernel import USUAL

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL

FAIRNESS = find("fairness")


def play(preset: str = "", seed: int = 1, **values: Any) -> dict[str, Any]:
    """A complete result."""
    given = {**(FAIRNESS.preset(preset).values if preset else {}), **values}
    return bridge.start("fairness", json.dumps(given), seed).result()


def shares(result: dict[str, Any]) -> list[float | None]:
    return [result["summary"][f"share{place}"]["value"] for place in (1, 2, 3, 4)]


@given(st.lists(st.floats(0.001, 1000), min_size=1, max_size=9))
def test_jains_index_lies_between_one_alone_and_all_alike(rates: list[float]) -> None:
    assert 1 / len(rates) - 1e-9 <= index(rates) <= 1 + 1e-9
    assert index([3 * rate for rate in rates]) == pytest.approx(index(rates)), "the unit does not matter"


def test_jains_index_of_k_among_n_is_k_over_n() -> None:
    """The example of Jain, Chiu and Hawe: shared equally by k, nothing for the others."""
    assert index([5, 5, 0, 0, 0]) == pytest.approx(0.4)
    assert math.isnan(index([0, 0]))


def test_a_share_of_the_rate_is_a_share_of_the_line_for_those_who_do_not_listen() -> None:
    """C36: 2/(2 + 1 + 1) of 2 Mbit/s for UDP at 2 among 1 and 1, in one FIFO."""
    result = play("Bandwidth grab")
    assert shares(result)[:3] == pytest.approx([50, 25, 25], abs=4)
    assert result["summary"]["goodput"]["value"] == pytest.approx(2 * 1472 / 1514, rel=0.02)


def test_tcp_steps_back_before_it_and_fq_codel_keeps_the_peace() -> None:
    """C36: TCP flows get next to nothing of a FIFO that UDP can fill alone; fq_codel gives each a third."""
    assert shares(play("Grab from TCP"))[0] > 85
    assert shares(play("No grab with fq_codel"))[:3] == pytest.approx([33, 33, 33], abs=5)


def test_tcp_flows_share_evenly_among_themselves() -> None:
    """C36: what it says of constant rates does not hold for TCP, wherever the rates began."""
    alike = {f"flow{n}": "reno" for n in (1, 2, 3)} | {f"rtt{n}": 40 for n in (1, 2, 3)}
    each = [shares(play(seed=seed, **alike, rate=10, buffer=60, duration=40))[:3] for seed in (1, 2, 3)]
    means = [sum(column) / 3 for column in zip(*each, strict=True)]
    assert means == pytest.approx([33.3] * 3, abs=7)


def test_the_near_one_gets_more_by_the_square_of_the_round_trip_times() -> None:
    """Lakshman and Madhow 1997: x ∝ 1/RTT² of the loaded path in drop-tail; recorded with Linux: 75 to 81%."""
    near = [shares(play("Nearer wins, recorded", seed=seed))[0] for seed in (1, 2, 3)]
    assert 70 <= sum(near) / 3 <= 86
    assert 0.6 < play("Nearer wins, recorded")["summary"]["jain"]["value"] < 0.85


def test_the_default_is_the_failure_and_the_second_preset_its_cure() -> None:
    assert shares(play())[0] > 80
    assert 40 < shares(play("A queue for each"))[0] < 62


def test_a_queue_for_each_makes_them_even_as_recorded() -> None:
    """I_rtt_cubic_fq_codel: 53 to 47, 3.6 packets in the queue; the mean of starts that differ by less than a round."""
    results = [play("fq_codel, recorded", start2=start) for start in (0, 0.1, 0.2)]
    assert sum(shares(result)[0] or 0 for result in results) / 3 == pytest.approx(53, abs=4)
    for result in results:
        assert result["summary"]["mean_queue"]["value"] == pytest.approx(3.6, abs=1.5)


def test_who_goes_by_delay_starves_beside_who_goes_by_loss() -> None:
    """I_vegas_reno_b100: 8% for Vegas."""
    assert shares(play("Vegas meets Reno"))[0] == pytest.approx(8, abs=5)


def test_between_cubic_and_bbr_the_buffer_decides() -> None:
    """I_cubic_bbr_b20: 16 to 84; with 400 packets CUBIC has a little more than half."""
    assert shares(play("CUBIC meets BBR"))[0] == pytest.approx(16, abs=10)
    assert shares(play("CUBIC meets BBR", buffer=400))[0] == pytest.approx(54, abs=12)


def test_who_is_off_or_comes_too_late_has_no_part() -> None:
    result = play(flow3="reno", start3=30, duration=20)
    assert shares(result)[2:] == [None, None]
    assert len(result["tables"]["shares"][0]["values"]) == 2
    alone = play(flow2="off")
    assert shares(alone)[0] == 100
    assert alone["summary"]["jain"]["value"] == 1
    late = play(start1=60, flow2="off", duration=1)
    assert late["sentence"]


def test_commands_name_every_sender_and_the_queue() -> None:
    lines = [line for block in play("No grab with fq_codel")["commands"] for line in block["lines"]]
    assert any("fq_codel limit 25" in line for line in lines)
    assert any("-u -b 2M" in line for line in lines)
    assert sum("-C cubic" in line for line in lines) == 2


def test_the_kernels_rates_can_be_laid_over_the_models() -> None:
    recording = RECORDINGS / "I_rtt_cubic_fq_codel.json"
    compared = json.loads(comparison.compare(recording.read_text(encoding="utf-8")))
    for side in ("kernel", "model"):
        columns = {column["name"]: column["values"] for column in compared[side]}
        assert {"t", "queue", "flow_1", "flow_2"} <= set(columns)
        last = [value for value in columns["flow_1"] if value is not None][-20:]
        assert 2 < sum(last) / 20 < 8
