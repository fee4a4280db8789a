"""Dynamic queue limits: how many bytes a ring needs so that its hardware does not run dry (`dynamic_queue_limits.c`).

Counters are of 32 bits and wrap; what counts is the difference of two of them, as a signed number.
"""

from __future__ import annotations

_MASK = 0xFFFFFFFF
_SIGN = 0x80000000
NO_SLACK = _MASK
"""No slack has been seen yet (`UINT_MAX`)."""

MAX_OBJECT = _MASK // 16
"""Most that can be queued at once, bytes (`DQL_MAX_OBJECT`)."""

MAX_LIMIT = _MASK // 2 - MAX_OBJECT
"""The limit's own bound, bytes (`DQL_MAX_LIMIT`)."""

HOLD_TIME = 250
"""jiffies that slack is watched before the limit shrinks by it: HZ, a second (`dev.c:netdev_init_one_queue`)."""


def positive(a: int, b: int) -> int:
    """A - b on 32-bit counters, 0 if b is ahead (`POSDIFF`)."""
    difference = (a - b) & _MASK
    return 0 if difference & _SIGN else difference


def reached(a: int, b: int) -> bool:
    """Whether counter `a` is at `b` or ahead of it (`AFTER_EQ`)."""
    return not (a - b) & _SIGN


class Dql:
    """The limit of one transmit queue, bytes, and the counters that it is worked out from (`struct dql`).

    min_limit, max_limit: limit_min and limit_max in bytes. hold_time: jiffies. `now`: jiffies when it begins.
    `queued` is told what is handed to the hardware, `completed` what the hardware is known to be done with.
    """

    __slots__ = (
        "_adj_limit",
        "_last_count",
        "_prev_last_count",
        "_prev_over_limit",
        "_prev_queued",
        "_slack_start",
        "hold_time",
        "limit",
        "lowest_slack",
        "max_limit",
        "min_limit",
        "num_completed",
        "num_queued",
        "slack",
        "starved",
    )

    def __init__(
        self, *, min_limit: int = 0, max_limit: int = MAX_LIMIT, hold_time: int = HOLD_TIME, now: int = 0
    ) -> None:
        self.min_limit, self.max_limit, self.hold_time = min_limit, max_limit, hold_time
        # `dql_reset`
        self.limit = min_limit
        self.num_queued = self.num_completed = 0
        self._adj_limit = min_limit
        self._last_count = 0
        self._prev_queued = self._prev_last_count = self._prev_over_limit = 0
        self.lowest_slack = NO_SLACK
        self._slack_start = now
        self.starved = False
        """Whether the last completion found the hardware without work that it could have had."""
        self.slack = NO_SLACK
        """Slack that the last completion found, bytes; `NO_SLACK` if it could not tell."""

    @property
    def inflight(self) -> int:
        """Bytes handed over and not known to be done (`inflight` in sysfs)."""
        return (self.num_queued - self.num_completed) & _MASK

    def queued(self, count: int) -> None:
        """`count` bytes are handed to the hardware (`dql_queued`)."""
        assert count <= MAX_OBJECT
        self._last_count = count
        self.num_queued = (self.num_queued + count) & _MASK

    def available(self) -> int:
        """Bytes that may still be queued; negative: it is over the limit (`dql_avail`)."""
        difference = (self._adj_limit - self.num_queued) & _MASK
        return difference - (1 << 32) if difference & _SIGN else difference

    def completed(self, count: int, now: int) -> None:
        """`count` bytes are done at `now`, jiffies: work out the limit again (`dql_completed`)."""
        num_queued, num_completed = self.num_queued, self.num_completed
        assert count <= self.inflight
        completed = (num_completed + count) & _MASK
        limit, prev_over_limit = self.limit, self._prev_over_limit
        over_limit = positive((num_queued - num_completed) & _MASK, limit)
        in_progress = (num_queued - completed) & _MASK
        was_in_progress = (self._prev_queued - num_completed) & _MASK
        all_previous_done = reached(completed, self._prev_queued)
        self.slack = NO_SLACK

        # stopped at the limit, and nothing left; or stopped last time, and all of that is done: it may have run dry
        # between then and the next packet
        self.starved = bool((over_limit and not in_progress) or (prev_over_limit and all_previous_done))
        if self.starved:
            limit = (limit + positive(completed, self._prev_queued) + prev_over_limit) & _MASK
            self._watch(now)
        elif in_progress and was_in_progress and not all_previous_done:
            # busy all the time: what is there beyond twice of what was done in one go
            slack = positive(limit + prev_over_limit & _MASK, 2 * count & _MASK)
            if prev_over_limit:  # the part of the last packet that was within the limit
                slack = max(slack, positive(self._prev_last_count, prev_over_limit))
            self.slack = slack
            self.lowest_slack = min(self.lowest_slack, slack)
            if now > self._slack_start + self.hold_time:  # `time_after`
                limit = positive(limit, self.lowest_slack)
                self._watch(now)

        limit = min(max(limit, self.min_limit), self.max_limit)
        if limit != self.limit:
            self.limit = limit
            over_limit = 0
        self._adj_limit = (limit + completed) & _MASK
        self._prev_over_limit = over_limit
        self._prev_last_count = self._last_count
        self.num_completed = completed
        self._prev_queued = num_queued

    def _watch(self, now: int) -> None:
        """Slack is looked for anew from `now`."""
        self._slack_start = now
        self.lowest_slack = NO_SLACK
