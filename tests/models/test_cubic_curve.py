"""The figure `cubic-curve` against RFC 9438, its tables, and the kernel's integers."""

import math

import pytest

from inflight.figure.catalogue import find
from inflight.figure.result import Result

CURVE = find("cubic-curve")


def curve(**values: object) -> Result:
    *_, result = CURVE.run(CURVE.fill(values), 1)
    return result


def value(result: Result, name: str) -> float:
    return result.summary[name].value


@pytest.mark.parametrize(("wmax", "k"), [(100, 4.22), (1000, 9.09), (2304, 12.0)])
@pytest.mark.parametrize("rtt", [1, 100, 500])
def test_k_is_the_cube_root_of_what_was_lost_over_c_at_any_rtt(wmax: int, k: float, rtt: float) -> None:
    """C11: K = ∛(Wmax·(1 − β)/C)."""
    result = curve(wmax=wmax, rtt=rtt)
    assert value(result, "k") == pytest.approx(k, abs=0.005)
    assert value(result, "kernel_k") == pytest.approx(k, rel=0.01)


def test_a_loss_costs_three_tenths() -> None:
    """C12: 100 → 70; and 85 is aimed at when the loss came early."""
    result = curve()
    assert result["cubic"][0] == pytest.approx(70)
    assert 70 <= result["kernel"][0] <= 71
    assert value(curve(fast_convergence=True), "plateau") == pytest.approx(85)


def test_the_curve_goes_through_its_plateau_at_k_and_lies_symmetrically_around_it() -> None:
    result = curve(duration=2 * 4.2171633)
    cubic = list(result["cubic"])
    middle = len(cubic) // 2
    assert cubic[middle] == pytest.approx(100, abs=1e-6)
    assert [100 - w for w in cubic[:middle]] == pytest.approx([w - 100 for w in cubic[:middle:-1]], abs=1e-3)


def test_the_rtt_is_not_in_the_formula_but_in_renos() -> None:
    near, far = curve(rtt=10), curve(rtt=100)
    assert list(near["cubic"]) == list(far["cubic"])
    assert value(far, "reno_back") == pytest.approx(50 * 0.1)
    assert value(near, "reno_back") == pytest.approx(50 * 0.01)


@pytest.mark.parametrize("rtt", [10, 100])
def test_the_friendly_estimate_loses_as_often_as_reno_at_the_same_mean(rtt: float) -> None:
    """§4.3: an AIMD of α and β has the mean √(α·(1+β)/(2·(1−β)·p)); with this α it is Reno's √(3/(2p))."""
    result = curve(rtt=rtt)
    beta = 0.7
    alpha = 0.3 * 100 / value(result, "friendly_back") * rtt / 1000
    assert alpha * (1 + beta) / (2 * (1 - beta)) == pytest.approx(3 / 2)


@pytest.mark.parametrize(
    ("column", "means"),
    [
        ("reno", [12, 38, 120, 379, 1200, 3795, 12000]),
        ("cubic100", [12, 38, 187, 1054, 5926, 33325, 187400]),
        ("cubic10", [12, 38, 120, 379, 1200, 5926, 33325]),
    ],
)
def test_mean_windows_are_those_of_the_rfcs_tables(column: str, means: list[int]) -> None:
    """RFC 9438 §5.1, tables 1 and 2, C = 0.4."""
    table = curve().tables["rfc"]
    assert list(table["p"]) == pytest.approx([10**n for n in range(2, 9)])
    assert list(table[column]) == pytest.approx(means, rel=0.0005, abs=0.6)


@pytest.mark.parametrize("wmax", [10, 100, 1000, 100_000])
@pytest.mark.parametrize("c", [4 / 102.4, 41 / 102.4, 410 / 102.4])
@pytest.mark.parametrize("beta", [0.5, 0.7, 0.9])
def test_the_kernels_integers_follow_the_formula(wmax: int, c: float, beta: float) -> None:
    """Within what its cube root, 0.2% off, makes of the steep parts, and one segment."""
    result = curve(wmax=wmax, c=c, beta=beta, duration=2 * (wmax * (1 - beta) / c) ** (1 / 3))
    room = 0.02 * wmax * (1 - beta) + 1
    assert max(abs(a - b) for a, b in zip(result["cubic"], result["kernel"], strict=True)) <= room


def test_fast_convergence_is_longer_away_from_the_old_window() -> None:
    slow, usual = curve(fast_convergence=True), curve()
    assert value(slow, "k") < value(usual, "k") < value(slow, "cubic_back")
    assert value(slow, "cubic_back") == pytest.approx(2 * math.cbrt(15 / 0.4))


def test_the_sentence_says_who_rules() -> None:
    assert "CUBIC follows its curve" in curve(wmax=1000).sentence
    assert "as Reno would" in curve(rtt=10).sentence
