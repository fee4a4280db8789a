"""Who gets how much: masks, hashes and links worked by hand."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.figure.catalogue import find
from inflight.figure.result import Result
from inflight.kernel.nic.bonding import POLICIES

QUEUES = find("multi-queue")


def run(preset: str | None = None, **values: float | str) -> Result:
    """A complete run of a preset, or of the defaults but for `values`."""
    *_, result = QUEUES.run(QUEUES.fill({**(QUEUES.preset(preset).values if preset else {}), **values}))
    return result


def figure(result: Result, name: str) -> float:
    return result.summary[name].value


def test_a_million_packets_of_2_us_are_two_cpus_worth() -> None:
    result = run()
    assert list(result["load"]) == [pytest.approx(200), *[0] * 7]
    assert figure(result, "done") == pytest.approx(500)


def test_mask_10_is_cpu_4() -> None:
    assert [cpu for cpu, load in enumerate(run(affinity="10")["load"]) if load] == [4]


def test_a_mask_of_all_cpus_is_not_a_spread() -> None:
    assert list(run("ff is not a spread")["load"]) == list(run()["load"])


def test_a_mask_without_a_cpu_that_exists_is_refused() -> None:
    assert list(run(affinity="10", cpus=4)["load"]) == [pytest.approx(200), 0, 0, 0]


def test_a_queue_each_for_as_many_cpus_as_there_are_queues() -> None:
    assert figure(run("A CPU for each queue"), "used") == 4
    assert figure(run("A CPU for each queue", queues=2), "used") == 2


def test_an_elephant_does_not_get_a_second_cpu() -> None:
    """50 of 65 parts of 200% are 154%, whatever there is of queues."""
    for queues in (1, 4, 8, 16):
        assert figure(run("An elephant", queues=queues), "most") >= 200 * 50 / 65


def test_a_tunnel_is_one_flow() -> None:
    assert figure(run("All in a tunnel"), "used") == 1


def test_between_two_hosts_only_ports_tell_flows_apart() -> None:
    assert figure(run(affinity="spread", clients="pair", rss="addresses"), "used") == 1
    assert figure(run(affinity="spread", clients="pair", rss="ports"), "used") > 1


def test_rps_leaves_the_drivers_part_where_the_interrupt_is() -> None:
    """15% of 200% stay on CPU 0; the hash shares the other 170% out among seven."""
    load = list(run("RPS instead")["load"])
    assert load[0] == pytest.approx(30)
    assert math.fsum(load[1:]) == pytest.approx(170)
    assert all(load[1:])


def test_layer2_behind_a_router_is_one_link_and_layer34_is_not() -> None:
    one = run("A bond that doubles nothing")
    assert (figure(one, "used"), figure(one, "carried")) == (1, pytest.approx(10))
    assert figure(run("layer3+4"), "carried") == pytest.approx(15)


@pytest.mark.parametrize(
    ("mode", "used", "carried"),
    [("0", 4, 15), ("1", 1, 10), ("2", 1, 10), ("3", 4, 10), ("4", 1, 10), ("5", 1, 10), ("6", 1, 10)],
)
def test_one_flow_of_15_gbits_over_four_links(mode: str, used: int, carried: float) -> None:
    """Only balance-rr splits a flow. Broadcast uses all links for copies of the same."""
    result = run(side="bond", mode=mode, links=4, flows=1)
    assert (figure(result, "used"), figure(result, "carried")) == (used, pytest.approx(carried))


def test_tlb_learns_in_ten_seconds() -> None:
    result = run("It learns")
    assert figure(result, "first") == pytest.approx(150)
    assert figure(result, "most") < 85


@settings(max_examples=80, deadline=None)
@given(
    side=st.sampled_from(["receive", "bond"]),
    flows=st.integers(1, 64),
    heavy=st.floats(1, 200),
    clients=st.sampled_from(["lan", "router", "pair", "tunnel"]),
    queues=st.integers(1, 16),
    cpus=st.integers(1, 8),
    affinity=st.sampled_from(["1", "10", "spread", "two", "ff"]),
    rss=st.sampled_from(["ports", "addresses", "off"]),
    rps=st.sampled_from(["0", "10", "f0", "fe", "ff"]),
    mode=st.sampled_from([str(number) for number in range(7) if number != 3]),
    policy=st.sampled_from(POLICIES),
    links=st.integers(1, 8),
)
def test_all_that_comes_goes_somewhere(**values: float | str) -> None:
    result = run(**values)
    demand = 200 if values["side"] == "receive" else 150
    assert math.fsum(result["load"]) == pytest.approx(demand)
    nodes, ways = result.tables["nodes"], result.tables["ways"]
    stages = int(max(nodes["stage"])) + 1
    for stage in range(stages):
        boxes = [load for load, of in zip(nodes["load"], nodes["stage"], strict=True) if of == stage]
        assert math.fsum(boxes) == pytest.approx(demand)
        going = [load for load, of in zip(ways["load"], ways["stage"], strict=True) if of == stage]
        assert stage == stages - 1 or math.fsum(going) == pytest.approx(demand)
    assert len(result.tables["flows"]) == values["flows"]
