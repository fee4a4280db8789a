"""What holds for every queueing discipline, whatever it is asked to do.

A discipline that can be made with `limit=` in packets is held to all of it without being told. Others, and those for
which not all is true, say so in `CASES`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel import qdisc
from inflight.kernel.path.udp import Datagram
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import QUANTUM, Qdisc, Queued
from inflight.kernel.qdisc.cake import Cake
from inflight.kernel.qdisc.fifo import Bfifo
from inflight.kernel.qdisc.fq import Fq
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.qdisc.htb import Htb
from inflight.kernel.qdisc.htb_class import HtbClass
from inflight.kernel.qdisc.mq import Mq
from inflight.kernel.qdisc.netem import Netem
from inflight.kernel.qdisc.pfifo_fast import PfifoFast
from inflight.kernel.qdisc.pie import Pie
from inflight.kernel.qdisc.red import Red
from inflight.kernel.qdisc.sfq import Sfq
from inflight.kernel.qdisc.tbf import Tbf

MANY = 1 << 30


@dataclass(frozen=True)
class Case:
    """`make` makes one for `limit` packets. most: packets and bytes that it may then hold.

    works: it has a packet whenever it is not empty. ordered: packets of a flow leave in the order they came.
    """

    make: Callable[[int], Qdisc]
    most: Callable[[int], tuple[int, int]] = lambda limit: (limit, MANY)
    works: bool = True
    ordered: bool = True


def _red(limit: int) -> Red:
    return Red(limit=limit * QUANTUM, min=3000, max=9000, burst=5, ecn=True, rng=random.Random(1))


def _htb(limit: int) -> Htb:
    leaves = [HtbClass(n, 1, rate=n * 100e3, ceil=1e6, leaf=Fq(limit=limit)) for n in (2, 3)]
    return Htb(classes=[HtbClass(1, rate=1e6), *leaves], filters={0: 2, 1: 3}, default=3)


def _bytes(limit: int) -> tuple[int, int]:
    return MANY, limit * QUANTUM


CASES = {
    "bfifo": Case(lambda limit: Bfifo(limit=limit * QUANTUM), _bytes),
    "cake": Case(lambda limit: Cake(memlimit=limit * 4096), lambda _: (MANY, MANY)),
    "fq": Case(lambda limit: Fq(limit=limit, flow_limit=5)),
    "fq-paced": Case(lambda limit: Fq(limit=limit, maxrate=1e6, initial_quantum=QUANTUM), works=False),
    "htb": Case(_htb, lambda limit: (2 * limit, MANY), works=False),
    "mq": Case(lambda limit: Mq(queues=3, leaf=lambda: FqCodel(limit=limit)), lambda limit: (3 * limit, MANY)),
    "netem": Case(lambda limit: Netem(limit=limit)),
    "netem-delay": Case(lambda limit: Netem(limit=limit, delay=0.01), works=False),
    "netem-jitter": Case(lambda limit: Netem(limit=limit, delay=0.01, jitter=0.01), works=False, ordered=False),
    "pfifo_fast": Case(lambda limit: PfifoFast(limit=limit), lambda limit: (3 * limit, MANY)),
    "pie": Case(lambda limit: Pie(limit=limit, target=0.002, rng=random.Random(1))),
    "red": Case(_red, _bytes),
    "sfq": Case(lambda limit: Sfq(limit=limit, depth=4, divisor=4, perturb=1)),
    "sfq-headdrop": Case(lambda limit: Sfq(limit=limit, depth=4, headdrop=True)),
    "tbf": Case(lambda limit: Tbf(rate=1e6, burst=2 * QUANTUM, limit=limit * QUANTUM), _bytes, works=False),
}
for _name, _kind in disciplines().items():
    CASES.setdefault(_name, Case(lambda limit, kind=_kind: kind(limit=limit)))  # type: ignore[misc]


class Sink:
    """The destination of a flow; the odd ones know ECN."""

    def __init__(self, flow: int) -> None:
        self.flow = flow
        self.priority = (0, 2, 6, 4, 7)[flow]


class Marked(Datagram):
    ect = True


class Scalable(Marked):
    l4s = True


PACKETS = (Datagram, Marked, Datagram, Scalable, Datagram)


SINKS = [Sink(flow) for flow in range(5)]


@dataclass
class Books:
    """What went in, and what became of it."""

    queue: Qdisc
    now: float = 0.0
    put: dict[int, Queued] = field(default_factory=dict)
    dropped: list[Queued] = field(default_factory=list)
    out: list[Queued] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.queue.on_drop = self.dropped.append

    def enqueue(self, flow: int, size: int) -> None:
        """A packet arrives."""
        item = Queued(PACKETS[flow](), size, SINKS[flow], self.now, len(self.put))
        self.put[item.number] = item
        self.queue.enqueue(item)

    def dequeue(self) -> Queued | None:
        """One may leave."""
        item = self.queue.dequeue(self.now)
        if item is not None:
            self.out.append(item)
        return item

    def check(self, case: Case, limit: int) -> None:
        """Nothing has been lost, made up, or counted twice."""
        queue = self.queue
        gone = [item.number for item in self.out + self.dropped]
        assert len(gone) == len(set(gone)), "a packet left twice"
        assert len(queue) == len(self.put) - len(gone), "len() is what came less what left and what `drop` was told of"
        inside = sum(item.size for item in self.put.values()) - sum(item.size for item in self.out + self.dropped)
        assert queue.backlog == inside, "`backlog` is not the bytes that are inside"
        packets, size = case.most(limit)
        assert len(queue) <= packets, "more packets than `limit`"
        assert queue.backlog <= size, "more bytes than `limit`"
        assert queue.drops == len(self.dropped), "`drops` are those that `drop` was told of"


def steps(things: list[tuple[int, int, int]], books: Books) -> Iterator[None]:
    """What is done: put packets of a flow, or take some out, or let time pass."""
    for what, flow, amount in things:
        if what == 0:
            books.enqueue(flow, 64 + 50 * amount)
        elif what == 1:
            for _ in range(4):
                books.enqueue(flow, QUANTUM)
        elif what == 2:
            for _ in range(amount % 6 + 1):
                books.dequeue()
        else:
            books.now += amount * 0.002
        yield


doings = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(0, 29)), min_size=30, max_size=90)


@pytest.mark.parametrize("name", CASES)
def test_every_discipline_has_its_case(name: str) -> None:
    try:
        queue = CASES[name].make(20)
    except TypeError as error:
        pytest.fail(f"{error}: give {name} a line in CASES that makes one for `limit` packets")
    assert len(queue) == 0


def test_a_discipline_says_what_it_is_called() -> None:
    nameless = type("Nameless", (Qdisc,), {"__module__": f"{qdisc.__name__}.nameless"})
    with pytest.raises(TypeError, match=r"qdisc\.nameless: Nameless needs a `name`, as `tc` writes it"):
        disciplines.__wrapped__()
    nameless.__module__ = __name__  # the class may live on: it is none of the folder's any more


@pytest.mark.parametrize("name", CASES)
@given(things=doings, limit=st.integers(2, 30))
@settings(max_examples=20)
def test_what_goes_in_comes_out_is_dropped_or_is_still_there(
    name: str, things: list[tuple[int, int, int]], limit: int
) -> None:
    case = CASES[name]
    books = Books(case.make(limit))
    for _ in steps(things, books):
        books.check(case, limit)
    if case.ordered:
        for flow in range(5):
            numbers = [item.number for item in books.out if item.flow == flow]
            assert numbers == sorted(numbers)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.works])
@given(things=doings, limit=st.integers(2, 30))
@settings(max_examples=20)
def test_the_line_is_not_idle_while_something_waits(name: str, things: list[tuple[int, int, int]], limit: int) -> None:
    """A discipline that shapes nothing always has a packet if it has any."""
    books = Books(CASES[name].make(limit))
    for _ in steps(things, books):
        pass
    while len(books.queue):
        books.now += 0.0012
        assert books.dequeue() is not None
    assert books.queue.backlog == 0
    assert books.dequeue() is None


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.works])
@given(things=doings, limit=st.integers(2, 30))
@settings(max_examples=20)
def test_one_that_lets_packets_wait_says_until_when(name: str, things: list[tuple[int, int, int]], limit: int) -> None:
    """Asked at `ready_at`, it gives a packet or a later time, and at last all have left."""
    books = Books(CASES[name].make(limit))
    for _ in steps(things, books):
        pass
    for _ in range(10 * limit + 1000):
        if books.dequeue() is None:
            if not len(books.queue):
                break
            ready = books.queue.ready_at(books.now)
            assert books.now < ready < math.inf
            books.now = ready
    assert len(books.queue) == 0
    assert books.queue.backlog == 0


@pytest.mark.parametrize("name", CASES)
@given(things=doings, limit=st.integers(3, 30))
@settings(max_examples=20)
def test_a_token_bucket_keeps_its_rate_and_its_books_over_any_child(
    name: str, things: list[tuple[int, int, int]], limit: int
) -> None:
    """In no stretch of time does more leave than the bucket and the rate allow, and peeking loses no packet."""
    rate, burst = 2e6, 3 * QUANTUM
    books = Books(Tbf(rate=rate, burst=burst, child=CASES[name].make(limit)))
    left: list[tuple[float, int]] = []
    whole = Case(lambda _: books.queue, lambda _: (MANY, MANY))
    for _ in steps(things, books):
        books.check(whole, limit)
        left += [(books.now, item.size) for item in books.out[len(left) :]]
    for start in range(len(left)):
        total = 0
        for time, size in left[start:]:
            total += size
            assert total <= burst + (time - left[start][0]) * rate / 8 + 1
