"""The parts of an HTB tree: a class as `tc class add` describes it, as the kernel keeps it, and rings of them.

Tokens are counted in the nanoseconds that they pay for, in whole numbers, as in the kernel.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.qdisc.fifo import Pfifo

MAXDEPTH = 8
"""`TC_HTB_MAXDEPTH`: levels of a tree. Leaves are level 0, a class below the root that has children is level 7."""

PRIOS = 8
"""`TC_HTB_NUMPRIO`."""

SECOND = 1_000_000_000
LONGEST = 60 * SECOND
"""`mbuffer`, ns: neither credit nor debt grows beyond a minute."""

CANT_SEND, MAY_BORROW, CAN_SEND = range(3)
"""`enum htb_cmode`: over its ceil; over its rate but not its ceil; within its rate."""

TICK = 64
"""`PSCHED_TICKS2NS(1)`, ns: the unit in which `tc` gives buffers to the kernel and prints tokens."""

MTU = 1600
"""What `tc` takes for a packet when it makes up a burst, bytes (`q_htb.c:htb_parse_class_opt`)."""

QUANTUM_RANGE = (1000, 200_000)
"""The bounds of a default quantum, bytes."""


@dataclass(frozen=True)
class HtbClass:
    """`tc class add … parent <parent> classid <classid> htb …`; ids are minor numbers, which `tc` writes in hex.

    parent: None: the root qdisc. rate, ceil: bit/s (ceil None: the rate). burst, cburst: bytes (0: what `tc` makes up,
    rate/HZ + 1600 where HZ is 10⁹, so that it is 1600 below 8 Gbit/s). quantum: bytes (0: rate/r2q). leaf: None: a
    pfifo of txqueuelen packets.
    """

    classid: int
    parent: int | None = None
    _: KW_ONLY
    rate: float
    ceil: float | None = None
    burst: int = 0
    cburst: int = 0
    prio: int = 0
    quantum: int = 0
    leaf: Qdisc | None = None


class HtbPrio:
    """Classes of one priority in order of their ids, and whose turn it is: a row or a feed (`struct htb_prio`)."""

    __slots__ = ("last_id", "members", "pointer")

    def __init__(self) -> None:
        self.members: list[Node] = []
        self.pointer: Node | None = None
        self.last_id = 0
        """The class whose turn it was when it left, so that the round goes on after it."""

    def add(self, node: Node) -> None:
        """`htb_add_to_id_tree`."""
        members = self.members
        if not members or members[-1].id < node.id:
            members.append(node)
        else:
            insort(members, node, key=_id)

    def step(self) -> None:
        """The next one's turn; None past the last (`htb_next_rb_node`)."""
        if self.pointer:
            members = self.members
            if members[-1] is self.pointer:
                self.pointer = None
            else:
                self.pointer = members[members.index(self.pointer) + 1]

    def leave_row(self, node: Node) -> None:
        """Remove; the turn goes to the next."""
        if self.pointer is node:
            self.step()
        self.members.remove(node)

    def leave_feed(self, node: Node) -> None:
        """Remove; the class whose turn it was is remembered by its id."""
        if self.pointer is node:
            self.last_id, self.pointer = node.id, None
        self.members.remove(node)

    def recover(self) -> None:
        """Find the turn again by the id (`htb_id_find_next_upper`)."""
        if self.pointer is None and self.last_id:
            self.pointer = next((node for node in self.members if node.id >= self.last_id), None)
        self.last_id = 0


class Level:
    """All classes of one level: rows by priority, which are not empty, and the classes that wait to change mode."""

    __slots__ = ("active", "rows", "waiting")

    def __init__(self) -> None:
        self.rows = [HtbPrio() for _ in range(PRIOS)]
        self.active = 0  # a bit for each priority
        self.waiting: list[Node] = []  # in order of `due`


class Node:
    """A class at work (`struct htb_class`)."""

    __slots__ = (
        *("active", "borrowed", "buffer", "bytes", "cbuffer", "ceil", "checked", "ctokens", "deficit", "depth"),
        *("drops", "due", "feeds", "id", "leaf", "lended", "length", "level", "mode", "mult", "cmult", "overlimits"),
        *("packets", "parent", "prio", "quantum", "rate", "shift", "cshift", "tokens"),
    )

    def __init__(self, described: HtbClass, parent: Node | None, r2q: int) -> None:
        self.id, self.parent = described.classid, parent
        self.depth: int = parent.depth + 1 if parent else 1
        self.level = 0
        self.rate = round(described.rate) // 8
        self.ceil = self.rate if described.ceil is None else round(described.ceil) // 8
        self.mult, self.shift = reciprocal(self.rate)
        self.cmult, self.cshift = reciprocal(self.ceil)
        self.buffer = buffer_ns(self.rate, described.burst or self.rate // SECOND + MTU)
        self.cbuffer = buffer_ns(self.ceil, described.cburst or self.ceil // SECOND + MTU)
        self.tokens, self.ctokens = self.buffer, self.cbuffer
        self.checked = 0  # when both were right, ns
        self.quantum = described.quantum or min(max(self.rate // r2q, QUANTUM_RANGE[0]), QUANTUM_RANGE[1])
        self.prio = described.prio
        self.mode = CAN_SEND
        self.due = 0  # when the mode may change, ns
        self.active = 0  # a bit for each priority with something to send in or below this class
        self.deficit = [0] * MAXDEPTH
        self.feeds: list[HtbPrio] = []
        self.leaf: Qdisc | None = described.leaf
        self.length = 0
        self.bytes = self.packets = self.lended = self.borrowed = self.drops = self.overlimits = 0

    def become_inner(self) -> None:
        """It gets a child."""
        self.level = (self.parent.level if self.parent else MAXDEPTH) - 1
        self.feeds = [HtbPrio() for _ in range(PRIOS)]

    def tokens_at(self, now: float) -> tuple[float, float]:
        """Bytes in its two buckets at `now` (s), those of the rate and those of the ceil; negative: a debt."""
        since = min(round(now * SECOND) - self.checked, LONGEST)
        tokens, ctokens = min(self.tokens + since, self.buffer), min(self.ctokens + since, self.cbuffer)
        return tokens * self.rate / SECOND, ctokens * self.ceil / SECOND

    def stats(self) -> dict[str, int]:
        """The counters of `tc -s class show`; tokens in its ticks of 64 ns, as of the last packet.

        giants is 0: nothing has counted them since kernel 3.8.
        """
        return {
            "bytes": self.bytes,
            "packets": self.packets,
            "dropped": self.drops,
            "overlimits": self.overlimits,
            "backlog_packets": self.length,
            "lended": self.lended,
            "borrowed": self.borrowed,
            "giants": 0,
            "tokens": self.tokens // TICK,
            "ctokens": self.ctokens // TICK,
        }


def reciprocal(rate: int) -> tuple[int, int]:
    """(mult, shift) so that `size * mult >> shift` is the time that `size` bytes take at `rate` bytes/s, ns.

    `sch_generic.c:psched_ratecfg_precompute__`.
    """
    factor, shift = SECOND, 0
    while True:
        mult = factor // rate
        if mult & 1 << 31 or factor & 1 << 63:
            return mult & 0xFFFFFFFF, shift
        factor <<= 1
        shift += 1


def buffer_ns(rate: int, burst: int) -> int:
    """The time that `burst` bytes take at `rate` bytes/s, as the kernel gets it: in whole µs, then in ticks.

    `tc_core.c:tc_calc_xmittime`.
    """
    return 1_000_000 * burst // rate * 1000 // TICK * TICK


def spelled(classid: int | None) -> str:
    """A minor number as `tc` writes it: 0x10 → 1:10."""
    return "1:" if classid is None else f"1:{classid:x}"


def plant(classes: Sequence[HtbClass], r2q: int, txqueuelen: int) -> dict[int, Node]:
    """The classes at work, each after its parent.

    Raises:
        ValueError: an id that is taken or out of range, a parent that is missing or comes later, a rate of 0, a
            ceil below the rate, a priority above 7, a tree of more than 8 levels. (The kernel takes a missing parent
            for the root, lets a ceil be below the rate, and turns a higher priority into 7: nobody wants that.)
    """
    nodes: dict[int, Node] = {}
    for described in classes:
        _check(described, nodes)
        parent = None if described.parent is None else nodes[described.parent]
        if parent and not parent.level:
            parent.become_inner()
        node = nodes[described.classid] = Node(described, parent, r2q)
        if node.depth > MAXDEPTH:
            raise ValueError(f"htb class {spelled(node.id)}: it is on level {node.depth}; a tree has {MAXDEPTH}")
    for node in nodes.values():
        if node.level:
            if node.leaf is not None:
                raise ValueError(f"htb class {spelled(node.id)}: must have a qdisc or children, not both")
        elif node.leaf is None:
            node.leaf = Pfifo(limit=txqueuelen)
    return nodes


def _check(described: HtbClass, known: dict[int, Node]) -> None:
    name = f"htb class {spelled(described.classid)}"
    if not 0 < described.classid < 1 << 16:
        raise ValueError(f"htb classid {described.classid:#x}: must be from 0x1 to 0xffff")
    if described.classid in known:
        raise ValueError(f"{name}: already exists")
    if described.parent is not None and described.parent not in known:
        there = ", ".join(map(spelled, [None, *known]))
        raise ValueError(f"{name}: parent {spelled(described.parent)} doesn't exist; must be one of {there}")
    if described.rate < 8:
        raise ValueError(f"{name}: rate {described.rate:g} bit/s; must be at least 8 bit/s")
    if described.ceil is not None and described.ceil < described.rate:
        least = f"{described.rate:g} bit/s"
        raise ValueError(f"{name}: ceil {described.ceil:g} bit/s; must be at least its rate, {least}")
    if not 0 <= described.prio < PRIOS:
        raise ValueError(f"{name}: prio {described.prio}; must be from 0 to {PRIOS - 1}")
    for what in ("burst", "cburst", "quantum"):
        if (value := getattr(described, what)) < 0:
            raise ValueError(f"{name}: {what} {value}; must be 0 (the default) or more")


def _id(node: Node) -> int:
    return node.id
