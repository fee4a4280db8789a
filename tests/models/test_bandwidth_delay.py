"""bandwidth-delay: the arithmetic of the pipe, and transfers that agree with it."""

import json
from pathlib import Path

import pytest

from inflight import bridge
from inflight.figure.catalogue import find
from inflight.kernel.constants import MSS
from inflight.kernel.tcp.receive_window import ReceiveBuffer, ReceiveWindow
from inflight.scenes.kernel import USUAL
from inflight.scenes.transfer import most

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / USUAL


def run(**values: object) -> dict:
    return bridge.start("bandwidth-delay", json.dumps(values)).result()


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def column(result: dict, name: str) -> list[float]:
    return next(c["values"] for c in result["columns"] if c["name"] == name)


def recorded(name: str) -> dict:
    return json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))


def most_in_flight(name: str) -> float:
    """MB."""
    return max(each for each in recorded(name)["series"]["unacked"] if each is not None) * MSS / 1e6


def lines(result: dict) -> str:
    return "\n".join(line for block in result["commands"] for line in block["lines"])


@pytest.mark.parametrize(("rate", "rtt", "bdp"), [(100, 100, 1.25), (100, 20, 0.25), (800, 10, 1.0), (1000, 100, 12.5)])
def test_the_product(rate: float, rtt: float, bdp: float) -> None:
    """W27, W39: 250 kB, 1.25 MB, and 100 MB/s × 10 ms = 1 MB."""
    assert figure(run(rate=rate, rtt=rtt), "bdp") == pytest.approx(bdp)


def test_half_of_the_buffer_is_window_up_to_6_5() -> None:
    """W12, W13: two bandwidth-delay products, and twice that for room; the engine's own window says the same."""
    result = run(kernel="6.1", rate=100)
    assert figure(result, "rmem_needed") == pytest.approx(2 * 1.25)
    assert figure(result, "window") * 1e6 == pytest.approx(ReceiveWindow(ReceiveBuffer(rcvbuf=3 << 20)).clamp, rel=1e-3)
    assert figure(run(kernel="6.1", rate=1000), "rmem_advised") >= 4 * 12.5e6


def test_the_ratio_of_a_full_segment_since_6_6() -> None:
    """`tcp_measure_rcv_mss`: 1448 of 2408 bytes in 256ths."""
    result = run()
    assert figure(result, "rmem_needed") == pytest.approx(12.5 / ((1448 * 256 // 2408) / 256), rel=0.01)


@pytest.mark.parametrize(
    ("name", "gso"), [("C_wmem4M_cubic", True), ("C_wmem4M_reno", True), ("C_wmem4M_cubic_nogso", False)]
)
def test_four_mebibytes_of_send_buffer(name: str, gso: bool) -> None:
    """W45: what was in flight at most, recorded: 4.17 MB, and 2.52 MB with one packet per skb."""
    assert figure(run(gso=gso), "payload") == pytest.approx(most_in_flight(name), rel=0.015)


def test_four_mebibytes_of_send_buffer_and_a_wide_receiver() -> None:
    """Measured on 6.18 at 100 ms: 293 to 311 Mbit/s."""
    wide, single = run(rmem=32 << 20), run(rmem=32 << 20, gso=False)
    assert 0.95 * 293 <= figure(wide, "measured") <= 1.05 * 311
    for result in (wide, single):  # a third must be free before the writer goes on
        assert 0.66 < figure(result, "measured") / figure(result, "goodput") <= 1


def test_by_default_the_receivers_buffer_is_the_smaller_one() -> None:
    """The key of the question bufsize-which-end: by the model's runs, and by what windows have been recorded."""
    old = {"kernel": "6.1"}  # whose question it is: since 6.6 the two are close
    stock, receiver, sender = run(**old), run(**old, rmem=64 << 20), run(**old, wmem=64 << 20)
    assert figure(receiver, "measured") > 1.1 * figure(stock, "measured")
    assert figure(sender, "measured") == pytest.approx(figure(stock, "measured"), rel=0.01)
    offered = recorded("C_rcvbuf_auto")  # tcp_rmem[2] of 6 MiB
    assert "6291456" in json.dumps(offered["scenario"])
    assert max(flow["max_snd_wnd"] for flow in offered["summary"]["flows"]) / 1e6 < most_in_flight("C_wmem4M_cubic")


@pytest.mark.parametrize("wmem", [1 << 18, 1 << 19])
def test_a_tight_send_buffer_has_a_band(wmem: int) -> None:
    """From the limit, where recordings of 256 and 512 KB have been caught, to runs that slip past it."""
    low, high = run(rate=100, wmem=wmem)["summary"]["measured"]["band"]
    assert low == pytest.approx(wmem * 8e-6 / 0.1, rel=0.05)
    assert high > 1.3 * low


@pytest.mark.parametrize("kernel", ["6.1", USUAL])
def test_the_band_ends_where_the_buffer_is_no_limit(kernel: str) -> None:
    result = run(rate=100, kernel=kernel)
    need = figure(result, "wmem_needed") * 1000  # kB
    for buffer, low, high in zip(*(column(result, name) for name in ("buffer", "send_low", "send_high")), strict=True):
        assert low is None or (low <= high <= most(100) and buffer < need)
        assert low is None or low < high or kernel != "6.1"
    assert any(low is not None for low in column(result, "send_low"))
    assert all(low is None for low in column(run(rate=100, gso=False, kernel=kernel), "send_low"))


@pytest.mark.parametrize("values", [{}, {"kernel": "6.1"}, {"rate": 100, "rtt": 20}, {"rate": 100, "rtt": 300}])
def test_the_knee_is_where_the_window_is_the_pipe(values: dict) -> None:
    """W13: below it the run is in proportion to the buffer, above it the line is full."""
    result = run(**values)
    rate = values.get("rate", 1000)
    need = figure(result, "rmem_needed") * 1000  # kB
    line = most(rate)
    for buffer, measured, receive in zip(*(column(result, c) for c in ("buffer", "measured", "receive")), strict=True):
        assert measured <= receive * 1.01
        if buffer > 1.1 * need:
            assert measured == pytest.approx(line, rel=0.01)
        elif need / 5 < buffer < 0.9 * need:
            assert measured == pytest.approx(line * buffer / need * rate / line, rel=0.06)


def test_the_smaller_buffer_is_the_limit() -> None:
    """Tuning the other end changes nothing."""
    before, after = run(), run(wmem=64 << 20)
    assert figure(after, "goodput") == figure(before, "goodput")
    both = run(rmem=64 << 20, wmem=64 << 20)
    assert figure(both, "utilisation") == pytest.approx(100)
    assert figure(both, "measured") == pytest.approx(figure(both, "goodput"), rel=0.01)


def test_connections_share_the_pipe() -> None:
    assert figure(run(flows=8), "rmem_needed") == pytest.approx(figure(run(), "rmem_needed") / 8)
    assert figure(run(flows=8), "measured") == pytest.approx(most(1000), rel=0.01)


def test_the_sysctls_never_take_away() -> None:
    """What is advised is enough by itself, and no less than there is."""
    result = run()
    rmem, wmem = int(figure(result, "rmem_advised")), int(figure(result, "wmem_advised"))
    assert f'tcp_rmem="4096 131072 {rmem}"' in lines(result)
    assert f'tcp_wmem="4096 16384 {wmem}"' in lines(result)
    assert figure(run(rmem=rmem, wmem=wmem), "utilisation") == pytest.approx(100)
    assert figure(run(rate=1), "rmem_advised") == 6 << 20
    assert figure(run(kernel="6.1", rate=10_000, rtt=500), "rmem_advised") == 2**31 - 1


def test_the_ends_of_the_sliders() -> None:
    entry = find("bandwidth-delay")
    ends = {p.name: (p.min, p.max) for p in entry.parameters if hasattr(p, "min")}
    for each in range(2 ** len(ends)):
        values = {name: both[each >> bit & 1] for bit, (name, both) in enumerate(ends.items())}
        result = run(**values)
        assert 0 <= figure(result, "measured") <= most(values["rate"])
        assert all(value > 0 for value in column(result, "measured"))
