"""Sockets, requests and listeners, held to rules of the kernel and of RFC 9293 that the recordings do not show."""

import pytest

from inflight.kernel.clock import Clock
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.errors import SocketError
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.listener import Listener
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network, Way

CLIENT, SERVER, PORT = "10.1.0.2", "10.2.0.2", 80
RTT = 0.02


class World:
    """A client and a server, 10 ms apart."""

    def __init__(self, *, backlog: int = 5, era: str = "6.1", **sysctls: int) -> None:
        self.clock = Clock()
        self.network = Network(self.clock)
        self.client = Host(self.network, CLIENT)
        self.server = Host(self.network, SERVER, Sysctls(**sysctls), era=ERAS[era])
        self.there, self.back = self.network.join(CLIENT, SERVER, out=RTT / 2, back=RTT / 2)
        self.listener: Listener = self.server.listen(PORT, backlog)

    def run(self, seconds: float) -> None:
        for _ in self.clock.run(self.clock.now + seconds):
            pass

    def connect(self, **given: int) -> Socket:
        return self.client.connect(Address(SERVER, PORT), **given)

    def pair(self) -> tuple[Socket, Socket]:
        client = self.connect()
        self.run(2 * RTT)
        server = self.listener.accept()
        assert server is not None
        return client, server

    def sent(self, host: str, since: float = 0.0) -> list[str]:
        return [p.segment.flags for p in self.network.passages if p.segment.source.host == host and p.sent >= since]


def never(way: Way, flags: str, times: int = 1) -> None:
    """Lose the first `times` segments with these flags."""
    left = [times]

    def loses(segment: Segment, _: int) -> bool:
        if segment.flags == flags and left[0]:
            left[0] -= 1
            return True
        return False

    way.loses = loses


def test_three_segments_open_a_connection() -> None:
    world = World()
    client = world.connect()
    assert client.state == "SYN_SENT"
    world.run(RTT + 1e-6)
    assert client.state == "ESTABLISHED"  # a round trip for the client, half of one more for the server
    assert [r.state for r in world.listener.requests.values()] == ["SYN_RECV"]
    world.run(RTT / 2)
    assert [s.state for s in world.listener.accept_queue] == ["ESTABLISHED"]
    assert world.sent(CLIENT) == ["S", "A"]
    assert world.sent(SERVER) == ["SA"]


def test_data_do_the_work_of_a_lost_third_segment() -> None:
    world = World()
    never(world.there, "A")
    client = world.connect()
    world.run(RTT + 1e-6)
    client.send(100)
    world.run(RTT)
    server = world.listener.accept()
    assert server is not None
    assert server.read() == 100


def test_a_syn_ack_comes_again_when_the_third_segment_is_lost_and_the_client_says_nothing() -> None:
    world = World()
    never(world.there, "A")
    client = world.connect()
    world.run(0.9)
    assert client.state == "ESTABLISHED"
    assert not world.listener.accept_queue
    world.run(0.3)  # after a second: SYN-ACK, and the client's answer to that
    assert world.sent(SERVER) == ["SA", "SA"]
    assert world.sent(CLIENT) == ["S", "A", "A"]
    assert len(world.listener.accept_queue) == 1


def test_both_ends_may_open_at_once() -> None:
    """RFC 9293 §3.5, figure 7: two SYNs cross, both ends go through SYN-RECEIVED."""
    world = World()
    here = world.client.socket(Address(SERVER, 7001), port=7000)
    there = world.server.socket(Address(CLIENT, 7000), port=7001)
    here.connect()
    there.connect()
    world.run(5 * RTT)
    assert (here.state, there.state) == ("ESTABLISHED", "ESTABLISHED")
    passed = [change.state for change in world.client.log.states]
    assert passed == ["SYN_SENT", "SYN_RECV", "ESTABLISHED"]


@pytest.mark.parametrize(
    ("era", "backlog", "max_syn_backlog", "limit"),
    [  # reqsk_queue_alloc: the next power of two above the least of the three; since 4.4 the backlog; then one more
        ("4.3", 128, 1024, 256),
        ("4.3", 511, 1024, 512),
        ("4.3", 100, 1024, 128),
        ("4.3", 3, 1024, 16),
        ("4.3", 511, 64, 128),
        ("4.9", 128, 1024, 128),
        ("5.4", 100, 64, 100),
        ("6.1", 100, 64, 101),
        ("7.3", 5, 64, 6),
    ],
)
def test_the_half_open_limit_of_each_era(era: str, backlog: int, max_syn_backlog: int, limit: int) -> None:
    assert ERAS[era].half_open_limit(backlog, max_syn_backlog) == limit
    world = World(backlog=backlog, era=era, tcp_max_syn_backlog=max_syn_backlog, tcp_syncookies=1)
    for number in range(limit + 10):
        spoofed = Address(f"10.66.{number // 200}.{number % 200}", 1000)
        world.server.receive(Segment(spoofed, Address(SERVER, PORT), "S", 0, options=SynOptions()))
    assert len(world.listener.requests) == limit
    assert world.server.counters["SyncookiesSent"] == 10


@pytest.mark.parametrize(("era", "enters"), [("4.9", True), ("5.4", False)])
def test_a_full_accept_queue_and_a_syn(era: str, enters: bool) -> None:
    """Until 4.9 a SYN got in as long as at most one request was young; since 4.10 none does."""
    world = World(backlog=1, era=era)
    for _ in range(2):
        world.connect()
        world.run(1)
    assert world.listener.full
    assert not world.server.counters["ListenOverflows"]
    third = world.connect()
    world.run(0.1)
    assert bool(world.listener.requests) is enters
    assert third.state == ("ESTABLISHED" if enters else "SYN_SENT")  # which finds no seat behind its third segment
    assert world.server.counters["ListenOverflows"] == 1


def test_a_connect_that_meets_a_full_queue_takes_a_second() -> None:
    """Measured: a seat becomes free after 0.3 s, and connect() returns after 1.03 s."""
    world = World(backlog=0)
    world.connect()
    world.run(0.1)
    start = world.clock.now
    late = world.connect()
    world.clock.at(start + 0.3, world.listener.accept)
    while late.state == "SYN_SENT":
        world.run(0.001)
    assert world.clock.now - start == pytest.approx(1.03, abs=0.025)
    assert world.server.counters["ListenOverflows"] == world.server.counters["ListenDrops"] == 1


def _two_at_once(**sysctls: int) -> tuple[World, Socket, Socket]:
    """Two handshakes under way, one seat: the second client is connected, and the server has nothing."""
    world = World(backlog=0, **sysctls)
    first = world.connect()
    second = world.connect()
    world.run(2 * RTT)
    return world, first, second


def test_with_two_handshakes_and_one_seat_a_cookie_connects_the_second_to_nothing() -> None:
    world, first, second = _two_at_once()
    assert (first.state, second.state) == ("ESTABLISHED", "ESTABLISHED")
    assert len(world.listener.accept_queue) == 1
    assert not world.listener.requests
    assert world.server.counters["SyncookiesSent"] == 1


def test_a_request_without_a_seat_is_dropped_after_63_s_and_then_the_client_learns_it() -> None:
    """H12: SYN-ACKs at 1, 3, 7, 15, 31 s and the end at 63 s; times are rounded up by the timer wheel."""
    world = World(backlog=1)
    world.connect()
    world.run(0.1)
    start = world.clock.now
    first, limbo = world.connect(), world.connect()
    world.run(0.1)
    assert (first.state, limbo.state) == ("ESTABLISHED", "ESTABLISHED")
    world.run(60)
    assert [r.state for r in world.listener.requests.values()] == ["SYN_RECV"]
    again = [p.sent - start for p in world.network.passages if p.segment.flags == "SA" and p.segment.again]
    assert again == pytest.approx([1, 3, 7, 15, 31], rel=0.05)
    world.run(6)
    assert not world.listener.requests
    limbo.send(10)
    world.run(1)
    with pytest.raises(SocketError, match="ECONNRESET"):
        limbo.send(10)


def test_listening_again_changes_the_backlog_of_a_queue_in_use() -> None:
    """H06: 5 → 9 → 4096 without a restart; somaxconn bounds it at that moment."""
    world = World(backlog=5, somaxconn=4096)
    sizes = []
    for backlog in (5, 9, 100_000):
        world.listener.listen(backlog)
        sizes.append(world.listener.max_ack_backlog)
    assert sizes == [5, 9, 4096]


def test_a_listener_that_closes_resets_what_nobody_accepted() -> None:
    world = World()
    client = world.connect()
    world.run(0.1)
    world.listener.close()
    world.run(0.1)
    with pytest.raises(SocketError, match="ECONNRESET"):
        client.send(1)
    late = world.connect()
    world.run(0.1)
    with pytest.raises(SocketError, match="ECONNREFUSED"):
        late.read()


def test_bytes_arrive_once_and_in_order_whatever_the_wire_does() -> None:
    world = World()
    client, server = world.pair()
    world.there.loses = lambda segment, n: bool(segment.length) and n % 3 == 0
    client.send(20_000)
    client.shutdown()
    world.run(60)
    assert server.unread == 20_000
    assert server.eof
    assert server.state == "CLOSE_WAIT"


def test_keepalive_renews_lastack_of_who_asks_and_nothing_else() -> None:
    """`lastrcv` and `lastsnd` are data's, and a probe is out of window, so that it acknowledges nothing."""
    world = World()
    client, server = world.pair()
    world.run(10)
    client.send(100)
    sent = world.clock.now
    world.run(5)
    server.read()
    server.keepalive.idle = 60
    server.keepalive.enable()
    world.run(200)
    asked = [each.sent for each in world.network.passages if each.segment.probe]
    assert len(asked) == 2
    assert server.last_data == pytest.approx(sent + RTT / 2)
    assert server.transmitter.last_ack == pytest.approx(asked[-1] + RTT)
    assert server.transmitter.last_sent < sent
    assert client.transmitter.last_sent == sent
    assert sent < client.transmitter.last_ack < sent + 1
    assert client.last_data < sent


def test_a_closed_window_holds_the_fin_back_and_a_probe_finds_it_open() -> None:
    world = World()
    world.listener.window = 3000
    client, server = world.pair()
    client.send(10_000)
    client.shutdown()
    world.run(1)
    assert server.unread == 3000
    assert not server.eof
    assert world.client.counters["TCPWinProbe"] > 0
    taken = 0
    for _ in range(20):
        taken += server.read()
        world.run(1)
    assert taken == 10_000
    assert server.eof


@pytest.mark.parametrize(("orphaned", "gone"), [(True, True), (False, False)])
def test_who_never_reads_holds_an_orphan_for_minutes_and_a_socket_for_ever(orphaned: bool, gone: bool) -> None:
    """T07: closed, it went after 340 s (measured on 6.18); after shutdown() it was still there at 420 s."""
    world = World()
    world.listener.window = 3000
    client, _ = world.pair()
    client.send(10_000)
    client.close() if orphaned else client.shutdown()
    world.run(300)
    assert client.state == "FIN_WAIT1"
    world.run(120)
    assert (client.state == "CLOSE") is gone


def test_a_syn_takes_the_place_of_a_time_wait_socket() -> None:
    """T14: the server closed first; the same client port connects again at once."""
    world = World()
    client, server = world.pair()
    server.close()
    world.run(0.1)
    client.close()
    world.run(0.1)
    assert [e.state for e in world.server.connections.values()] == ["TIME_WAIT"]
    again = world.client.socket(Address(SERVER, PORT), port=client.here.port)
    again.connect()
    world.run(0.1)
    assert again.state == "ESTABLISHED"
    assert world.server.time_waits == 0


@pytest.mark.parametrize(("rfc1337", "left"), [(0, 0), (1, 1)])
def test_a_reset_kills_time_wait_unless_rfc1337_is_heeded(rfc1337: int, left: int) -> None:
    world = World(tcp_rfc1337=rfc1337)
    client, server = world.pair()
    server.close()
    world.run(0.1)
    client.close()
    world.run(0.1)
    world.server.receive(Segment(client.here, client.peer, "R", 2))
    assert world.server.time_waits == left


def test_one_orphan_too_many_is_reset() -> None:
    world = World(tcp_max_orphans=3)
    pairs = [world.pair() for _ in range(4)]
    world.back.cut = True
    for _, server in pairs:
        server.close()
    assert world.server.orphans == 3
    assert world.server.counters["TCPAbortOnMemory"] == 1
    assert pairs[3][1].state == "CLOSE"


def test_an_old_reset_or_syn_is_answered_and_changes_nothing() -> None:
    """RFC 5961 §3.2, §4.2: a RST that is not exactly the next byte, and a SYN, get an ACK as a challenge."""
    world = World()
    client, server = world.pair()
    start = world.clock.now
    world.server.receive(Segment(client.here, client.peer, "R", 100))
    world.run(0.6)
    world.server.receive(Segment(client.here, client.peer, "S", 100, options=SynOptions()))
    assert server.state == "ESTABLISHED"
    assert world.sent(SERVER, start) == ["A", "A"]


def test_no_port_is_left() -> None:
    world = World()
    world.client.sysctls.ip_local_port_range = (40000, 40003)
    ports = [world.connect().here.port for _ in range(4)]
    assert ports == [40000, 40002, 40001, 40003]  # those of the lowest one's parity first
    with pytest.raises(SocketError, match="EADDRNOTAVAIL"):
        world.connect()


def test_a_port_that_is_taken_is_refused() -> None:
    world = World()
    with pytest.raises(SocketError, match="EADDRINUSE"):
        world.server.listen(PORT, 5)
