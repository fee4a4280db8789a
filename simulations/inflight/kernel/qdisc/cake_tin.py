"""A tin of CAKE: which queue a flow has, and whose turn it is among them (`sch_cake.c`)."""

from __future__ import annotations

import random
from collections import deque

from inflight.kernel.qdisc.base import QUANTUM, Queued, flow_hash
from inflight.kernel.qdisc.cobalt import Cobalt, Law, Pace

QUEUES, WAYS = 1024, 8
"""Queues of a tin, and those of them that a flow may choose from (`CAKE_QUEUES`, `CAKE_SET_WAYS`)."""

DIFFSERV4 = bytes.fromhex(
    "0001000002000000 0100000000000000 0200020002000200 0200020002000200"
    "0300020002000200 0300000003000300 0300000000000000 0300000000000000"
)
DIFFSERV3 = bytes.fromhex(
    "0001000002000000 0100000000000000 0000000000000000 0000000000000000"
    "0000000000000000 0000000002000200 0200000000000000 0200000000000000"
)
"""The tin of each of the 64 DSCPs: 0 is best effort, 1 bulk, the last one voice."""

TINS = {"besteffort": ((0,), bytes(64)), "diffserv3": ((0, 4, 2), DIFFSERV3), "diffserv4": ((0, 4, 1, 2), DIFFSERV4)}
"""By how many bits each tin's rate, and its weight, are shifted to the right of the whole, and the table of DSCPs."""

NONE, SPARSE, SPARSE_WAIT, BULK, DECAYING = range(5)
"""What a queue counts as (`CAKE_SET_…`); one that waits has run empty in the rotation of the bulk ones."""


class FlowQueue:
    """One queue of a tin (`struct cake_flow`). tag: the hash it is reserved for; carry: a part of a byte."""

    __slots__ = ("backlog", "carry", "control", "counts_as", "deficit", "queue", "tag")

    def __init__(self, control: Cobalt, tag: int) -> None:
        self.control, self.tag = control, tag
        self.queue: deque[Queued] = deque()
        self.backlog = 0
        self.deficit = 0
        self.carry = 0
        self.counts_as = NONE


class Tin:
    """A class of traffic (`struct cake_tin_data`); `rate` in bytes per second, 0 for none.

    The flows with something to send are `new` (sparse) or `old`; those that have run empty while COBALT still has
    something to remember are `decaying`.
    """

    __slots__ = (
        "_ways",
        "backlog",
        "bulk",
        "collisions",
        "decaying",
        "deficit",
        "flow_quantum",
        "law",
        "new",
        "next",
        "old",
        "pace",
        "quantum",
        "reserved",
        "rng",
        "sparse",
    )

    def __init__(self, rate: int, quantum: int, target: int, interval: int, rng: random.Random) -> None:
        self.pace = Pace.of(rate)
        self.law = Law.of(self.pace, QUANTUM, target, interval)
        self.quantum = quantum
        self.flow_quantum = max(min(rate >> 12, 1514), 300) if rate else 1514
        self.rng = rng
        self.next = 0  # when this tin is within its share again, ns
        self.deficit = 0
        self.backlog = 0
        self.bulk = self.sparse = 0
        self.new: deque[FlowQueue] = deque()
        self.old: deque[FlowQueue] = deque()
        self.decaying: deque[FlowQueue] = deque()
        self.reserved: dict[int, FlowQueue] = {}
        self._ways: dict[int, FlowQueue] = {}
        self.collisions = 0
        """Packets that had to go into another flow's queue."""

    def flow(self, number: int) -> FlowQueue:
        """The queue for flow `number` (`cake_hash`): its own, else a free one of eight, else that of a stranger."""
        tag = flow_hash(number)
        flow = self.reserved.get(tag)
        if flow is not None:
            return flow
        home = tag % QUEUES
        first = home - home % WAYS
        for way in range(WAYS):
            at = first + (home + way) % WAYS
            flow = self._ways.get(at)
            if flow is None:
                flow = self._ways[at] = FlowQueue(Cobalt(self.law, self.rng), tag)
                break
            if flow.counts_as == NONE:
                del self.reserved[flow.tag]
                break
        else:
            self.collisions += 1
            flow = self._ways[home]
            del self.reserved[flow.tag]
        flow.tag = tag
        self.reserved[tag] = flow
        return flow

    def top_up(self, flow: FlowQueue, share: int, rounds: int = 1) -> None:
        """`rounds` quanta, each `share` of 65,536. The kernel rounds by chance; here the rest is carried over."""
        owed = flow.carry + share * rounds
        flow.deficit += owed >> 16
        flow.carry = owed & 0xFFFF

    def share(self, isolate: bool) -> int:
        """A flow's quantum, times 65,536: the flows of one host share one (`cake_get_flow_quantum`)."""
        return self.flow_quantum * (65535 // (self.bulk if isolate and self.bulk > 1 else 1))

    def skip_rounds(self, share: int) -> None:
        """All of `old` are in debt: as many whole rounds at once as leave every one of them there."""
        rounds = min(-(-((1 - flow.deficit << 16) - flow.carry) // share) for flow in self.old) - 1
        if rounds > 0:
            for flow in self.old:
                self.top_up(flow, share, rounds)

    def activate(self, flow: FlowQueue, isolate: bool) -> None:
        """A packet has come: a flow that had none is sparse, one that had run empty in the rotation is bulk."""
        if flow.counts_as in (NONE, DECAYING):
            if flow.counts_as == DECAYING:
                self.decaying.remove(flow)
            self.new.append(flow)
            flow.counts_as = SPARSE
            self.sparse += 1
            flow.deficit = 0
            self.top_up(flow, self.share(isolate))
        elif flow.counts_as == SPARSE_WAIT:
            flow.counts_as = BULK
            self.sparse -= 1
            self.bulk += 1

    def next_flow(self, first: bool, isolate: bool) -> FlowQueue:
        """Whose turn it is: `first` one of those that decay; then new flows, then old ones (DRR++)."""
        if first and self.decaying:
            return self.decaying[0]
        in_debt = 0
        while True:
            turn = self.new or self.old
            flow = turn[0]
            if flow.deficit > 0:
                return flow
            if flow.counts_as == SPARSE:
                if flow.queue:
                    self.sparse -= 1
                    self.bulk += 1
                    flow.counts_as = BULK
                else:
                    flow.counts_as = SPARSE_WAIT
            share = self.share(isolate)
            if turn is self.old:
                in_debt += 1
                if in_debt == 2:  # two in a row: perhaps all are
                    self.skip_rounds(share)
            self.top_up(flow, share)
            turn.popleft()
            self.old.append(flow)

    def retire(self, flow: FlowQueue, now: int) -> None:
        """It was this flow's turn, and it had nothing: it leaves the rotation, at once or when COBALT is at rest."""
        flow.control.ran_empty(now)
        if flow.counts_as == DECAYING:
            self.decaying.popleft()
        elif flow.counts_as == SPARSE:
            self.new.popleft()
            self.sparse -= 1
        else:
            self.old.popleft()
            if flow.counts_as == BULK:
                self.bulk -= 1
            else:
                self.sparse -= 1
        if flow.control.at_rest(now):
            flow.counts_as = NONE
        else:
            flow.counts_as = DECAYING
            self.decaying.append(flow)
