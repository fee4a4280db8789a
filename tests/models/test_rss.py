"""Which queue and CPU a flow gets, against Microsoft's vectors and the kernel's rules worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.nic.rss import (
    Tuple4,
    address,
    cpus_of,
    dotted,
    indirection,
    mask_of,
    queue_of,
    reciprocal_scale,
    rps_cpu,
    rss_hash,
    sample_flows,
)

# "Verifying the RSS Hash Calculation", IPv4: source, port, destination, port, hash without ports, with ports
VECTORS = [
    ("66.9.149.187", 2794, "161.142.100.80", 1766, 0x323E8FC2, 0x51CCC178),
    ("199.92.111.2", 14230, "65.69.140.83", 4739, 0xD718262A, 0xC626B0EA),
    ("24.19.198.95", 12898, "12.22.207.184", 38024, 0xD2D0A5DE, 0x5C2B394A),
    ("38.27.205.30", 48228, "209.142.163.6", 2217, 0x82989176, 0xAFC7327F),
    ("153.39.163.191", 44251, "202.188.127.2", 1303, 0x5D1809C5, 0x10E828A2),
]


@pytest.mark.parametrize(("src", "sport", "dst", "dport", "addresses", "ports"), VECTORS)
def test_toeplitz_hash_is_microsofts(src: str, sport: int, dst: str, dport: int, addresses: int, ports: int) -> None:
    flow = Tuple4(address(src), address(dst), sport, dport)
    assert rss_hash(flow) == ports
    assert rss_hash(flow, ports=False) == addresses
    assert dotted(flow.src) == src


def test_the_first_vector_goes_to_the_queue_in_the_entry_of_its_low_seven_bits() -> None:
    # 0x51ccc178 & 127 = 0x78 = 120, and the table is filled with the queues in turn: 120 mod 6 = 0, mod 7 = 1
    assert queue_of(0x51CCC178, indirection(6)) == 0
    assert queue_of(0x51CCC178, indirection(7)) == 1
    assert len(indirection(6)) == 128


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_the_hash_is_linear(a: int, b: int, c: int) -> None:
    """Toeplitz hashing is multiplication by a matrix over GF(2), so it commutes with XOR."""

    def value(src: int) -> int:
        return rss_hash(Tuple4(src, c, 0, 0), ports=False)

    assert value(a) ^ value(b) ^ value(0) == value(a ^ b)


@pytest.mark.parametrize(
    ("mask", "cpus"),
    [("1", [0]), ("10", [4]), ("f0", [4, 5, 6, 7]), ("3", [0, 1]), ("1,00000000", [32]), ("0", [])],
)
def test_a_mask_is_hexadecimal(mask: str, cpus: list[int]) -> None:
    assert cpus_of(mask) == cpus


def test_ten_is_not_cpu_ten_nor_cpus_1_and_3() -> None:
    assert mask_of([4]) == "10"
    assert mask_of([10]) == "400"
    assert mask_of(range(8)) == "ff"


def test_rps_scales_the_hash_by_its_high_bits() -> None:
    # (hash × 3) >> 32: thirds of the range, not the remainder
    assert [reciprocal_scale(value, 3) for value in (1, 0x55555555, 0x55555556, 0xAAAAAAAB, 0xFFFFFFFF)] == [
        0,
        0,
        1,
        2,
        2,
    ]
    assert rps_cpu(0xFFFFFFFF, [4, 5, 6]) == 6
    assert rps_cpu(1, [4, 5, 6]) == 4


def test_without_a_hash_or_a_mask_rps_does_nothing() -> None:
    assert rps_cpu(0, [1, 2]) is None
    assert rps_cpu(12345, []) is None


@given(st.integers(1, 2**32 - 1), st.lists(st.integers(0, 63), min_size=1, max_size=64, unique=True))
def test_a_flow_always_gets_the_same_cpu_of_the_mask(value: int, cpus: list[int]) -> None:
    assert rps_cpu(value, cpus) in cpus
    assert rps_cpu(value, cpus) == rps_cpu(value, cpus)


def test_sample_flows_differ_and_have_even_ports() -> None:
    flows = sample_flows(64)
    assert len({(flow.src, flow.sport) for flow in flows}) == 64
    assert all(flow.sport % 2 == 0 and 32768 <= flow.sport <= 65535 for flow in flows)
