"""The maximum over a sliding window, from three samples: Kathleen Nichols' algorithm, `lib/minmax.c`."""

from __future__ import annotations


class WindowedMax:
    """Best, second and third best of the last `window` units of time; each is newer than the one before it."""

    __slots__ = ("_best", "_second", "_third", "_window")

    def __init__(self, window: int) -> None:
        self._window = window
        self.reset(0, 0)

    @property
    def value(self) -> int:
        """The maximum."""
        return self._best[1]

    def reset(self, t: int, value: int) -> None:
        """Forget all but this sample (`minmax_reset`)."""
        self._best = self._second = self._third = (t, value)

    def add(self, t: int, value: int) -> None:
        """Take a sample of time `t`, not before the last one (`minmax_running_max`)."""
        if value >= self._best[1] or t - self._third[0] > self._window:
            self.reset(t, value)
            return
        sample = (t, value)
        if value >= self._second[1]:
            self._second = self._third = sample
        elif value >= self._third[1]:
            self._third = sample
        age = t - self._best[0]
        if age > self._window:  # the best is too old: the others move up
            self._best, self._second, self._third = self._second, self._third, sample
            if t - self._best[0] > self._window:
                self._best, self._second = self._second, self._third
        elif self._second[0] == self._best[0] and age > self._window // 4:
            self._second = self._third = sample  # a quarter of the window without a second best: take this one
        elif self._third[0] == self._second[0] and age > self._window // 2:
            self._third = sample
