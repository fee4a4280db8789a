"""BBR's phases, against what the paper and the draft say of them."""

import math
import random
from itertools import pairwise

import pytest

from inflight.kernel.clock import HZ
from inflight.kernel.congestion import bbr
from inflight.kernel.congestion.bbr import BW_UNIT, DRAIN, PROBE_BW, PROBE_RTT, STARTUP, Bbr
from inflight.kernel.constants import INFINITE_SSTHRESH, MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec

RATE, RTT = 10e6, 0.04
CARRIED = RATE / 8 / 1514  # segments/s


def start(limit: int = 1000, seed: int = 1, loss: float = 0.0, **more: object) -> tuple[Dumbbell, Bbr]:
    spec = FlowSpec(algorithm="bbr", rtt=RTT)
    bell = Dumbbell(rate=RATE, limit=limit, loss=loss, rng=random.Random(seed), flows=[spec], **more)  # type: ignore[arg-type]
    algorithm = bell.flows[0].sender.congestion
    assert isinstance(algorithm, Bbr)
    return bell, algorithm


def advance(bell: Dumbbell, until: float) -> None:
    for _ in bell.clock.run(until):
        pass


def bandwidth(algorithm: Bbr) -> float:
    """segments/s."""
    return algorithm._bw.value * 1e6 / BW_UNIT


def test_the_gains_are_the_papers() -> None:
    """2/ln 2 doubles the delivery rate in each round; its inverse drains what that has queued; the cycle is even."""
    high, drain = bbr.HIGH_GAIN / bbr.UNIT, bbr.DRAIN_GAIN / bbr.UNIT
    assert high == pytest.approx(2 / math.log(2), rel=0.002)
    assert drain == pytest.approx(math.log(2) / 2, rel=0.01)
    assert sum(bbr.CYCLE) == 8 * bbr.UNIT


def test_startup_ends_after_three_rounds_without_growth_and_no_loss() -> None:
    bell, algorithm = start(burst=1514)  # a shaper that lets three packets through at once looks 2% faster
    by_round: dict[int, int] = {}
    while algorithm.__dict__.get("mode", STARTUP) == STARTUP:
        advance(bell, bell.clock.now + 0.001)
        if "mode" in algorithm.__dict__:
            by_round[algorithm._round] = algorithm._bw.value
    # the last round that was a quarter faster than the best before it, and three more
    full = 0
    for number, value in sorted(by_round.items()):
        if value >= full * 1.25:
            full, grown = value, number
    assert algorithm._round - grown == 3
    assert algorithm._full_bw_reached
    assert bandwidth(algorithm) == pytest.approx(CARRIED, rel=0.01)
    assert bell.link.drops == bell.link.lost == 0
    assert bell.flows[0].sender.recovery.entered == []
    # and what STARTUP has queued is drained
    assert algorithm.mode == DRAIN
    queued = bell.link.queued()
    assert queued > 30
    while algorithm.mode == DRAIN:
        advance(bell, bell.clock.now + 0.001)
    assert algorithm.mode == PROBE_BW
    assert bell.link.queued() < queued / 3


def test_the_model_of_the_path_is_right() -> None:
    bell, algorithm = start()
    advance(bell, 8)
    assert bandwidth(algorithm) == pytest.approx(CARRIED, rel=0.01)
    assert algorithm._min_rtt_us == pytest.approx(RTT * 1e6, abs=1500)
    assert algorithm.cwnd == pytest.approx(2 * CARRIED * RTT + 6, abs=4)


def test_the_window_shrinks_to_four_for_200_ms_every_ten_seconds() -> None:
    bell, algorithm = start()
    small: list[float] = []
    probing: list[float] = []
    while bell.clock.now < 35:
        advance(bell, bell.clock.now + 0.005)
        if algorithm.__dict__.get("mode") == PROBE_RTT:
            probing.append(bell.clock.now)
            assert algorithm.cwnd <= 4 or bell.clock.now < probing[0] + 0.1
        if algorithm.cwnd == 4:
            small.append(bell.clock.now)
    starts = [t for t, before in zip(small, [0.0, *small], strict=False) if t - before > 1]
    assert len(starts) == 3
    for t in starts:
        span = [s for s in small if t <= s < t + 1]
        assert 0.2 <= span[-1] - span[0] <= 0.2 + 2 * RTT + 2 / HZ
    for before, after in pairwise(starts):
        assert 10 <= after - before <= 10.5


def test_the_cycle_begins_anywhere_but_in_its_draining_phase() -> None:
    """Flows that start together must not probe together: the first phase is drawn from the connection's own chance."""
    first = set()
    for seed in range(40):
        bell, algorithm = start(seed=seed)
        while algorithm.__dict__.get("mode", STARTUP) != PROBE_BW:
            advance(bell, bell.clock.now + 0.002)
        first.add(algorithm._cycle)
    assert first == {0, 2, 3, 4, 5, 6, 7}


def test_loss_does_not_shrink_the_window_for_good() -> None:
    """One per cent lost at random: the model of the path stays, and so does the goodput (the paper's figure 8)."""
    bell, algorithm = start(loss=0.01, seed=3)
    advance(bell, 10)
    sender = bell.flows[0].sender
    assert len(sender.recovery.entered) > 20
    assert sender.una / 10 / MSS > 0.9 * CARRIED
    assert algorithm.cwnd > CARRIED * RTT


def test_a_policer_is_found_by_its_steady_losses() -> None:
    """Two intervals in which a fifth is lost at the same rate: from then on that rate is used, without probing."""
    bell, algorithm = start(limit=1, burst=200_000)
    used = []
    while bell.clock.now < 15:
        advance(bell, bell.clock.now + 0.05)
        if algorithm.__dict__.get("_lt_use_bw"):
            used.append(algorithm._lt_bw * 1e6 / BW_UNIT)
    assert used
    assert used[0] == pytest.approx(CARRIED, rel=0.25)


def test_after_a_timeout_the_threshold_is_left_alone() -> None:
    """BBR has no use for ssthresh but to tell others when STARTUP ended (`bbr_ssthresh`)."""
    bell, algorithm = start(lose=range(200, 260))
    advance(bell, 0.3)
    assert algorithm.ssthresh == INFINITE_SSTHRESH
    advance(bell, 5)
    assert bell.flows[0].sender.una / MSS > 0.7 * 5 * CARRIED


def test_the_pacing_rate_leaves_a_margin_of_one_per_cent() -> None:
    bell, algorithm = start()
    advance(bell, 5)
    while algorithm._pacing_gain != bbr.UNIT:
        advance(bell, bell.clock.now + 0.01)
    assert algorithm.pacing_rate == pytest.approx(0.99 * bandwidth(algorithm) * MSS, rel=1e-4)
    assert bell.flows[0].sender.pacing_rate == algorithm.pacing_rate
