"""The windowed maximum: what must hold for any samples."""

from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.congestion.minmax import WindowedMax

WINDOW = 10


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 1000)), min_size=1, max_size=80))
def test_it_is_a_recent_sample_between_the_newest_and_the_largest(steps: list[tuple[int, int]]) -> None:
    """Three samples cannot remember all, but what they say was measured, and is no underestimate of the present."""
    maximum, t, seen = WindowedMax(WINDOW), 0, []
    for step, value in steps:
        t += step
        maximum.add(t, value)
        seen.append((t, value))
        recent = [v for when, v in seen if t - when <= WINDOW]
        assert value <= maximum.value <= max(recent)
        assert maximum.value in recent


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=60))
def test_a_new_maximum_is_taken_at_once_and_kept_for_the_window(values: list[int]) -> None:
    maximum = WindowedMax(WINDOW)
    for t, value in enumerate(values):
        maximum.add(t, value)
    peak, t = 1001, len(values)
    maximum.add(t, peak)
    for later in range(1, WINDOW + 1):
        maximum.add(t + later, 0)
        assert maximum.value == peak
    maximum.add(t + WINDOW + 1, 0)
    assert maximum.value == 0


def test_the_runners_up_take_over() -> None:
    """Falling samples: when the best is too old, the maximum falls to a later one, not to the newest."""
    maximum = WindowedMax(8)
    for t in range(9):
        maximum.add(t, 100 - t)
    assert maximum.value == 100
    maximum.add(9, 91)
    assert 91 < maximum.value < 100
