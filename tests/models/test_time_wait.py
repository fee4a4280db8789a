"""time-wait: ports divided by the time that each is taken, against recordings of Linux 6.1, 6.18, and arithmetic."""

import json
from collections import defaultdict

import pytest

from inflight import bridge
from inflight.figure.catalogue import find

PORTS = 60999 - 32768 + 1
SLOT = 2.048
"""How far apart the timer wheel's slots are at 60 s: 512 ticks of 4 ms."""


def run(**values: object) -> dict:
    return bridge.start("time-wait", json.dumps(values)).result()


def preset(name: str, **values: object) -> dict:
    return run(**{**find("time-wait").preset(name).values, **values})


def figures(result: dict) -> dict[str, float]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def column(result: dict, name: str) -> list[float]:
    return next(column["values"] for column in result["columns"] if column["name"] == name)


def table(result: dict, name: str) -> dict[str, list[float]]:
    return {column["name"]: column["values"] for column in result["tables"][name]}


def test_the_default_range_lasts_28_seconds() -> None:
    """T13, T15: 32768 to 60999 are 28,232 ports; at 1000 connections/s the 28,233rd is refused."""
    got = figures(run())
    assert got["ports"] == PORTS == 28_232
    assert got["first_refusal"] == PORTS / 1000
    assert got["ceiling"] == pytest.approx(470.5, abs=0.05)


def test_after_a_minute_they_come_back() -> None:
    """T02: TIME_WAIT is 60 s and what the wheel adds. Two fillings fit into two minutes: 470/s after all."""
    result = run()
    again = next(t for t, ok in zip(column(result, "t"), column(result, "succeeded"), strict=True) if t > 40 and ok > 0)
    assert 60 < again <= 60 + SLOT + 0.5 + 0.2
    got = figures(result)
    assert got["succeeded"] == 2 * PORTS
    assert got["throughput"] == pytest.approx(470.5, abs=0.05)
    assert got["refused"] == 120_000 - 2 * PORTS


@pytest.mark.parametrize(("rate", "refused"), [(400, False), (450, False), (453, False), (456, True), (470, True)])
def test_the_wheel_takes_a_little_of_the_ceiling(rate: float, refused: bool) -> None:
    """A port is taken for 0.14 s and up to 62.048 s of TIME_WAIT: 28,232 / 62.19 is 454 connections/s, not 470."""
    assert 453 < PORTS / (60 + SLOT + 0.14) < 456
    assert (figures(run(rate=rate))["refused"] > 0) == refused


def test_ports_in_use_are_rate_times_time() -> None:
    """Little's law: 100/s for half a second, and a round trip at either end."""
    result = run(rate=100, lifetime=0.5, rtt=100, duration=30)
    in_use = column(result, "in_use")
    assert in_use[-1] == pytest.approx(100 * (0.5 + 2 * 0.1), abs=1)
    assert column(result, "estab")[-1] == in_use[-1]


def test_kept_connections_hardly_need_ports() -> None:
    got = figures(preset("Kept connections"))
    assert got["refused"] == 0
    assert got["client"] == pytest.approx(10 * (60 + SLOT), abs=2)


class TestReuse:
    """T10."""

    @pytest.mark.parametrize("server", ["far", "loopback"])
    def test_0_is_never(self, server: str) -> None:
        assert figures(run(tw_reuse="0", server=server))["recycled"] == 0

    def test_2_is_the_loopback(self) -> None:
        assert figures(run(tw_reuse="2"))["recycled"] == 0
        on = figures(preset("On the loopback"))
        assert (on["refused"], on["succeeded"]) == (0, 120_000)
        assert on["recycled"] > 100_000

    def test_1_is_everywhere_and_never_needs_the_odd_half(self) -> None:
        result = preset("tcp_tw_reuse 1")
        got = figures(result)
        assert (got["refused"], got["tried"]) == (0, 1)
        assert got["recycled"] >= 120_000 - PORTS // 2 - 1000
        groups = table(result, "blocks")["group"]
        assert {groups[int(block)] for block in table(result, "field")["block"]} == {0}

    def test_not_without_timestamps(self) -> None:
        """`tw_ts_recent_stamp` is 0 then."""
        without = figures(preset("Reuse without timestamps"))
        assert without == figures(run())

    def test_ten_ports_as_recorded(self) -> None:
        """G_tw_reuse: ten in each of its whole seconds; 704 of 1401 there, which began within a second, 700 here."""
        got = figures(preset("Ten ports, as recorded", duration=70))
        assert (got["attempts"], got["succeeded"], got["recycled"]) == (1400, 700, 690)
        assert got["first_refusal"] == 0.5
        assert figures(preset("Ten ports, as recorded", tw_reuse="0", duration=70))["succeeded"] == 20

    @pytest.mark.parametrize(
        ("tw_reuse", "delay", "rate", "succeeded", "recycled"),
        [("1", 1000, 20, 100, 90), ("2", 1000, 20, 100, 90), ("1", 100, 20, 200, 195), ("0", 1000, 20, 10, 0)],
    )
    def test_ten_ports_on_a_new_kernel(
        self, tw_reuse: str, delay: int, rate: float, succeeded: int, recycled: int
    ) -> None:
        """Measured on Linux 6.18, loopback, in 10 s: ten connections, eleven attempts that fail, and again.

        A port of the first ten is not yet 1000 ms old, and a little more, at the twentieth attempt.
        """
        got = figures(
            run(
                low=40000,
                high=40009,
                rate=rate,
                lifetime=0.001,
                server="loopback",
                tw_reuse=tw_reuse,
                reuse_delay=delay,
                kernel="7.3",
                duration=10,
            )
        )
        assert (got["succeeded"], got["recycled"]) == (succeeded, recycled)


@pytest.mark.parametrize("limit", [0, 5, 100, 5000])
def test_more_than_max_tw_buckets_are_thrown_away(limit: int) -> None:
    """T09: in the first minute every connection that closes when there are so many already."""
    result = run(max_tw_buckets=limit, duration=50, rate=200)
    got = figures(result)
    assert got["client"] == limit
    closed = got["succeeded"] - column(result, "in_use")[-1]
    assert got["overflows"] == closed - limit
    assert got["refused"] == 0


def test_the_limit_is_the_hosts_whatever_the_destinations() -> None:
    assert figures(run(max_tw_buckets=5000, destinations=5))["client"] == 5000


def test_a_server_that_closes_first_is_not_hurt() -> None:
    """T14: a SYN is accepted by a TIME_WAIT, so there is one for each port at most.

    Measured on Linux 6.18: ten ports, 200 connections one after another, the server closes first. All succeed, and the
    server is left with five TIME_WAITs, since the even ports are enough.
    """
    got = figures(run(low=40000, high=40009, rate=20, lifetime=0.001, rtt=0.1, closes="server", duration=10))
    assert (got["succeeded"], got["refused"], got["client"], got["server"]) == (200, 0, 0, 5)
    all_ports = figures(preset("The server closes first", rate=2000, duration=60))
    assert all_ports["refused"] == 0
    assert all_ports["memory"] < PORTS * 0.256 < 7300  # kB


def test_a_reset_leaves_nothing() -> None:
    got = figures(run(closes="reset"))
    assert (got["refused"], got["client"], got["server"]) == (0, 0, 0)


def test_what_is_in_use_cannot_be_reused() -> None:
    got = figures(preset("They live too long"))
    assert got["first_refusal"] == pytest.approx(PORTS / 600, abs=0.002)
    assert got["throughput"] < PORTS / 60 + 1


@pytest.mark.parametrize(("values", "pairs"), [({"destinations": 3}, 3), ({"sources": 2, "destinations": 2}, 4)])
def test_each_pair_of_addresses_has_all_ports(values: dict, pairs: int) -> None:
    got = figures(run(**values, rate=2000, duration=60))
    assert got["ceiling"] == pytest.approx(pairs * PORTS / 60)
    assert got["first_refusal"] == pytest.approx(PORTS * pairs / 2000, abs=0.01)


def test_a_wider_range() -> None:
    got = figures(run(low=1024, high=65535))
    assert got["ports"] == 64_512
    assert got["refused"] == 0


def test_what_a_connect_has_to_look_at() -> None:
    """Measured on Linux 6.18: the 14,117th port is the first odd one, and a connect() takes 200 times as long then."""
    result = run()
    odd = next(event for event in result["events"] if event["kind"] == "odd")
    assert odd["t"] == pytest.approx(14_116 / 1000)
    tried = dict(zip(column(result, "t"), column(result, "tried"), strict=True))
    assert tried[2.0] == 1
    assert tried[13.0] < 10
    assert 14_116 < tried[20.0] < 14_130
    assert tried[50.0] == PORTS


def test_an_impossible_range_is_refused() -> None:
    result = run(low=50000, high=40000)
    assert figures(result)["ports"] == PORTS
    assert "Invalid argument" in result["events"][0]["text"]


@pytest.mark.parametrize("name", ["out-of-ports", "tcp-tw-reuse-1", "ten-ports-as-recorded", "three-destinations"])
def test_the_squares_add_up(name: str) -> None:
    """What the field shows at a moment is what the curves say."""
    result = preset(name, duration=70)
    blocks, field = table(result, "blocks"), table(result, "field")
    assert sum(blocks["ports"]) == figures(result)["ports"]
    states = ("in_use", "TIME_WAIT", "reusable")
    changes = defaultdict(list)
    for row, t in enumerate(field["t"]):
        changes[t].append(row)
    held = [(0.0, 0.0, 0.0)] * len(blocks["ports"])
    for row, t in enumerate(column(result, "t")):
        for change in changes.pop(t, ()):
            held[int(field["block"][change])] = tuple(field[state][change] for state in states)  # type: ignore[assignment]
        sums = [sum(each) for each in zip(*held, strict=True)]
        assert sums == [column(result, state)[row] for state in states]
        assert sum(sums) + column(result, "free")[row] == figures(result)["ports"]
    assert not changes
