"""Which link of a bond a packet takes, against bond_main.c and bond_alb.c worked by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.nic.bonding import (
    ALB,
    BACKUP,
    BROADCAST,
    LACP,
    MODES,
    RR,
    TLB,
    XOR,
    Bond,
    Frame,
    eth_hash,
    xmit_hash,
)
from inflight.kernel.nic.rss import Tuple4, address

GBIT10 = 10_000


def frame(src: str = "10.0.0.1", dst: str = "10.0.0.2", sport: int = 80, dport: int = 40000, **more: object) -> Frame:
    """A frame from 10.0.0.1, MAC …:01, to 10.0.0.2, MAC …:02."""
    return Frame(Tuple4(address(src), address(dst), sport, dport), **{"src_mac": 1, "dst_mac": 2, **more})  # type: ignore[arg-type]


FRAMES = st.builds(
    Frame,
    st.builds(
        Tuple4, st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1), st.integers(0, 65535), st.integers(0, 65535)
    ),
    st.integers(0, 255),
    st.integers(0, 255),
    st.booleans(),
)


def test_seven_modes_from_0_to_6() -> None:
    assert dict(enumerate(MODES)) == {
        0: "balance-rr",
        1: "active-backup",
        2: "balance-xor",
        3: "broadcast",
        4: "802.3ad",
        5: "balance-tlb",
        6: "balance-alb",
    }


def test_layer2_knows_the_last_bytes_of_the_macs_and_the_type() -> None:
    assert eth_hash(frame()) == 1 ^ 2 ^ 0x0800
    assert xmit_hash(frame(sport=1, dport=2), "layer2") == xmit_hash(frame(dst="10.9.9.9"), "layer2")


def test_layer23_by_hand() -> None:
    # addresses as a little-endian machine reads them: 0x0100000a ^ 0x0200000a = 0x03000000; with the MACs' 0x0803:
    # 0x03000803; ^ >> 16: 0x03000b03; ^ >> 8: 0x03000b03 ^ 0x0003000b = 0x03030b08
    assert xmit_hash(frame(), "layer2+3") == 0x03030B08


def test_layer34_by_hand() -> None:
    # ports 80 and 40000 are the bytes 00 50 9c 40, so 0x409c5000; ^ 0x03000000 = 0x439c5000
    # ^ >> 16 (0x439c): 0x439c139c; ^ >> 8 (0x00439c13): 0x43df8f8f; the lowest bit is left out: 0x21efc7c7
    assert xmit_hash(frame(), "layer3+4") == 0x21EFC7C7


def test_layer34_tells_even_ports_apart() -> None:
    """`bond_ip_hash` shifts out the lowest bit, without which two links would see only one of two hash values."""
    used = {Bond(XOR, [GBIT10] * 2, "layer3+4").send(frame(dport=port))[0] for port in range(40000, 40020, 2)}
    assert used == {0, 1}


@pytest.mark.parametrize("mode", [XOR, LACP])
@given(packet=FRAMES, links=st.integers(1, 8), policy=st.sampled_from(["layer2", "layer2+3", "layer3+4"]))
def test_a_hash_keeps_a_flow_on_one_link(mode: int, packet: Frame, links: int, policy: str) -> None:
    bond = Bond(mode, [GBIT10] * links, policy)
    assert bond.send(packet) == bond.send(packet) == [xmit_hash(packet, policy) % links]


def test_round_robin_deals_packets_of_one_flow_to_all_links() -> None:
    bond = Bond(RR, [GBIT10] * 3)
    assert [bond.send(frame())[0] for _ in range(6)] == [1, 2, 0, 1, 2, 0]


def test_a_backup_waits_and_broadcast_copies() -> None:
    assert Bond(BACKUP, [GBIT10] * 3).send(frame()) == [0]
    assert Bond(BROADCAST, [GBIT10] * 3).send(frame()) == [0, 1, 2]


class TestBalanceTlb:
    def flows(self, count: int) -> list[Frame]:
        return [frame(dport=40000 + 2 * number) for number in range(count)]

    def test_before_the_first_rebalance_the_first_link_has_all(self) -> None:
        bond = Bond(TLB, [GBIT10] * 4, "layer3+4")
        assert {bond.send(packet, 10**9)[0] for packet in self.flows(50)} == {0}

    def test_afterwards_the_next_bucket_goes_where_there_is_most_room(self) -> None:
        bond = Bond(TLB, [GBIT10] * 2, "layer3+4")
        flows = self.flows(4)
        assert len({xmit_hash(packet, "layer3+4") & 255 for packet in flows}) == 4
        # bytes in ten seconds; so 600, 100, 300, 300 MB/s
        for packet, size in zip(flows, (6e9, 1e9, 3e9, 3e9), strict=True):
            bond.send(packet, int(size))
        bond.rebalance()
        # 600 → first link; 100 → second (empty); 300 → second (100 < 600); 300 → second (400 < 600)
        assert [bond.send(packet)[0] for packet in flows] == [0, 1, 1, 1]

    def test_a_faster_link_counts_as_more_room(self) -> None:
        bond = Bond(TLB, [1000, GBIT10], "layer3+4")
        assert bond.send(frame()) == [1]

    def test_one_bucket_cannot_be_split(self) -> None:
        """With layer2 behind one router there is one bucket, however often it is rebalanced."""
        bond = Bond(TLB, [GBIT10] * 4, "layer2")
        for _ in range(3):
            assert len({bond.send(packet, 10**9)[0] for packet in self.flows(50)}) == 1
            bond.rebalance()


def test_balance_alb_looks_at_the_destination_address_only() -> None:
    bond = Bond(ALB, [GBIT10] * 2)
    packets = [frame(dst=f"10.0.0.{host}") for host in (2, 3)]
    for packet in packets:
        bond.send(packet, 10**9)
    bond.rebalance()
    assert [bond.send(packet, 1)[0] for packet in packets] == [0, 1]
    assert bond.send(frame(dst="10.0.0.3", dport=9)) == [1]
    # the bytes of the address are XORed, so these two share a bucket: 2 ^ 0 = 0 ^ 2
    assert bond.send(frame(dst="10.0.2.0")) == bond.send(frame(dst="10.0.0.2"))
