"""What holds for every algorithm of the folder, on any path."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel import congestion
from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.reno import Reno
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec


def transfer(algorithm: str, rate: float, rtt: float, limit: int, loss: float, seconds: float) -> Dumbbell:
    spec = FlowSpec(algorithm=algorithm, rtt=rtt)
    path = Dumbbell(rate=rate, flows=[spec], limit=limit, loss=loss, rng=random.Random(1))
    for _ in path.clock.run(seconds):
        sender = path.flows[0].sender
        windows = sender.congestion.cwnd, sender.congestion.ssthresh
        assert min(windows) >= 1, f"{algorithm}: cwnd, ssthresh = {windows}"
        assert [type(window) for window in windows] == [int, int], f"{algorithm}: cwnd, ssthresh = {windows}"
    return path


@pytest.mark.parametrize("algorithm", algorithms())
@given(
    rate=st.floats(1e5, 2e7),
    rtt=st.floats(0.001, 0.3),
    limit=st.integers(1, 100),
    loss=st.sampled_from([0.0, 0.01, 0.1, 0.4]),
)
@settings(max_examples=15)
def test_windows_are_whole_segments_and_at_least_one(
    algorithm: str, rate: float, rtt: float, limit: int, loss: float
) -> None:
    path = transfer(algorithm, rate, rtt, limit, loss, 2.0)
    assert path.flows[0].sender.una > 0


def test_no_two_have_the_same_name() -> None:
    called = {"name": "cubic", "title": "Another CUBIC"}
    another = type("Another", (Reno,), {"__module__": f"{congestion.__name__}.another", **called})
    with pytest.raises(TypeError, match=r"(Cubic and Another|Another and Cubic) have the same name, cubic"):
        algorithms.__wrapped__()
    another.__module__ = __name__


@pytest.mark.parametrize(
    ("missing", "said"), [("name", "as `sysctl` and `ss` write it"), ("title", "as people write it")]
)
def test_an_algorithm_says_what_it_is_called(missing: str, said: str) -> None:
    called = {"name": "nameless", "title": "Nameless"}
    del called[missing]
    nameless = type("Nameless", (Reno,), {"__module__": f"{congestion.__name__}.nameless", **called})
    with pytest.raises(TypeError, match=f"congestion.nameless: Nameless needs a `{missing}`, {said}"):
        algorithms.__wrapped__()
    nameless.__module__ = __name__  # the class may live on: it is none of the folder's any more
