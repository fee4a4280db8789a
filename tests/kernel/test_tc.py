"""The lines of `tc` in a recording's scenario are read as tc reads them."""

import random

import pytest

from inflight.compare.tc import NotYet, amount, discipline, draws, netem, tree
from inflight.kernel.loss import GilbertElliott
from inflight.kernel.qdisc.cake import Cake
from inflight.kernel.qdisc.codel import CoDel
from inflight.kernel.qdisc.fifo import Pfifo
from inflight.kernel.qdisc.fq_codel import FqCodel
from inflight.kernel.qdisc.htb import Htb
from inflight.kernel.qdisc.netem import Netem, NetemSpec
from inflight.kernel.qdisc.red import Red
from inflight.kernel.qdisc.tbf import Tbf


def test_disciplines_and_their_settings() -> None:
    pfifo = discipline("pfifo limit 100")
    assert isinstance(pfifo, Pfifo)
    assert pfifo.limit == 100
    codel = discipline("codel limit 50 target 10ms interval 200ms ecn")
    assert isinstance(codel, CoDel)
    assert codel.limit == 50
    fq_codel = discipline("fq_codel noecn")
    assert isinstance(fq_codel, FqCodel)
    assert fq_codel.limit == 10240
    cake = discipline("cake bandwidth 10mbit besteffort triple-isolate nonat rtt 100ms")
    assert isinstance(cake, Cake)
    assert cake.seconds_per_byte == pytest.approx(8 / 10e6)
    red = "red limit 400000 min 30000 max 90000 avpkt 1000 burst 55 probability 0.1 bandwidth 10mbit"
    assert isinstance(discipline(red, random.Random(1)), Red)
    slow = discipline("netem delay 10ms 2ms rate 1mbit limit 50")
    assert isinstance(slow, Netem)
    assert slow.limit == 50
    assert discipline("tbf rate 500kbit burst 15kb latency 50ms").limit == 3125 + 15360


@pytest.mark.parametrize(
    ("word", "value"),
    [("10mbit", 10e6), ("800kbit", 800e3), ("15kb", 15360), ("1600", 1600), ("2.5ms", 0.0025), ("25%", 0.25)],
)
def test_amounts_have_the_units_of_tc(word: str, value: float) -> None:
    """Its man page: kbit is 1000 bit, kb is 1024 bytes."""
    assert amount("any", word, "") == pytest.approx(value)


def test_chance_is_known() -> None:
    assert draws("pie")
    assert draws("red limit 400000")
    assert not draws("fq_codel")
    assert not draws("none of them")


def test_netem() -> None:
    assert netem("") is None
    assert netem("delay 20ms") == NetemSpec(delay=0.02)
    assert netem("delay 20ms 1ms") == NetemSpec(delay=0.02, jitter=0.001)
    assert netem("delay 20ms reorder 99% gap 5") == NetemSpec(delay=0.02, reorder=0.99, gap=5)
    assert netem("delay 10ms reorder 25% 50%") == NetemSpec(delay=0.01, reorder=0.25, reorder_correlation=0.5)
    assert netem("delay 10ms loss gemodel 1% 10% 70% 0.1%") == NetemSpec(
        delay=0.01, gemodel=GilbertElliott(0.01, 0.1, 0.7, 0.001)
    )
    assert netem("delay 100ms 20ms distribution normal duplicate 5% corrupt 2%") == NetemSpec(
        delay=0.1, jitter=0.02, distribution="normal", duplicate=0.05, corrupt=0.02
    )
    assert netem("rate 1mbit limit 1000000") == NetemSpec(rate=1e6, limit=1_000_000)


def test_a_tree_of_classes() -> None:
    root = tree(
        [
            "qdisc add dev bot root handle 1: htb default 20",
            "class add dev bot parent 1: classid 1:1 htb rate 800kbit burst 3000 cburst 3000",
            "class add dev bot parent 1:1 classid 1:10 htb rate 500kbit ceil 800kbit burst 3000 cburst 3000",
            "class add dev bot parent 1:1 classid 1:20 htb rate 300kbit ceil 800kbit prio 1",
            "qdisc add dev bot parent 1:10 handle 10: pfifo limit 50",
            "filter add dev bot parent 1: protocol ip prio 1 u32 match ip dport 5000 0xffff flowid 1:10",
        ]
    )
    assert isinstance(root, Htb)
    assert set(root.nodes) == {0x1, 0x10, 0x20}


def test_a_shaper_with_a_child() -> None:
    root = tree(
        [
            "qdisc add dev bot root handle 1: tbf rate 5mbit burst 5000 limit 100000",
            "qdisc add dev bot parent 1:1 handle 10: codel",
        ]
    )
    assert isinstance(root, Tbf)
    assert isinstance(root.child, CoDel)
    assert isinstance(tree(["qdisc add dev bot root handle 1: cake bandwidth 1mbit"]), Cake)


@pytest.mark.parametrize(
    "line",
    ["choke", "codel bandwidth 1mbit", "codel flows 5", "pfifo limit", "codel target 5", "fq_codel limit many"],
)
def test_what_the_model_lacks_is_said(line: str) -> None:
    with pytest.raises(NotYet):
        discipline(line)


@pytest.mark.parametrize("line", ["20ms", "delay", "delay 20", "delay 10ms 1ms 25% 3%", "loss state 1% 2%", "slot 1ms"])
def test_so_it_is_for_netem(line: str) -> None:
    with pytest.raises(NotYet):
        netem(line)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["qdisc add dev bot root handle 1: pfifo", "qdisc add dev bot parent 1:1 handle 2: pfifo"],
        ["qdisc add dev bot root handle 1: prio", "class add dev bot parent 1: classid 1:1 htb rate 1mbit"],
        [
            "qdisc add dev bot root handle 1: htb",
            "filter add dev bot parent 1: protocol ip u32 match ip tos 4 0xff flowid 1:1",
        ],
        ["qdisc add dev bot root handle 1: htb", "class add dev bot parent 1: classid 1:z htb rate 1mbit"],
    ],
)
def test_and_for_trees(lines: list[str]) -> None:
    with pytest.raises(NotYet):
        tree(lines)
