"""The receiver's buffer and window: RFC 7323 §2, RFC 9293 §3.8.6, and what Linux 6.1 was seen to offer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.tcp.era import LINUX_6_12
from inflight.kernel.tcp.receive_queue import MAX_SKB_FRAGS, ReceiveQueue
from inflight.kernel.tcp.receive_window import ReceiveBuffer, ReceiveWindow

MSS, OVERHEAD = 1448, 1280


@pytest.mark.parametrize(
    ("rmem_max", "shift"),
    [(212992, 7), (4 << 20, 7), (6 << 20, 7), (32 << 20, 10), (256 << 20, 13)],
)
def test_the_scale_follows_the_largest_buffer(rmem_max: int, shift: int) -> None:
    """W10: 7 for 6 MB and 10 for 32 MB; net.core.rmem_max counts if it is larger (recorded: 13 for 256 MB)."""
    assert ReceiveBuffer(rmem_max=rmem_max).shift == shift


@pytest.mark.parametrize(("rcvbuf", "shift"), [(16384, 0), (65536, 1), (131072, 2), (204800, 2)])
def test_a_buffer_that_is_set_bounds_the_scale(rcvbuf: int, shift: int) -> None:
    """As recorded with SO_RCVBUF (C_rcvbuf_*)."""
    assert ReceiveBuffer(rcvbuf=rcvbuf).shift == shift


def test_no_scale_is_larger_than_14() -> None:
    """RFC 7323 §2.3: the largest window is 65,535 · 2^14 = 1,073,725,440 bytes."""
    window = ReceiveWindow(ReceiveBuffer(rmem=(1 << 34, 1 << 40)))
    assert window.shift == 14
    window.ssthresh = window.clamp = 1 << 33
    assert window.select(window.offer(0, MSS), 0) == 1_073_725_440


def test_the_first_window_is_half_of_the_buffer_in_whole_segments() -> None:
    """45 segments of 1448 bytes in half of 131072; one segment where the buffer has 4096 bytes (recorded)."""
    assert ReceiveWindow(ReceiveBuffer()).initial == 65160
    assert ReceiveWindow(ReceiveBuffer(rmem=(4096, 4096))).initial == 1448
    assert ReceiveWindow(ReceiveBuffer(rcvbuf=16384)).initial == 15928


@pytest.mark.parametrize(("rcvbuf", "most"), [(65536, 64088), (131072, 129624), (204800, 203352)])
def test_one_segment_is_held_back(rcvbuf: int, most: int) -> None:
    """The largest windows of C_rcvbuf_64K, _128K and _200K once the transfer runs."""
    window = ReceiveWindow(ReceiveBuffer(rcvbuf=rcvbuf))
    while window.grow(MSS, 0):
        pass
    assert window.select(window.offer(0, MSS), 0) == most


@pytest.mark.parametrize(("rcvbuf", "most"), [(65536, 77_672), (131072, 155_924)])
def test_since_6_6_the_share_of_the_window_is_measured(rcvbuf: int, most: int) -> None:
    """The largest windows of Linux 6.12 with these SO_RCVBUF: all that 1448 of 2408 bytes make, but for what waits."""
    window = ReceiveWindow(ReceiveBuffer(rcvbuf=rcvbuf), LINUX_6_12)
    window.measure(MSS, MSS + LINUX_6_12.skb_overhead)
    assert 0.99 * window.clamp < most <= window.clamp


@given(memory=st.integers(0, 140_000), left=st.integers(0, 65_000), rcv_mss=st.integers(88, 1448))
def test_a_window_is_never_taken_back_and_never_silly(memory: int, left: int, rcv_mss: int) -> None:
    """RFC 9293 §3.8.6.2.2: closed, or a segment at least; and not less than was left of the last one."""
    window = ReceiveWindow(ReceiveBuffer(rcvbuf=65536))
    offered = window.offer(memory, rcv_mss)
    assert offered == 0 or offered >= rcv_mss
    assert window.select(offered, left) >= left


def test_without_scaling_windows_are_whole_segments() -> None:
    window = ReceiveWindow(ReceiveBuffer(scaling=False))
    assert window.shift == 0
    assert window.select(window.offer(20_000, MSS), 0) % MSS == 0
    assert window.select(window.offer(0, MSS), 0) <= 65_535


def test_the_buffer_follows_twice_what_was_read_in_a_round_trip() -> None:
    """`tcp_rcv_space_adjust`; and not at all if SO_RCVBUF was set."""
    for settings, grows in ((ReceiveBuffer(), True), (ReceiveBuffer(rcvbuf=65536), False)):
        window = ReceiveWindow(settings)
        before = window.buffer
        window.start(0.0)
        window.sample(20, waits=False)
        window.read(0.0205, 40_000, waiting=0, ahead=0)
        assert (window.buffer > before) == grows
        if grows:
            assert window.clamp >= 2 * 40_000


def test_more_than_fits_makes_the_buffer_grow_or_the_window_shrink() -> None:
    free, locked = ReceiveWindow(ReceiveBuffer()), ReceiveWindow(ReceiveBuffer(rcvbuf=65536))
    for window in (free, locked):
        window.make_room(200_000)
    assert free.buffer == 200_000
    assert locked.buffer == 131072
    assert locked.ssthresh == 2 * MSS


def test_segments_share_an_skb_as_long_as_it_has_fragments() -> None:
    """Recorded while nobody read: 42 segments are charged as their payload and three skbs, 77 as five."""
    queue = ReceiveQueue(OVERHEAD)
    for number in range(1, 78):
        queue.add(MSS, number * MSS)
        if number in (42, 77):
            assert queue.memory == number * MSS + {42: 3, 77: 5}[number] * OVERHEAD


@given(st.lists(st.integers(1, 65_000), max_size=60), st.data())
def test_memory_is_that_of_what_is_unread(lengths: list[int], data: st.DataObject) -> None:
    queue, end = ReceiveQueue(OVERHEAD), 0
    for length in lengths:
        end += length
        queue.add(length, end)
        assert queue.memory == sum(truesize for _, truesize in queue.skbs)
    read = data.draw(st.integers(0, end))
    queue.read(read)
    assert all(skb_end > read for skb_end, _ in queue.skbs)
    assert queue.memory >= end - read
    queue.read(end)
    assert queue.memory == 0


def test_an_skb_is_full_after_17_fragments() -> None:
    queue = ReceiveQueue(OVERHEAD)
    for number in range(1, MAX_SKB_FRAGS + 2):
        queue.add(MSS, number * MSS)
    assert len(queue.skbs) == 2
