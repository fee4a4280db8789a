"""netem's figure: the limit trap by its closed form, and the trains that were recorded (H_netem_*)."""

import json
import math

import pytest

from inflight import bridge
from inflight.figure.catalogue import find

TRAIN = {"offered": 0.8, "size": 200, "duration": 2}
"""1000 datagrams of 200 bytes, 2 ms apart, as in the recordings."""


def run(seed: int = 1, **values: object) -> dict:
    return bridge.start("netem", json.dumps(values), seed).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


def preset(name: str) -> dict:
    return dict(find("netem").preset(name).values)


def test_the_limit_trap_is_1000_packets_per_delay() -> None:
    """Q24: 1000 packets of 1500 bytes in 100 ms are 120 Mbit/s; two of five of the 200 are dropped."""
    result = run()
    assert figure(result, "arrived") == pytest.approx(120, rel=0.001)
    assert figure(result, "dropped") == pytest.approx(0.4 * figure(result, "sent"), rel=0.001)
    assert figure(result, "most") == 1000
    assert result["sentence"].endswith("each takes 100 ms.")
    # 60 ms of packets, 40 ms of nothing
    arriving = column(result, "arriving")[1:]
    steady = arriving[40:190]
    assert sum(rate == 0 for rate in steady) / len(steady) == pytest.approx(0.4, abs=0.06)


@pytest.mark.parametrize("limit", [1, 100, 1000, 1600])
@pytest.mark.parametrize("delay", [50, 100])
def test_what_passes_is_the_limit_over_the_delay(limit: int, delay: int) -> None:
    most = limit * 1500 * 8e-3 / delay
    assert figure(run(limit=limit, delay=delay, duration=2), "arrived") == pytest.approx(min(most, 200), rel=0.03)


def test_room_for_the_delay_is_enough() -> None:
    result = run(**preset("room-for-the-delay"))
    assert figure(result, "dropped") == 0
    assert figure(result, "most") == math.ceil(figure(result, "needed")) == 1667


def test_a_gso_skb_counts_as_one_packet() -> None:
    """Q24: 40 segments in each, and 42 of them are inside."""
    result = run(**preset("large-packets-hide-it"))
    assert figure(result, "dropped") == 0
    assert figure(result, "most") == 42
    assert figure(result, "arrived") == pytest.approx(200)


def over_seeds(name: str, seeds: int = 8, **values: object) -> list[float]:
    return [figure(run(seed, **values), name) for seed in range(1, seeds + 1)]


def test_jitter_reorders_as_recorded() -> None:
    """H_netem_jitter: 570 of 1000, from 90.04 to 110.01 ms."""
    late = over_seeds("late", **preset("jitter-reorders"))
    assert min(late) - 20 <= 570 <= max(late)
    assert sum(late) / len(late) == pytest.approx(570, rel=0.06)
    result = run(**preset("jitter-reorders"))
    assert figure(result, "sent") == 1000
    assert figure(result, "least") == pytest.approx(90.04, abs=0.1)
    assert figure(result, "longest") == pytest.approx(110.01, abs=0.1)


def test_a_normal_distribution_as_recorded() -> None:
    """H_netem_jitter_normal: 839 of 1000, from 42 to 162 ms."""
    late = over_seeds("late", **preset("a-bell-not-a-box"))
    assert min(late) <= 839 <= max(late)
    longest = over_seeds("longest", **preset("a-bell-not-a-box"))
    assert min(longest) <= 162.2 <= max(longest)


def test_with_a_rate_nothing_is_late() -> None:
    result = run(**preset("a-rate-keeps-the-order"))
    assert figure(result, "late") == 0
    # whoever is slow holds up those behind: the median is above the mean of the jitter
    assert figure(result, "median") > 102


def test_correlated_reordering_as_recorded() -> None:
    """H_netem_reorder, 25% 50%: 51 of 1000 at once."""
    at_once = over_seeds("at_once", 50, **preset("overtaking-by-choice"))  # one in 25 is as low as the recording
    assert min(at_once) <= 51
    assert max(at_once) < 125
    free = over_seeds("at_once", **{**preset("overtaking-by-choice"), "correlation": 0})
    assert sum(free) / len(free) == pytest.approx(250, rel=0.06)


def test_a_correlated_loss_hardly_happens() -> None:
    """`loss 1% 25%`: each number is ¾ of a new one and ¼ of the last, so the last one has to be below 4% as well."""
    values = {**preset("one-per-cent-of-nothing"), "duration": 16}
    lost = over_seeds("lost", **values)
    assert sum(lost) <= 0.01 * 0.04 * 8 * 20_000
    assert figure(run(**preset("one-per-cent-of-nothing")), "lost") == 0


def test_correlation_of_the_delay_changes_nothing() -> None:
    """The low bits of the number decide (`tabledist`): as many are late as without."""
    free = over_seeds("late", delay=100, jitter=10, **TRAIN)
    bound = over_seeds("late", delay=100, jitter=10, correlation=75, **TRAIN)
    assert sum(bound) == pytest.approx(sum(free), rel=0.04)


def test_bursts_lose_as_many_but_together() -> None:
    lost = over_seeds("lost", **{**preset("losses-in-bursts"), "duration": 20})
    assert sum(lost) / len(lost) == pytest.approx(500, rel=0.1)
    assert "loss gemodel 1.05% 20%" in run(**preset("losses-in-bursts"))["commands"][0]["lines"][0]


def test_doubles_and_damage_as_recorded() -> None:
    """H_netem_dup, 5%: 47 twice; H_netem_corrupt, 2%: 17 gone."""
    twice = over_seeds("twice", faults="some", delay=10, duplicate=5, **TRAIN)
    assert min(twice) <= 47 <= max(twice)
    damaged = over_seeds("damaged", faults="some", delay=10, corrupt=2, **TRAIN)
    assert min(damaged) <= 17 <= max(damaged)


def test_the_limit_is_the_routers_buffer_when_there_is_a_rate() -> None:
    """1000 packets of 1514 bytes take 121.1 ms at 100 Mbit/s: the longest delay there can be."""
    result = run(**preset("delay-rate-limit"))
    assert figure(result, "longest") == pytest.approx(1000 * 1514 * 8e-5, rel=0.001)
    assert figure(result, "dropped") > 0
    assert figure(result, "arrived") == pytest.approx(100 * 1500 / 1514, rel=0.002)


def test_without_faults_none_of_them_counts() -> None:
    given = {"loss": 30, "burst": 5, "duplicate": 30, "corrupt": 30, "reorder": 30, "gap": 5}
    result = run(limit=5000, **given)
    assert figure(result, "whole") == figure(result, "sent")
    assert result["commands"] == run(limit=5000)["commands"]


@pytest.mark.parametrize("values", [{"loss": 30}, {"duplicate": 40, "jitter": 30}, {"corrupt": 20, "limit": 100}])
def test_the_books_balance(values: dict) -> None:
    """The bars and what is left inside are all that was sent, and the copies."""
    result = run(faults="some", **values)
    fates = next(c for c in result["tables"]["fates"] if c["name"] == "packets")["values"]
    in_order, late, twice, damaged, lost, dropped = fates
    assert in_order + late == figure(result, "whole")
    if "duplicate" not in values:
        assert twice == 0
        assert in_order + late + damaged + lost + dropped + figure(result, "left") == figure(result, "sent")
    else:
        assert in_order + late + dropped >= figure(result, "sent")


def test_the_command_is_what_tc_takes() -> None:
    assert run()["commands"][0]["lines"] == ["tc qdisc add dev eth0 root netem delay 100ms limit 1000"]
    line = run(**preset("a-bell-not-a-box"))["commands"][0]["lines"][0]
    assert line.endswith("netem delay 100ms 20ms distribution normal limit 1000")
    line = run(**preset("overtaking-by-choice"))["commands"][0]["lines"][0]
    assert line.endswith("netem delay 10ms reorder 25% 50% limit 1000")
    assert "rate 100000kbit" in run(**preset("delay-rate-limit"))["commands"][0]["lines"][0]


def test_the_ladder_shows_the_first_packets() -> None:
    table = {c["name"]: c for c in run(faults="some", loss=30, **TRAIN)["tables"]["segments"]}
    assert len(table["sent"]["values"]) == 24
    fates = table["fate"]["values"]
    assert [arrived is None for arrived in table["arrived"]["values"]] == [fate == 2 for fate in fates]
    assert any(fates)
    trap = {c["name"]: c for c in run(limit=10)["tables"]["segments"]}
    assert [fate == 1 for fate in trap["fate"]["values"]] == [False] * 10 + [True] * 14
