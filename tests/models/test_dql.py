"""Dynamic queue limits, by hand from `dql_completed`, and what they come to on a ring."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.clock import Clock
from inflight.kernel.nic.dql import MAX_LIMIT, NO_SLACK, Dql, positive, reached
from inflight.kernel.nic.tx_ring import TxRing, uniform
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc.fifo import Pfifo

FULL = 1514


def filled(dql: Dql, size: int = FULL) -> int:
    """Queue packets until the limit says stop; how many."""
    count = 0
    while dql.available() >= 0:
        dql.queued(size)
        count += 1
    return count


def test_differences_of_wrapping_counters() -> None:
    assert positive(5, 3) == 2
    assert positive(3, 5) == 0
    assert positive(2, 0xFFFFFFFE) == 4
    assert reached(2, 0xFFFFFFFE)
    assert not reached(0xFFFFFFFE, 2)
    assert MAX_LIMIT == 1_879_048_192  # limit_max as sysfs shows it


def test_one_packet_passes_a_limit_of_nothing() -> None:
    """The check comes after the packet: 0 - 0 is not negative."""
    dql = Dql()
    assert dql.available() == 0
    dql.queued(FULL)
    assert dql.available() == -FULL


def test_the_queue_that_ran_dry_gets_what_it_was_given() -> None:
    """Over the limit, and nothing left: what was queued and done in the interval is added."""
    dql = Dql()
    dql.queued(FULL)
    dql.completed(FULL, now=0)
    assert dql.starved
    assert dql.limit == FULL
    assert (dql.inflight, dql.available()) == (0, FULL)


def test_it_may_have_run_dry_between_completion_and_the_next_packet() -> None:
    """All that the last completion left behind is done, and it was over the limit then: its excess is added."""
    dql = Dql()
    dql.queued(FULL)
    dql.completed(FULL, now=0)
    assert filled(dql) == 2  # 1514 is not beyond the limit, 3028 is
    dql.completed(FULL, now=1)  # the first of the two: one is left, and nothing was there before
    assert not dql.starved
    assert (dql.limit, dql.slack) == (FULL, NO_SLACK)
    assert filled(dql) == 1
    dql.completed(FULL, now=2)
    assert dql.starved
    assert dql.limit == 2 * FULL


def at_two_packets() -> Dql:
    """Where the test above ends."""
    dql = Dql()
    dql.queued(FULL)
    dql.completed(FULL, now=0)
    for now in (1, 2):
        filled(dql)
        dql.completed(FULL, now)
    assert dql.limit == 2 * FULL
    return dql


def test_slack_is_what_is_beyond_twice_of_one_completion() -> None:
    """Three packets under a limit of two: 3028 + 1514 - 2 · 1514 are never needed."""
    dql = at_two_packets()
    for now in range(3, 6):
        filled(dql)
        dql.completed(FULL, now)
    assert dql.slack == dql.lowest_slack == FULL
    assert dql.limit == 2 * FULL  # not before it has been watched


def test_it_shrinks_by_the_lowest_slack_when_a_second_has_passed() -> None:
    dql = at_two_packets()  # the last starvation was at 2
    for now in range(3, 253):
        filled(dql)
        dql.completed(FULL, now)
        assert dql.limit == 2 * FULL, now
    filled(dql)
    dql.completed(FULL, 253)  # `time_after`: 252 is not enough
    assert dql.limit == FULL
    assert dql.lowest_slack == NO_SLACK


def test_the_part_of_the_last_packet_within_the_limit_is_slack_too() -> None:
    """Limit 2000, packets of 1500: the second goes 1000 beyond, so 500 of it were within."""
    dql = Dql(min_limit=2000, max_limit=2000)
    assert filled(dql, 1500) == 2
    dql.completed(1500, now=0)
    dql.queued(1500)  # the limit is 2000 still, so 500 are free
    dql.completed(1000, now=1)
    # max(2000 + 1000 - 2 · 1000, 1500 - 1000); with 1400 done: max(200, 500)
    assert dql.slack == 1000
    other = Dql(min_limit=2000, max_limit=2000)
    filled(other, 1500)
    other.completed(1500, now=0)
    other.queued(1500)
    other.completed(1400, now=1)
    assert other.slack == 500


def test_bounds_hold_at_once() -> None:
    dql = Dql(min_limit=0, max_limit=1000)
    dql.queued(FULL)
    dql.completed(FULL, now=0)
    assert dql.limit == 1000
    assert Dql(min_limit=5000).limit == 5000


STEPS = st.lists(st.tuples(st.integers(1, 70_000), st.floats(0, 1), st.integers(0, 400)), min_size=1, max_size=60)


def played(dql: Dql, steps: list[tuple[int, float, int]]) -> list[int]:
    """The limits after each step: fill with packets of a size, complete a share of them, so many ticks later."""
    limits, now = [], 0
    for size, share, later in steps:
        now += later
        filled(dql, size)
        dql.completed(max(1, int(share * dql.inflight)), now)
        limits.append(dql.limit)
    return limits


@given(STEPS, st.integers(0, 100_000), st.integers(0, 1_000_000))
def test_the_limit_stays_within_its_bounds(steps: list, least: int, more: int) -> None:
    limits = played(Dql(min_limit=least, max_limit=least + more), steps)
    assert all(least <= limit <= least + more for limit in limits)


@given(STEPS, st.integers(0, 0xFFFFFFFF))
def test_counters_may_wrap_anywhere(steps: list, start: int) -> None:
    """Only differences count, so it does not matter where the counters stand at first."""
    moved = Dql()
    moved.num_queued = moved.num_completed = moved._prev_queued = moved._adj_limit = start
    assert played(moved, steps) == played(Dql(), steps)


class Again:
    """Sends each packet again when it has left: the sender always has more."""

    flow = 0

    def __init__(self, size: int) -> None:
        self.size = size
        self.ring: TxRing

    def receive(self, packet: Datagram) -> None:
        self.ring.send(packet, self.size, self)


def loaded(size: int, late: float, *, rate: float = 1e7, slots: int = 256) -> TxRing:
    clock, sink = Clock(), Again(size)
    sink.ring = TxRing(
        clock,
        Pfifo(limit=10_000),
        rate=rate,
        slots=slots,
        dql=Dql(),
        completion=uniform(late, late, random.Random(1)),
    )
    for _ in range(slots + 1):
        sink.ring.send(Datagram(), size, sink)
    sink.ring.on_completion = None
    return sink.ring


def run(ring: TxRing, until: float) -> None:
    for _ in ring._clock.run(until):
        pass


@pytest.mark.parametrize("together", [1, 2, 3, 5])
def test_it_settles_at_twice_what_a_completion_brings(together: int) -> None:
    """A completion that comes half a packet's time before the next one has left brings `together` packets."""
    size = 1250  # 1 ms at 10 Mbit/s
    ring = loaded(size, (together - 0.5) / 1000)
    run(ring, 0.9)
    assert ring.dql
    assert ring.dql.limit == 2 * together * size


@given(st.integers(64, 9000), st.floats(0, 12))
@settings(max_examples=40, deadline=None)
def test_a_steady_delay_never_starves_the_wire_twice(size: int, packets: float) -> None:
    """Once the limit has been found, the wire stands still no more, not even when slack is tried away."""
    time = size * 8 / 1e7
    ring = loaded(size, packets * time)
    run(ring, 100 * time)
    starved = ring.starved
    run(ring, 2.5)
    assert ring.starved - starved <= 1e-9
