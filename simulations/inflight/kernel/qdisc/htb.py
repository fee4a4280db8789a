"""A tree of token buckets whose classes lend to each other: `sch_htb.c`.

A class sends with its own tokens (rate) as long as it has some. When they are used up, it may borrow: its parent pays
instead if it has tokens, or else the parent's parent. Whichever pays, all ceil buckets on the way to the root are
charged. Classes that borrow from the same class at the same priority take turns, a quantum each.

A class that may send is in the row of its own level, one that may borrow is in its parent's feed; the rows are emptied
level by level, leaves first, and within each level priority by priority.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from inflight.kernel.qdisc.base import Qdisc, Queued
from inflight.kernel.qdisc.htb_class import SECOND, HtbClass, Level, Node, plant
from inflight.kernel.qdisc.htb_tree import PRIOS_OF, Tree, lookup

__all__ = ["Htb", "HtbClass"]

TXQUEUELEN = 1000
"""An Ethernet device's, in packets: the length of the direct queue, and of a leaf without its own qdisc."""

FIVE_SECONDS = 5 * SECOND
"""How long it sleeps if no class has an event before."""

Filters = Mapping[int, int] | Callable[[Queued], int | None]
"""Classid by flow, or a function; None, or a missing flow: no filter matches. 0 is the direct queue."""


class Htb(Qdisc):
    """`classes` parents first; `default` is the classid of what no filter matches (0, or no leaf: the direct queue).

    Direct packets, at most `direct_qlen` of them, know no rate and go first. r2q: a class's rate (bytes/s) divided by
    it is its quantum. hysteresis: classes change their mode later, which is cheaper and less exact.

    `limit` is that of the direct queue; the leaves have their own.

    Raises:
        ValueError: see `plant`.
    """

    name = "htb"

    def __init__(
        self,
        *,
        classes: Sequence[HtbClass],
        default: int = 0,
        r2q: int = 10,
        direct_qlen: int = TXQUEUELEN,
        filters: Filters | None = None,
        hysteresis: bool = False,
    ) -> None:
        super().__init__(direct_qlen)
        if r2q < 1:
            raise ValueError(f"htb r2q {r2q}: must be 1 or more")
        self.nodes = plant(classes, r2q, TXQUEUELEN)
        """The classes at work, by classid."""
        self.direct_packets = 0
        """`direct_packets_stat` of `tc -s qdisc`."""
        self._direct: deque[Queued] = deque()
        self._default = self._leaf(default)
        self._table: dict[int, Node | None] = {}
        self._filter: Callable[[Queued], int | None] | None = None
        if callable(filters):
            self._filter = filters
        else:
            self._table = {flow: self._chosen(classid) for flow, classid in (filters or {}).items()}
        for node in self.nodes.values():
            if node.leaf is not None:
                node.leaf.on_drop = self._watch(node)
        ceil = math.fsum(node.ceil for node in self.nodes.values() if not node.parent)
        self.seconds_per_byte = 1 / ceil if ceil else 0.0
        self._tree = Tree(self.nodes.values(), hysteresis)
        self._length = 0  # packets in leaves
        self._ready = math.inf

    @property
    def overlimits(self) -> int:
        """How often a class had to stop."""
        return sum(node.overlimits for node in self.nodes.values())

    def enqueue(self, item: Queued) -> None:
        """Into the leaf of its class (`htb_enqueue`)."""
        node = self._table.get(item.flow, self._default) if self._filter is None else self._classify(item)
        if node is None:
            if len(self._direct) < self.limit:
                self._direct.append(item)
                self.direct_packets += 1
                self.backlog += item.size
            else:
                self.drop(item)
            return
        self._length += 1
        self.backlog += item.size
        node.length += 1
        assert node.leaf is not None
        node.leaf.enqueue(item)
        if node.length and not node.active:
            self._tree.activate_leaf(node)

    def dequeue(self, now: float) -> Queued | None:
        """Direct packets; then, level by level and priority by priority, classes that may send (`htb_dequeue`)."""
        if self._direct:
            item = self._direct.popleft()
            self.backlog -= item.size
            return item
        time = int(now * SECOND + 0.5)
        tree = self._tree
        if time < tree.quiet:
            return None
        self._ready = math.inf
        if not self._length:
            return None
        tree.now = time
        event, busy = time + FIVE_SECONDS, False
        for number, level in tree.scan:
            waiting = level.waiting
            while waiting and waiting[0].due <= time:
                tree.look_again(waiting.pop(0))
            if waiting and waiting[0].due < event:
                event = waiting[0].due
            if level.active:
                busy = True
                for prio in PRIOS_OF[level.active]:
                    found = self._take(level, number, prio, now)
                    if found is not None:
                        return found
        if self._length:
            self._ready = min(self._ready, event / SECOND)
            if not busy:
                tree.quiet = event
        return None

    def ready_at(self, now: float) -> float:
        """When the next class changes its mode."""
        return self._ready

    def ahead(self) -> int:
        """Nothing: a new flow is taken to be the first of its class."""
        return 0

    def __len__(self) -> int:
        return self._length + len(self._direct)

    def _leaf(self, classid: int | None) -> Node | None:
        node = self.nodes.get(classid) if classid else None
        return node if node and not node.level else None

    def _chosen(self, classid: int | None) -> Node | None:
        """The leaf that a filter names. Naming an inner class, which has no filters here, decides nothing."""
        if classid == 0:
            return None
        return self._leaf(classid) or self._default

    def _classify(self, item: Queued) -> Node | None:
        """`htb_classify`."""
        assert self._filter
        return self._chosen(self._filter(item))

    def _watch(self, node: Node) -> Callable[[Queued], None]:
        def dropped(item: Queued) -> None:
            node.length -= 1
            node.drops += 1
            self._length -= 1
            self.backlog -= item.size
            if not node.length:
                self._tree.deactivate_leaf(node)  # `htb_qlen_notify`
            self.drop(item)

        return dropped

    def _take(self, level: Level, number: int, prio: int, now: float) -> Queued | None:
        """The next packet of one row, by deficit round robin (`htb_dequeue_tree`)."""
        row = level.rows[prio]
        for _ in range(len(self.nodes) + 1):
            node = lookup(row, prio)
            if node is None:
                return None
            if not node.length:
                self._tree.deactivate_leaf(node)
                continue
            assert node.leaf is not None
            item = node.leaf.dequeue(now)
            # leaves below take turns in the feed of their parent, those that send by themselves in the row
            turns = node.parent.feeds[prio] if number and node.parent else row
            if item is None:  # it drops at its head, or shapes by itself
                turns.step()
                if node.length:
                    self._ready = min(self._ready, node.leaf.ready_at(now))
                continue
            size = item.size
            node.length -= 1
            self._length -= 1
            self.backlog -= size
            deficit = node.deficit[number] - size
            if deficit < 0:
                deficit += node.quantum
                turns.step()
            node.deficit[number] = deficit
            if not node.length:
                self._tree.deactivate_leaf(node)
            self._tree.charge(node, number, size)
            return item
        return None
