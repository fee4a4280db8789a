"""Requests behind a reverse proxy: every fault hurts, every remedy helps, what people copy does not."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from calls import begin, typed
from family_checks import Bench, FamilyChecks, assert_agrees, shell_segments

from inflight.figure.slices import finish
from inflight.incidents.case import open_case
from inflight.incidents.families.proxy import FAMILY
from inflight.incidents.families.proxy.judged import span
from inflight.incidents.families.proxy.model import SLOTS, Front
from inflight.incidents.hypothesis import meant
from inflight.incidents.scene import Machine

BENCH = Bench(
    FAMILY,
    others={
        # four times the tuples, twice the ports, or ports that can be had again after a second
        "proxy-ports": {"more-addresses", "port-range", "tw-reuse"},
    },
    # Not alone: a queue for the whole burst, and twice as many workers to empty it in time.
    may={"cron": {"workers"}},
)
FAULTS = BENCH.faults
broken, scene = BENCH.broken, BENCH.scene


class TestFamily(FamilyChecks):
    bench = BENCH


def ran(setting, seconds: int) -> Front:
    """The model after so many seconds, from just before a full minute."""
    model = Front(replace(setting, clock=0.0), -SLOTS)
    finish(model.run((seconds - 1) * SLOTS))
    return model


@pytest.mark.parametrize("fault", FAULTS)
def test_what_one_machine_has_sent_has_reached_the_next(fault):
    machines = scene(broken(fault, 2), 2).machines
    for machine in machines:
        assert_agrees(machine)
    (front_came, front_went), (backend_came, backend_went), (came, went) = map(between_them, machines)
    assert went == front_came + backend_came
    assert came == front_went + backend_went


def between_them(machine: Machine) -> tuple[int, int]:
    """Packets that came and went, without those of shells."""
    in_shells, out_shells = shell_segments(machine)
    counters = machine.counters
    return counters["IpInReceives"] - in_shells, counters["IpOutRequests"] - out_shells


def test_ports_last_for_470_connections_a_second():
    """28,232 ports, each for 60 s, which the timer wheel rounds up by at most 2.048 s (T02, T13)."""
    setting = broken("proxy-ports", 3)
    first, later = ran(setting, 200), ran(setting, 500)
    opened = (later.totals.opened - first.totals.opened) / 300
    assert 28232 / 62.048 < opened < 28232 / 60
    assert later.time_waits + later.connections <= 28232
    proxy = scene(setting, 3).machines[2]
    waiting = [each for each in proxy.connections if each.state == "TIME-WAIT"]
    assert len({(each.here, each.peer) for each in waiting}) == len(waiting) > 27_000
    assert not any(each.process for each in waiting)
    # the side that closes first has them, and nobody else
    assert not any(each.state == "TIME-WAIT" for each in scene(setting, 3).machines[1].connections)


def test_the_front_and_the_backend_look_well_when_the_proxy_has_no_ports():
    front, backend, _ = scene(broken("proxy-ports", 4), 4).machines
    assert not backend.counters["TcpExtListenOverflows"]
    assert backend.listening[0].recv_q == 0
    assert {each.state for each in front.connections} == {"ESTAB"}


def test_a_port_in_time_wait_is_reused_only_in_another_second():
    """`tcp_twsk_unique` asks for a timestamp of an earlier second."""
    setting = replace(broken("proxy-ports", 5), ip_local_port_range=(32768, 33067), tcp_tw_reuse=1)
    totals = ran(setting, 60).totals
    assert totals.recycled > 0
    assert totals.opened / 60 <= 300


def test_jobs_overflow_the_queue_just_after_each_minute_and_at_no_other_time():
    setting = broken("cron", 6)
    model = Front(replace(setting, clock=0.0), -SLOTS)
    overflowed = []
    for second in range(180):
        before = model.totals.dropped
        finish(model.run(second * SLOTS))
        if model.totals.dropped > before:
            overflowed.append((second - 1) % 60)
    # SYNs come again after 1, 3 and 7 s (TCP_TIMEOUT_INIT)
    assert 0 in overflowed
    assert max(overflowed) <= 7


def test_what_jobs_do_is_in_no_average():
    """A tenth of a minute's requests wait: the median knows nothing of it, and the mean hardly anything."""
    healthy, cron = ran(BENCH.healthy(7)[0], 301), ran(broken("cron", 7), 301)
    well, ill = (span(list(each.seconds)[1:301]) for each in (healthy, cron))
    assert ill.p50 == pytest.approx(well.p50, rel=0.5)
    assert ill.p99 > 10 * well.p99
    quiet = [each for each in cron.seconds if each.at > 0 and each.at % 60 > 20]
    assert span(quiet).p99 == pytest.approx(well.p99, rel=0.1)
    assert ill.requests / well.requests < 1.2


def test_a_rarer_burst_is_as_bad_as_before():
    setting = broken("cron", 8)
    rare = BENCH.fixes["five-minutes"].put(setting)
    assert scene(rare, 8).share == pytest.approx(scene(setting, 8).share, abs=0.02)
    spread = BENCH.fixes["jitter"].put(setting)
    assert scene(spread, 8).share > 0.999


def test_a_pause_has_a_rhythm_of_its_own():
    model = ran(broken("gc", 9), 400)
    starts = [slot for slot, _ in model.pauses]
    assert len({slot // SLOTS % 60 for slot in starts}) == len(starts)


def test_a_model_that_was_looked_at_is_the_same_as_one_that_was_not():
    setting = BENCH.healthy(10)[0]
    once = ran(setting, 100)
    often = Front(replace(setting, clock=0.0), -SLOTS)
    for second in range(100):
        finish(often.run(second * SLOTS))
    assert (once.totals, once.time_waits) == (often.totals, often.time_waits)


def test_jobs_start_by_the_clock_of_the_call_also_after_a_change():
    case = next(case for seed in range(100) if (case := open_case(seed, 2, "proxy")).fault.id == "cron")
    call = begin(case)
    front = call.world.machines[0].name
    for line in ("", ":fix five-minutes", ":mitigate stale"):
        if line:
            finish(call.do(line))
        finish(call.do(f"{front}# sleep 600"))
        printed = finish(call.do(typed(call, "journalctl-u@0")))
        assert re.search(r" \d\d:\d\d:00 \S+ CRON", printed)
        assert not re.search(r" \d\d:\d\d:(?!00)\d\d \S+ CRON", printed)
    last = re.findall(r" \d\d:(\d\d):00 \S+ CRON", printed)[-2:]
    assert all(int(minute) % 5 == 0 for minute in last)


def test_own_words_are_understood():
    said = {
        "proxy-ports": "nginx has no ephemeral ports left towards the upstream, all in TIME_WAIT",
        "cron": "every minute on the minute cron jobs of all agents hit at once, a thundering herd",
        "rate-limit": "limit_req answers 503 because the rate is too low",
        "few-workers": "the application is overloaded, its workers can't keep up",
        "gc": "garbage collection stops the backend for seconds",
    }
    for fault, text in said.items():
        assert [each.id for each in meant(text, FAMILY.faults)] == [fault]


def test_the_settings_of_a_case_know_when_somebody_was_called():
    case = open_case(3, 1, "proxy")
    assert case.healthy.clock == case.setting.clock == case.began
    assert FAMILY.draw(random.Random(1)).clock == 0


def test_dashboards_have_teeth_since_the_call_where_jobs_start_by_the_clock():
    case = next(case for seed in range(100) if (case := open_case(seed, 2, "proxy")).fault.id == "cron")
    call = begin(case)
    finish(call.do(f"{call.world.machines[0].name}# sleep 600"))
    p99 = next(each for each in finish(call.graphs()) if each.id == "p99")
    recent = [(t, value) for t, value in zip(p99.times, p99.values, strict=True) if t > 0]
    high = [t for t, value in recent if value > 1000]
    assert len(high) == pytest.approx(len(recent) / 6, abs=2)
    assert all((case.began + t) % 60 <= 20 for t in high)
    assert "every 10 s" in finish(call.do(":dashboards"))
