"""tcp_mem: the rules by themselves, on an account of a few pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.tcp.memory import PAGE, SocketMemory, TcpMemory, defaults, pages


def test_defaults_are_shares_of_the_memory() -> None:
    """W44: 4.68, 6.25 and 9.37%; never less than 128 pages in the middle."""
    free = 1 << 22
    assert [100 * limit / free for limit in defaults(free)] == pytest.approx([4.6875, 6.25, 9.375])
    assert defaults(0) == (96, 128, 192)
    assert defaults(118080 * 16) == (88560, 118080, 177120)


def test_memory_is_drawn_in_whole_pages() -> None:
    memory = TcpMemory((10, 20, 30))
    account = SocketMemory(memory)
    assert account.charge(1)
    assert memory.allocated == 1
    assert account.charge(PAGE - 1)  # of the page that is there
    assert memory.allocated == 1
    assert account.charge(1)
    assert memory.allocated == 2 == pages(account.queued)


def test_pressure_begins_above_the_second_and_ends_below_the_first() -> None:
    """W43."""
    memory = TcpMemory((10, 20, 30))
    account = SocketMemory(memory)
    assert account.charge(20 * PAGE)
    assert not memory.pressure
    assert not memory.may_grow  # autotuning has stopped long since
    assert account.charge(PAGE)
    assert memory.pressure
    account.free(11 * PAGE)
    assert memory.allocated == 10
    assert memory.pressure
    account.free(1 * PAGE)
    assert not memory.pressure
    assert memory.entered == 1


def test_under_pressure_those_below_the_average_get_more() -> None:
    """30 pages for three sockets: who would have ten or more is refused."""
    memory = TcpMemory((5, 10, 30))
    large, small, _ = (SocketMemory(memory) for _ in range(3))
    large.force(12 * PAGE)
    assert not large.charge(PAGE)
    assert memory.pressure
    assert small.charge(9 * PAGE)
    assert not small.charge(PAGE)
    assert memory.allocated == 21


def test_a_socket_with_hardly_anything_is_not_told_of_the_pressure() -> None:
    """tcp_rmem[0]; above the third threshold not even that helps, but the first of an empty queue is forced in."""
    memory = TcpMemory((1, 2, 8))
    large, small = SocketMemory(memory), SocketMemory(memory)
    large.force(6 * PAGE)
    assert small.charge(100)
    assert small.charge(2 * PAGE - 100)
    assert not SocketMemory(memory).charge(PAGE)
    assert memory.allocated == 8
    other = SocketMemory(memory)
    other.force(PAGE)
    assert memory.allocated == 9


def test_a_sender_is_cut_down_rather_than_refused() -> None:
    """`sk_stream_moderate_sndbuf`: half of what is queued; with SO_SNDBUF the kernel may only refuse."""
    memory = TcpMemory((1, 2, 8))
    tuned = SocketMemory(memory, sends=True, sndbuf=1 << 20)
    tuned.force(8 * PAGE)
    assert tuned.charge(PAGE)  # the last one: now its writer sleeps
    assert tuned.sndbuf == 4 * PAGE
    locked = SocketMemory(memory, sends=True, sndbuf=1 << 20, locked=True)
    locked.force(PAGE)
    assert not locked.charge(PAGE)
    assert locked.sndbuf == 1 << 20


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 50_000)), max_size=60))
def test_no_page_is_lost(steps: list[tuple[int, int]]) -> None:
    """What all have is what is allocated, to the page; when all is freed nothing is."""
    memory = TcpMemory((10, 20, 40))
    accounts = [SocketMemory(memory, sends=number > 1, sndbuf=100_000, locked=number == 3) for number in range(4)]
    for number, amount in steps:
        account = accounts[number]
        if amount % 3 == 0 and account.queued:
            account.free(min(amount, account.queued))
        elif amount % 7 == 0:
            account.force(amount)
        else:
            account.charge(amount)
        assert memory.allocated == sum(pages(each.queued) for each in accounts)
    for account in accounts:
        account.free(account.queued)
    assert memory.allocated == 0
    assert not memory.pressure
