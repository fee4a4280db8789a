"""The lines of `tc` in a recording's scenario are read as tc reads them."""

import pytest

from inflight.compare.tc import NotYet, discipline, netem
from inflight.loss import GilbertElliott
from inflight.netem import NetemSpec
from inflight.qdisc.codel import CoDel
from inflight.qdisc.fq_codel import FqCodel


def test_disciplines_and_their_settings() -> None:
    assert discipline("pfifo limit 100").limit == 100
    codel = discipline("codel limit 50 target 10ms interval 200ms ecn")
    assert isinstance(codel, CoDel)
    assert codel.limit == 50
    fq_codel = discipline("fq_codel")
    assert isinstance(fq_codel, FqCodel)
    assert fq_codel.limit == 10240


def test_netem() -> None:
    assert netem("") == (None, None)
    assert netem("delay 20ms") == (NetemSpec(0.02), None)
    assert netem("delay 20ms 1ms") == (NetemSpec(0.02, 0.001), None)
    assert netem("delay 20ms reorder 99% gap 5") == (NetemSpec(0.02, 0.0, 0.99, 5), None)
    assert netem("delay 10ms loss gemodel 1% 10% 70% 0.1%") == (
        NetemSpec(0.01),
        GilbertElliott(0.01, 0.1, 0.7, 0.001),
    )


@pytest.mark.parametrize("line", ["cake", "codel bandwidth 1mbit", "codel flows 5", "pfifo limit", "codel target 5"])
def test_what_the_model_lacks_is_said(line: str) -> None:
    with pytest.raises(NotYet):
        discipline(line)


@pytest.mark.parametrize("line", ["delay 10ms duplicate 5%", "delay 10ms 1ms 25%", "delay 10ms reorder 25% 50%"])
def test_so_it_is_for_netem(line: str) -> None:
    with pytest.raises(NotYet):
        netem(line)
