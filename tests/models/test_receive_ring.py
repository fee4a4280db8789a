"""Where a burst is lost, against what one works out with a pencil."""

import pytest

from inflight.figure.catalogue import find
from inflight.figure.result import Result
from inflight.kernel.nic.receive_host import TRUESIZE

RING = find("receive-ring")


def run(preset: str | None = None, **values: float | str) -> Result:
    """A complete run of a preset, or of the defaults but for `values`."""
    *_, result = RING.run(RING.fill({**(RING.preset(preset).values if preset else {}), **values}))
    return result


def figure(result: Result, name: str) -> float:
    return result.summary[name].value


def table(result: Result) -> dict[str, str]:
    where, line = result.tables["counters"].columns
    return {where.words[int(i)]: line.words[int(j)] for i, j in zip(where.values, line.values, strict=True)}


def test_the_ring_overflows_by_burst_less_ring_less_served() -> None:
    """2000 in 2 ms; from 26 µs on one every 2 µs, which is 986 until the last has come; 256 in the ring."""
    result = run()
    assert figure(result, "missed") == pytest.approx(2000 - 256 - (1999 - 26) / 2, abs=1)
    assert figure(result, "lost") == figure(result, "missed")
    assert max(result["ring"]) == 256


def test_a_larger_ring_hides_it_and_adds_the_wait() -> None:
    """The last one comes at 1.999 ms and is done when 2000 times 2 µs have passed: about 2 ms later."""
    result = run("A larger ring")
    assert figure(result, "lost") == 0
    assert figure(result, "longest") == pytest.approx((26 + 2000 * 2 + 1 - 1999) / 1000, abs=0.005)
    small = run()
    assert figure(small, "longest") == pytest.approx(256 * 2 / 1000, abs=0.005)


@pytest.mark.parametrize("ring", [64, 256, 1024])
def test_a_full_ring_makes_a_packet_wait_for_all_in_front(ring: int) -> None:
    assert figure(run(ring=ring, burst=5000), "longest") == pytest.approx(2 * ring / 1000, abs=0.005)


def test_less_work_per_packet_is_a_cure_for_any_length() -> None:
    for burst in (2000, 20000):
        result = run("Cheaper packets", burst=burst)
        assert figure(result, "lost") == 0
        assert figure(result, "longest") < 0.05


def test_rps_moves_the_queue_from_the_ring_to_the_backlog() -> None:
    result = run("RPS")
    assert figure(result, "lost") == 0
    assert max(result["ring"]) < 64
    # 1 µs between packets and 1.7 µs each: 2000 · (1 - 1 / 1.7) are left when the last has come
    assert max(result["backlog"]) == pytest.approx(2000 * (1 - 1 / 1.7), rel=0.05)


def test_the_backlog_drops_and_the_card_knows_nothing_of_it() -> None:
    result = run("The backlog overflows")
    lost = figure(result, "backlog_drops")
    assert figure(result, "missed") == 0
    # in 6 ms CPU 1 does 3529; what waits in two lists of up to 1001 is not lost
    assert 6000 - 3529 - 2 * 1001 < lost < 6000 - 3529 - 900
    counters = table(result)
    assert counters["ethtool -S eth0"] == "rx_missed_errors: 0"
    assert counters["softnet_stat, CPU 0"].split()[:2] == ["00000000", "00000000"]
    assert counters["softnet_stat, CPU 1"].split()[1] == f"{int(lost):08x}"
    larger = run("The backlog overflows", max_backlog=10000)
    assert figure(larger, "lost") == 0


def test_three_cpus_keep_up() -> None:
    assert figure(run("Three CPUs"), "lost") == 0


def test_rx_usecs_0_leaves_napi_on() -> None:
    """Packets come faster than they are done, so after the first interrupt there is no second."""
    for rx_usecs in (0, 25, 200):
        assert figure(run(rx_usecs=rx_usecs), "interrupts") == 1


def test_a_budget_of_3000_changes_nothing_for_one_queue() -> None:
    budgets = [run(budget=budget) for budget in (65, 300, 3000)]
    assert len({tuple(result["lost_in_ring"]) for result in budgets}) == 1
    assert {figure(result, "time_squeeze") for result in budgets} == {0}


def test_with_eight_queues_the_budget_is_used_up_and_a_larger_one_saves_no_packet() -> None:
    squeezed, large = run("Eight queues, one CPU"), run("Eight queues, one CPU", budget=3000)
    assert figure(squeezed, "time_squeeze") > 10
    assert figure(large, "time_squeeze") == 0
    assert figure(large, "lost") == pytest.approx(figure(squeezed, "lost"), rel=0.02)


def test_the_default_socket_buffer_holds_93() -> None:
    result = run("The socket’s turn")
    assert max(result["socket"]) == 93 == 212992 // TRUESIZE + 1
    assert figure(result, "socket_drops") == figure(result, "lost") > 0
    # a datagram every 2 µs for 4 ms, one read every 3 µs
    assert figure(result, "lost") == pytest.approx(2000 - 4000 / 3 - 93, rel=0.02)


def test_a_program_on_the_interrupts_cpu_costs_packets() -> None:
    shared = run("In the interrupts’ way")
    own = run("In the interrupts’ way", app="own")
    assert figure(shared, "lost") > figure(own, "lost") > 0


@pytest.mark.parametrize(
    ("number", "rx_usecs", "per_second", "latency"),
    # A packet each 20 µs. Without moderation each is an interrupt, and waits for it (1 µs) and its own 2 + 1 µs.
    # With 30 the timer takes in a second packet: one waits 30 µs more, the other 10 µs and the first one's 2 µs.
    [(0, 0, 50_000, 4.0), (1, 10, 50_000, 14.0), (2, 30, 25_000, (34 + 16) / 2)],
)
def test_quiet_traffic_trades_interrupts_for_latency(
    number: int, rx_usecs: int, per_second: float, latency: float
) -> None:
    moderation = run().tables["moderation"]
    assert moderation.columns[0].words[number] == f"rx-usecs {rx_usecs}"
    assert moderation["interrupts"][number] == pytest.approx(per_second, rel=0.01)
    assert moderation["latency"][number] == pytest.approx(latency, abs=0.6)


def test_interrupts_fall_and_latency_rises_with_rx_usecs() -> None:
    moderation = run().tables["moderation"]
    assert list(moderation["interrupts"]) == sorted(moderation["interrupts"], reverse=True)
    assert list(moderation["latency"]) == sorted(moderation["latency"])
    # half of the moderated time on average, as far as packets come evenly
    assert moderation["latency"][-1] == pytest.approx(1000 / 2, rel=0.25)


@pytest.mark.parametrize("preset", RING.model.presets, ids=lambda preset: preset.id)
def test_every_packet_is_read_or_lost_somewhere(preset: object) -> None:
    result = run(preset.id)  # type: ignore[attr-defined]
    burst = RING.fill(preset.values)["burst"]  # type: ignore[attr-defined]
    assert figure(result, "read") + figure(result, "lost") == burst
    assert (
        figure(result, "lost")
        == result["lost_in_ring"][-1] + result["lost_in_backlog"][-1] + result["lost_at_socket"][-1]
    )
    assert result["ring"][-1] == result["backlog"][-1] == result["socket"][-1] == 0
    assert len(result.tables["read"]) == figure(result, "read")
