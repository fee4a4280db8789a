"""mtu-black-hole: each recorded answer across a narrow link, and the sizes that fit worked by hand."""

import json
from pathlib import Path

import pytest

from inflight import bridge
from inflight.figure.catalogue import find
from inflight.kernel.sockets.pmtu import PathMtu
from inflight.kernel.sockets.sysctls import Sysctls

RECORDINGS = Path(__file__).parents[1] / "kernel" / "recordings" / "6.1"
ENTRY = find("mtu-black-hole")
HEADERS = 20 + 20 + 12
"""IPv4, TCP, timestamps, B."""


def run(**values: object) -> dict:
    return bridge.start("mtu-black-hole", json.dumps(values)).result()


def at(preset: str, **values: object) -> dict:
    return run(**{**ENTRY.preset(preset).values, **values})


def figures(result: dict) -> dict[str, float | None]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def recorded(name: str) -> list[dict]:
    return json.loads((RECORDINGS / f"{name}.json").read_text(encoding="utf-8"))["results"]


@pytest.mark.parametrize("kernel", recorded("M_sizes"), ids=lambda kernel: str(kernel["size"]))
def test_what_arrives_is_what_arrived_on_linux(kernel: dict) -> None:
    result = run(size=kernel["size"], mtu=kernel["mtu"], patience=20)
    assert result["columns"][1]["values"][-1] * 1000 == pytest.approx(kernel["got"])
    assert (figures(result)["done"] is not None) == (kernel["got"] == kernel["size"])


@pytest.mark.parametrize("mtu", [600, 1280, 1400, 1492])
def test_one_byte_decides(mtu: int) -> None:
    fits = mtu - HEADERS
    assert figures(run(mtu=mtu))["fits"] == fits
    assert figures(run(mtu=mtu, size=fits))["done"] == pytest.approx(0.02, abs=0.001)
    hangs = figures(run(mtu=mtu, size=fits + 1))
    assert hangs["done"] is None
    assert hangs["first_byte"] is None


def test_one_report_is_enough() -> None:
    """A round trip to hear of it, then the answer in two more: ten segments, then the rest."""
    found = figures(at("ICMP gets through"))
    assert found["segment"] == 1400 - HEADERS
    assert found["timeouts"] == 0
    kernel = next(each for each in recorded("M_icmp") if each["size"] == 14480)
    # There the router is at the sender's end of the way, and its word takes a whole round trip.
    assert kernel["done_s"] < found["done"] < kernel["done_s"] + 0.5 * 0.02 + 0.001


def test_a_clamped_mss_needs_no_report() -> None:
    found = figures(at("The router clamps the MSS"))
    assert (found["dropped"], found["again"], found["segment"]) == (0, 0, 1400 - HEADERS)


@pytest.mark.parametrize(("preset", "probing"), [("tcp_mtu_probing = 1", 1), ("tcp_mtu_probing = 2", 2)])
def test_probing_takes_as_long_as_on_linux(preset: str, probing: int) -> None:
    found = figures(at(preset))
    kernel = next(
        each for each in recorded("M_probing") if (each["size"], each["mtu"], each["probing"]) == (14480, 1400, probing)
    )
    assert found["timeouts"] == kernel["counters"]["TCPTimeouts"]
    assert found["segment"] == kernel["mss"]
    assert found["done"] == pytest.approx(kernel["done_s"], rel=0.04)


def test_the_search_halves_and_stops_at_the_floor() -> None:
    """tcp_mtu_probing: tcp_base_mss first, then half of it each time, not below tcp_mtu_probe_floor.

    What is halved is the size of a packet with its headers, which the kernel keeps as search_low; 1024 is even there.
    """
    path = PathMtu(Sysctls(tcp_mtu_probing=1))
    sizes = []
    for _ in range(6):
        path.black_hole()
        sizes.append(path.segment_size(1460, 12))
    assert sizes == [1024, 512, 256, 128, 64, 48]


def test_only_a_connecting_end_begins_short() -> None:
    """As recorded in M_connects and M_probing."""
    connects, accepted = PathMtu(Sysctls(tcp_mtu_probing=2)), PathMtu(Sysctls(tcp_mtu_probing=2))
    connects.connected()
    assert (connects.segment_size(1460, 12), accepted.segment_size(1460, 12)) == (1024, 1448)
    first = {each["probing"]: each["sent"][0][1] for each in recorded("M_connects")}
    assert first == {1: 1448, 2: 1024}


def test_a_route_forgets_no_smaller_mtu() -> None:
    path = PathMtu(Sysctls())
    assert path.reduce(1400)
    assert not path.reduce(1450)
    assert path.segment_size(1460, 12) == 1348
