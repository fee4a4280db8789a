"""How long connect() hangs: recordings of Linux 6.1 and 6.12, 6.18 as measured, and the chance to get through."""

import json
import random
from math import fsum
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.syn_retries.chance import chances
from inflight.experiments.syn_retries.connecting import Attempt, ConnectPlan
from inflight.experiments.syn_retries.timers import TURN, spans
from inflight.figure.catalogue import find
from inflight.kernel.clock import JIFFY
from inflight.scenes.syn_timers import Rules, moments

CALL = find("syn-retries")
RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings"
TICK = JIFFY + 1e-3
"""s: a tick, and the recordings' rounding."""

KERNELS = {"6.1": 0, "6.12": 4}
"""tcp_syn_linear_timeouts by default."""


def recorded(kernel: str, name: str) -> dict[int, tuple[float, ...]]:
    """When SYNs to a black hole left, and when connect() failed with ETIMEDOUT, s, by tcp_syn_retries."""
    lines = json.loads((RECORDINGS / kernel / f"{name}.json").read_text(encoding="utf-8"))["results"]
    assert all(line["error"] == "ETIMEDOUT" for line in lines)
    return {line["tcp_syn_retries"]: (*line["syn_s"], line["gave_up_s"]) for line in lines}


SYNS = {
    (kernel, retries): times
    for kernel in KERNELS
    for name in ("F_syn_retries", "F_syn_retries_8")
    for retries, times in recorded(kernel, name).items()
}

# F_synack_retries: when SYN-ACKs for one forged SYN left, by tcp_synack_retries; and when the request was seen to be
# gone, by looking every 50 ms.
SYN_ACKS = {
    0: ((0.0,), 1.06),
    1: ((0.0, 1.016), 3.03),
    2: ((0.0, 1.032, 3.048), 7.28),
    3: ((0.0, 1.028, 3.044, 7.108), 15.32),
    4: ((0.0, 1.016, 3.032, 7.128, 15.32), 31.49),
    5: ((0.0, 1.02, 3.036, 7.1, 15.292, 31.42), 65.51),
}
LOOKED = 0.065

USER_TIMEOUTS = {
    (kernel, limit): recorded(kernel, f"F_user_timeout_{limit}")[6]
    for kernel in KERNELS
    for limit in (500, 1500, 10000, 20000)
}
"""By TCP_USER_TIMEOUT, ms."""

# Linux 6.18 (HZ 250), packets read from a tun device: tcp_syn_linear_timeouts, tcp_syn_retries, TCP_USER_TIMEOUT.
LINEAR = {
    (0, 6, 0): (0.0, 1.022, 3.038, 7.073, 15.262, 31.395, 65.437, 130.977),
    (1, 1, 0): (0.0, 1.024, 2.047, 4.063),
    (1, 6, 0): (0.0, 1.031, 2.055, 4.071, 8.103, 16.303, 32.423, 65.447, 130.987),
    (4, 1, 0): (0.0, 1.031, 2.055, 3.079),
    (4, 2, 0): (0.0, 1.018, 2.042, 3.066, 4.09, 5.118, 7.134),
    (4, 3, 0): (0.0, 1.005, 2.028, 3.052, 4.076, 5.104, 7.121, 11.184, 19.372),
    (4, 6, 0): (0.0, 1.01, 2.034, 3.058, 4.082, 5.11, 7.126, 11.158, 19.35, 35.474, 69.522, 135.059),
    (4, 6, 3): (0.0, 1.02, 2.044, 3.004),
    (4, 6, 10): (0.0, 1.007, 2.031, 3.055, 4.078, 5.102, 7.118, 10.063),
}


def run(preset: str = "nobody-answers", **values: object) -> dict:
    """The complete result, with the summary's values by name."""
    result = bridge.start("syn-retries", json.dumps({**CALL.preset(preset).values, **values})).result()
    result["value"] = {name: figure["value"] for name, figure in result["summary"].items()}
    return result


def column(result: dict, name: str, table: str = "") -> list[float]:
    """The values of a column."""
    columns = result["tables"][table] if table else result["columns"]
    return next(column["values"] for column in columns if column["name"] == name)


def phases(rules: Rules) -> list[list[float]]:
    """What the wheel makes of it, from each tick that it may begin at, s from the first."""
    return [[time - tick * JIFFY for time in moments(rules, tick * JIFFY)] for tick in range(TURN)]


def matches(seen: tuple[float, ...], rules: Rules, tolerance: float = TICK) -> int:
    """From how many ticks all times come out as they were seen."""
    return sum(
        len(times) == len(seen) and all(abs(one - other) <= tolerance for one, other in zip(times, seen, strict=True))
        for times in phases(rules)
    )


def within(seen: tuple[float, ...], rules: Rules, slack: float = 1e-3) -> bool:
    """Whether all of it lies between the bounds."""
    sends, end = spans(rules)
    assert len(seen) == len(sends) + 1
    return all(
        span.earliest - slack <= time <= span.latest + slack for span, time in zip([*sends, end], seen, strict=True)
    )


@pytest.mark.parametrize(("kernel", "retries"), SYNS)
def test_every_recorded_syn_lies_in_the_range_and_one_phase_has_them_all(kernel: str, retries: int) -> None:
    """F_syn_retries. From some tick of the wheel's turn every time of a recording comes out within a tick."""
    seen, rules = SYNS[kernel, retries], Rules(retries, KERNELS[kernel])
    assert within(seen, rules)
    assert matches(seen, rules) > 0


@pytest.mark.parametrize("retries", SYN_ACKS)
def test_every_recorded_syn_ack_lies_in_the_range(retries: int) -> None:
    """F_synack_retries, H22, H24."""
    sent, gone = SYN_ACKS[retries]
    sends, end = spans(Rules(retries))
    assert len(sends) == len(sent)
    assert all(span.earliest - 1e-3 <= time <= span.latest + 1e-3 for span, time in zip(sends, sent, strict=True))
    assert end.earliest <= gone <= end.latest + LOOKED
    assert any(
        all(abs(one - other) <= TICK for one, other in zip(times[:-1], sent, strict=True))
        and times[-1] <= gone + TICK <= times[-1] + LOOKED + TICK
        for times in phases(Rules(retries))
    )


@pytest.mark.parametrize(("kernel", "limit"), USER_TIMEOUTS)
def test_a_user_timeout_counts_from_the_first_syn(kernel: str, limit: int) -> None:
    first, *seen = USER_TIMEOUTS[kernel, limit]
    rules = Rules(6, KERNELS[kernel], limit / 1000)
    assert matches((0.0, *(time - first for time in seen)), rules, 2 * TICK) > 0
    assert within((0.0, *seen), rules, 7e-3)


@pytest.mark.parametrize("case", LINEAR)
def test_linear_timeouts_as_linux_6_18_has_them(case: tuple[int, int, float]) -> None:
    """Measured in a virtual machine, by a program that saw packets a few ms late."""
    linear, retries, limit = case
    rules = Rules(retries, linear, limit)
    assert within(LINEAR[case], rules, 4e-3)
    assert matches(LINEAR[case], rules, TICK + 3e-3) > 0


def test_nominal_times_of_h20_and_h21() -> None:
    """H20: 1, 3, 7, 15, 31, 63 and 127 s; with linear timeouts 1, 2, 3, 4, 5, 7, 11, 19, 35, 67 and 131 s; H21."""
    assert list(moments(Rules(6), 0.0, exact=True)) == [0, 1, 3, 7, 15, 31, 63, 127]
    assert list(moments(Rules(5), 0.0, exact=True))[-1] == 63
    assert list(moments(Rules(6, 4), 0.0, exact=True)) == [0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67, 131]
    plain, linear = run("up-to-linux-6.4"), run()
    assert (plain["value"]["due"], linear["value"]["due"]) == (127, 131)
    assert (plain["value"]["syns"], linear["value"]["syns"]) == (7, 11)
    assert 127 < plain["value"]["earliest"] < 131.05 < plain["value"]["latest"] < 132
    assert 131 < linear["value"]["earliest"] < 135.06 < linear["value"]["latest"] < 136


@pytest.mark.parametrize("kernel", KERNELS)
def test_nobody_answers_as_in_the_recording(kernel: str) -> None:
    result = run(kernel=kernel)
    assert column(result, "here", "timers_table") == pytest.approx(SYNS[kernel, 6], abs=1e-3)
    assert result["value"]["over"] == pytest.approx(SYNS[kernel, 6][-1], abs=1e-3)
    assert result["events"][-1]["text"] == "connect() fails: ETIMEDOUT"


def test_kernels_before_6_5_have_no_linear_timeouts() -> None:
    """The slider has no effect, and the commands set nothing that such a kernel doesn't know."""
    assert run(kernel="6.1", linear=4)["columns"] == run(kernel="6.1", linear=0)["columns"]
    assert run(kernel="6.12", linear=0)["columns"] == run(kernel="6.1")["columns"]
    for kernel, has in (("6.1", False), ("6.12", True), ("7.3", True)):
        lines = [line for each in CALL.commands(CALL.fill({"kernel": kernel})) for line in each["lines"]]
        assert any("tcp_syn_linear_timeouts" in line for line in lines) == has


def test_h22_and_h24_a_forged_syn() -> None:
    """31 s to the last retransmission, 63 s to the end; with two retries 7 s."""
    five, two = run("a-forged-syn"), run("a-forged-syn-two-retries")
    assert column(five, "due", "timers_table") == [0, 1, 3, 7, 15, 31, 63]
    assert five["value"]["answers"] == 6
    assert 63 < five["value"]["earliest"] < 65.51 < five["value"]["latest"] < 66
    assert column(two, "due", "timers_table") == [0, 1, 3, 7]
    assert two["value"]["over"] == pytest.approx(7.144)
    assert five["tables"]["states"][3]["words"] == ["SYN_RECV"]
    (start,), (end,) = column(five, "start", "states"), column(five, "end", "states")
    assert end - start == pytest.approx(65.512)


def test_retries_are_limited_in_time_too() -> None:
    """`retransmits_timed_out` does not count the linear ones: with one retry all is over after 3 s, not 7."""
    assert run(syn_retries=1)["value"]["due"] == 3
    assert run(syn_retries=1)["value"]["syns"] == 3
    assert run(syn_retries=10)["value"]["due"] == 131 + 4 * 120  # never more than two minutes


@given(
    retries=st.integers(1, 10),
    linear=st.integers(0, 10),
    limit=st.just(0.0) | st.floats(0.1, 300),
    tick=st.integers(0, TURN - 1),
)
@settings(max_examples=60, deadline=None)
def test_sockets_follow_the_same_schedule(retries: int, linear: int, limit: float, tick: int) -> None:
    """The list of times, and a socket in a network that swallows everything, are two ways to the same numbers."""
    rules = Rules(retries, linear, limit)
    plan = ConnectPlan(rules=rules, answering=Rules(5), phase=tick * JIFFY, rtt=0.02, away=float("inf"))
    attempt = Attempt(plan, random.Random(1), keep=True)
    attempt.until_quiet()
    assert attempt.error == "ETIMEDOUT"
    assert attempt.over is not None
    times = [passage.sent for passage in attempt.network.passages] + [attempt.over + attempt.start]
    assert times == pytest.approx(list(moments(rules, tick * JIFFY)), abs=1e-9)
    sends, end = spans(rules)
    assert end.earliest <= attempt.over <= end.latest + 1e-9
    assert len(times) <= len(sends) + 1


def plan_of(
    out: float, back: float, *, retries: int = 6, linear: int = 0, answering: int = 5, **more: float
) -> ConnectPlan:
    """A path that loses."""
    rules = Rules(retries, linear)
    return ConnectPlan(
        rules=rules, answering=Rules(answering), phase=0.024, rtt=more.pop("rtt", 0.02), out=out, back=back, **more
    )


def test_the_chance_is_a_power_if_only_the_way_there_loses() -> None:
    """Closed form: after k SYNs it is 1 - p^k, as the first that arrives is answered for sure."""
    for loss, linear in ((0.5, 0), (0.5, 4), (0.1, 0)):
        gains = chances(plan_of(loss, 0.0, linear=linear))
        assert len(gains) == 7 + linear
        for count in range(1, 8 + linear):
            assert fsum(each for _, each in gains[:count]) == pytest.approx(1 - loss**count, abs=1e-12)


def test_if_only_the_way_back_loses_the_server_adds_chances() -> None:
    """By hand, p = 1/2: the first SYN-ACK at 0; around 1 s the server's own, and the answer to the second SYN."""
    gains = chances(plan_of(0.0, 0.5))
    assert [each for _, each in gains[:3]] == [0.5, 0.25, 0.125]
    assert gains[1][0] < gains[2][0] < 1.06


def test_the_servers_own_repetitions_are_all_that_one_syn_has() -> None:
    """A client that sends one SYN more than its patience: SYN-ACKs at 0, 1 and 3 s, each lost with 1/2."""
    gains = chances(plan_of(0.0, 0.5, retries=1, patience=1.0))
    assert [each for _, each in gains] == [0.5]
    none = chances(plan_of(0.0, 0.5, answering=0, retries=1))
    assert [each for _, each in none] == [0.5, 0.25]


@pytest.mark.parametrize(
    "plan",
    [
        plan_of(0.3, 0.3),
        plan_of(0.3, 0.3, linear=4),
        plan_of(0.6, 0.2, answering=1),
        plan_of(0.2, 0.7, rtt=0.3, answering=0),
        plan_of(0.5, 0.5, away=5.0),
        plan_of(0.5, 0.5, patience=4.0),
    ],
)
def test_computed_chance_and_many_attempts_agree(plan: ConnectPlan) -> None:
    """3000 attempts with sockets and dice; every time at which one of them was connected is a computed one.

    The largest distance of two such curves is above 1.63 / sqrt(n) once in a hundred (Kolmogorov and Smirnov).
    """
    rng, count = random.Random(7), 3000
    found = sorted(time for _ in range(count) if (time := Attempt(plan, rng).until_known()) is not None)
    gains = chances(plan)
    times = [time for time, _ in gains]
    assert all(min(abs(time - other) for other in times) < 1e-9 for time in set(found))
    worst = max(
        abs(
            fsum(each for other, each in gains if other <= time + 1e-9)
            - sum(one <= time + 1e-9 for one in found) / count
        )
        for time in times
    )
    assert worst < 1.63 / count**0.5


@given(
    out=st.floats(0, 1),
    back=st.floats(0, 1),
    linear=st.integers(0, 6),
    answering=st.integers(0, 6),
    away=st.floats(0, 100),
    rtt=st.floats(0.001, 1),
)
@settings(max_examples=60, deadline=None)
def test_chances_are_a_probability(
    out: float, back: float, linear: int, answering: int, away: float, rtt: float
) -> None:
    gains = chances(plan_of(out, back, linear=linear, answering=answering, away=away, rtt=rtt))
    assert all(0 <= each <= 1 and time >= away for time, each in gains)
    assert fsum(each for _, each in gains) <= 1 + 1e-12
    assert [time for time, _ in gains] == sorted(time for time, _ in gains)


@pytest.mark.parametrize("kernel", KERNELS)
def test_a_server_that_comes_back_is_found_by_the_next_syn(kernel: str) -> None:
    """In the recording, the first SYN after 40 s is the last."""
    result, last = run("back-after-40-s", kernel=kernel), SYNS[kernel, 6][-2]
    assert result["value"]["connected"] == pytest.approx(last + 0.02, abs=1e-3)
    assert result["value"]["late"] == pytest.approx(last + 0.02 - 40, abs=1e-3)
    assert run(back=8, syn_retries=2, kernel=kernel)["value"]["connected"] is None


def test_linear_timeouts_are_for_bad_paths() -> None:
    plain, linear = run("a-bad-path-up-to-linux-6.4"), run("a-bad-path")
    assert plain["value"]["exchange"] == pytest.approx(49)
    assert plain["value"]["soon"] < linear["value"]["soon"]
    assert linear["value"]["nearly_all"] < 5 < 10 < plain["value"]["nearly_all"]
    assert column(plain, "attempts")[-1] == pytest.approx(column(plain, "computed")[-1], abs=1)


def test_no_way_back_leaves_a_request_that_every_syn_renews() -> None:
    """The server answers each of the eleven SYNs; the client never learns of it."""
    result = run("no-way-back")
    assert result["value"]["answers"] > 11
    assert result["value"]["chance"] == 0
    assert "SYN_RECV" in result["tables"]["states"][3]["words"]


def test_the_applications_own_timeout_comes_first() -> None:
    result = run(patience=3)
    assert result["value"]["over"] == 3
    assert result["value"]["syns"] == sum(time < 3 for time in SYNS["6.12", 6])
    assert "its own timeout" in result["events"][-1]["text"]
