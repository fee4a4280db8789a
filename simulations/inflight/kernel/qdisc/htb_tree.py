"""Who may send and who may borrow, and what each packet costs on its way up: the inner works of `sch_htb.c`."""

from __future__ import annotations

from bisect import insort_right
from collections.abc import Iterable

from inflight.kernel.qdisc.htb_class import (
    CAN_SEND,
    CANT_SEND,
    LONGEST,
    MAXDEPTH,
    MAY_BORROW,
    HtbPrio,
    Level,
    Node,
)

PRIOS_OF = [[prio for prio in range(8) if mask >> prio & 1] for mask in range(256)]
"""The priorities in a mask, the most urgent first."""


class Tree:
    """Rows, feeds and modes. `now`, ns, is set by the caller that takes a packet. hysteresis: modes change later."""

    __slots__ = ("_hysteresis", "levels", "now", "quiet", "scan")

    def __init__(self, nodes: Iterable[Node], hysteresis: bool) -> None:
        self.levels = [Level() for _ in range(MAXDEPTH)]
        self.scan = [(level, self.levels[level]) for level in sorted({0, *(node.level for node in nodes)})]
        """Those that have classes, leaves first."""
        self.now = 0
        self.quiet = 0
        """Nothing can be sent before, ns, unless a class becomes active."""
        self._hysteresis = hysteresis

    def activate_leaf(self, node: Node) -> None:
        """It has got something to send (`htb_activate`)."""
        if not node.active:
            node.active = 1 << node.prio
            self._activate(node)

    def charge(self, leaf: Node, level: int, size: int) -> None:
        """Take `size` bytes, lent at `level`, from all ceil buckets up to the root, and from that level's rates on.

        `htb_charge_class`.
        """
        now, hysteresis = self.now, self._hysteresis
        node: Node | None = leaf
        while node is not None:
            since = now - node.checked
            if since > LONGEST:
                since = LONGEST
            node.checked = now
            tokens = node.tokens + since
            if node.level >= level:
                if node.level == level:
                    node.lended += 1
                if tokens > node.buffer:
                    tokens = node.buffer
                tokens -= size * node.mult >> node.shift
                if tokens <= -LONGEST:
                    tokens = 1 - LONGEST
            else:
                node.borrowed += 1
            node.tokens = tokens
            ctokens = node.ctokens + since
            if ctokens > node.cbuffer:
                ctokens = node.cbuffer
            ctokens -= size * node.cmult >> node.cshift
            if ctokens <= -LONGEST:
                ctokens = 1 - LONGEST
            node.ctokens = ctokens
            node.bytes += size
            node.packets += 1
            old = node.mode
            if hysteresis:
                mode, wait = self._mode(node, 0)
            elif ctokens < 0:  # the same at less cost: most of the time goes here
                mode, wait = CANT_SEND, -ctokens
            elif tokens < 0:
                mode, wait = MAY_BORROW, -tokens
            else:
                mode, wait = CAN_SEND, 0
            if mode != old:
                self._change(node, mode)
                if old != CAN_SEND:
                    self.levels[node.level].waiting.remove(node)
                if mode != CAN_SEND:
                    self._wait(node, wait)
            node = node.parent

    def _mode(self, node: Node, since: int) -> tuple[int, int]:
        """What it may do `since` ns after it was checked, and how long until that changes (`htb_class_mode`)."""
        low = high = 0
        if self._hysteresis:
            low = -node.cbuffer if node.mode != CANT_SEND else 0
            high = -node.buffer if node.mode == CAN_SEND else 0
        tokens = node.ctokens + since
        if tokens < low:
            return CANT_SEND, -tokens
        tokens = node.tokens + since
        if tokens >= high:
            return CAN_SEND, 0
        return MAY_BORROW, -tokens

    def look_again(self, node: Node) -> None:
        """Its time has come (`htb_do_events`)."""
        since = self.now - node.checked
        if since > LONGEST:
            since = LONGEST
        if self._hysteresis:
            mode, wait = self._mode(node, since)
        elif node.ctokens + since < 0:
            mode, wait = CANT_SEND, -node.ctokens - since
        elif node.tokens + since < 0:
            mode, wait = MAY_BORROW, -node.tokens - since
        else:
            mode, wait = CAN_SEND, 0
        if mode != node.mode:
            self._change(node, mode)
        if mode != CAN_SEND:
            self._wait(node, wait)

    def _wait(self, node: Node, wait: int) -> None:
        """`htb_add_to_wait_tree`."""
        node.due = self.now + (wait or 1)
        waiting = self.levels[node.level].waiting
        if not waiting or waiting[-1].due <= node.due:
            waiting.append(node)
        else:
            insort_right(waiting, node, key=_due)

    def _change(self, node: Node, mode: int) -> None:
        """`htb_change_class_mode`."""
        if mode == CANT_SEND:
            node.overlimits += 1
        if node.active:
            if node.mode != CANT_SEND:
                self._deactivate(node)
            node.mode = mode
            if mode != CANT_SEND:
                self._activate(node)
        else:
            node.mode = mode

    def _activate(self, node: Node) -> None:
        """Into the feed of its parent while it has to borrow, or else into its row (`htb_activate_prios`)."""
        mask = node.active
        while node.mode == MAY_BORROW and node.parent and mask:
            parent = node.parent
            for prio in PRIOS_OF[mask]:
                feed = parent.feeds[prio]
                if feed.members:
                    mask &= ~(1 << prio)  # the parent stands where it has to
                feed.add(node)
            parent.active |= mask
            node = parent
        if node.mode == CAN_SEND and mask:
            self.quiet = 0
            level = self.levels[node.level]
            level.active |= mask
            for prio in PRIOS_OF[mask]:
                level.rows[prio].add(node)

    def _deactivate(self, node: Node) -> None:
        """Out of feeds and row, and its ancestors too if they have nothing else (`htb_deactivate_prios`)."""
        mask = node.active
        while node.mode == MAY_BORROW and node.parent and mask:
            parent, empty = node.parent, 0
            for prio in PRIOS_OF[mask]:
                feed = parent.feeds[prio]
                feed.leave_feed(node)
                if not feed.members:
                    empty |= 1 << prio
            mask = empty
            parent.active &= ~mask
            node = parent
        if node.mode == CAN_SEND and mask:
            level = self.levels[node.level]
            for prio in PRIOS_OF[mask]:
                row = level.rows[prio]
                row.leave_row(node)
                if not row.members:
                    level.active &= ~(1 << prio)

    def deactivate_leaf(self, node: Node) -> None:
        """It has nothing to send (`htb_deactivate`)."""
        if node.active:
            self._deactivate(node)
            node.active = 0


def lookup(row: HtbPrio, prio: int) -> Node | None:
    """The leaf whose turn it is in a row: from feed to feed, down the tree (`htb_lookup_leaf`)."""
    if not row.members:
        return None
    node = row.pointer
    if node is not None and not node.level and not row.last_id:
        return node
    path = [row]
    while True:
        ring = path[-1]
        if ring.pointer is None or ring.last_id:
            ring.recover()
        node = ring.pointer
        if node is None:  # behind the last: begin again, and it is the next one's turn further up
            ring.pointer = ring.members[0]
            if len(path) > 1:
                path.pop()
                path[-1].step()
        elif not node.level:
            return node
        else:
            path.append(node.feeds[prio])


def _due(node: Node) -> int:
    return node.due
