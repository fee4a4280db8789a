"""syn-flood: recordings of Linux 6.1, counted exactly; the rules of `tcp_conn_request`; and what a cookie forgets."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight import bridge
from inflight.experiments.syn_flood.flood import REFUSALS, Attack, Program, Visitors
from inflight.kernel.clock import Clock
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.segment import Address, Segment, SynOptions
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network


@dataclass
class World:
    """The laboratory: a server, a flood from nowhere, and a client each second. `phase`: of the kernel's ticks, s."""

    syncookies: int = 0
    max_syn_backlog: int = 1024
    backlog: int = 4096
    somaxconn: int = 4096
    rate: float = 400
    syns: int = 600
    clients: int = 4
    phase: float = 0.0
    timestamps: bool = True
    busy: bool = False
    """Something else happens between any two SYNs, so that none can be skipped."""

    def __post_init__(self) -> None:
        self.clock = Clock()
        self.clock.now = self.phase
        self.network = Network(self.clock)
        sysctls = Sysctls(
            tcp_syncookies=self.syncookies, tcp_max_syn_backlog=self.max_syn_backlog, somaxconn=self.somaxconn
        )
        self.server = Host(self.network, "10.2.0.2", sysctls)
        client = Host(self.network, "10.1.0.2", options=SynOptions(timestamps=self.timestamps))
        self.network.join(client.address, self.server.address, out=0.0, back=0.02)
        self.listener = self.server.listen(80, self.backlog)
        self.curve: list[int] = []
        self._look_at(self.phase)
        if self.busy:
            for number in range(self.syns):
                self.clock.at(self.phase + number / self.rate, lambda: None)
        self.attack = Attack(self.listener, rate=self.rate, syns=self.syns, start=self.phase)
        self.visitors = Visitors(client, self.listener.address, first=self.phase + 1, every=1, count=self.clients)
        Program(self.listener, self.visitors, rate=1000)

    def _look_at(self, due: float) -> None:
        """After all else that happens then."""
        self.clock.at(due, lambda: self.clock.at(due, self._look))

    def _look(self) -> None:
        """As the laboratory did, five times a second."""
        self.curve.append(len(self.listener.requests))
        self._look_at(self.phase + len(self.curve) * 0.2)

    def run(self, until: float) -> "World":
        for _ in self.clock.run(self.phase + until - 1e-6):
            pass
        return self

    @property
    def connected(self) -> list[float]:
        return [v.connected - v.came for v in self.visitors.all if v.connected == v.connected]

    @property
    def counted(self) -> dict[str, int]:
        names = (*REFUSALS, "SyncookiesRecv", "SyncookiesFailed")
        return {name: self.server.counters[name] for name in names if self.server.counters[name]}


FLOODS = [
    # syncookies, max_syn_backlog, backlog, somaxconn, SYNs; half open at most, honest clients connected, ListenDrops,
    # TCPReqQFullDrop, cookies: recordings F_flood_cookies0, 1 and 2 of Linux 6.1, 400 SYNs a second, six seconds
    (0, 64, 4096, 4096, 328, 49, 0, 289, 0, 0),
    (0, 128, 4096, 4096, 456, 97, 0, 369, 0, 0),
    (0, 256, 4096, 4096, 712, 193, 0, 529, 0, 0),
    (0, 1024, 4096, 4096, 1600, 769, 1, 838, 0, 0),
    (0, 1024, 128, 4096, 600, 129, 0, 481, 481, 0),
    (0, 256, 128, 4096, 600, 129, 0, 481, 481, 0),
    (0, 128, 128, 4096, 600, 97, 0, 513, 0, 0),
    (0, 1024, 4096, 128, 600, 129, 0, 481, 481, 0),
    (0, 1024, 5, 4096, 200, 6, 0, 204, 204, 0),
    (1, 64, 4096, 4096, 328, 329, 4, 0, 0, 0),
    (1, 128, 4096, 4096, 456, 457, 4, 0, 0, 0),
    (1, 256, 4096, 4096, 712, 713, 4, 0, 0, 0),
    (1, 1024, 4096, 4096, 1600, 1601, 4, 0, 0, 0),
    (1, 1024, 128, 4096, 600, 129, 4, 0, 0, 475),
    (1, 256, 128, 4096, 600, 129, 4, 0, 0, 475),
    (1, 128, 128, 4096, 600, 129, 4, 0, 0, 475),
    (1, 1024, 4096, 128, 600, 129, 4, 0, 0, 475),
    (1, 1024, 5, 4096, 200, 6, 4, 0, 0, 198),
    (2, 64, 4096, 4096, 328, 0, 4, 0, 0, 332),
    (2, 128, 4096, 4096, 456, 0, 4, 0, 0, 460),
    (2, 256, 4096, 4096, 712, 0, 4, 0, 0, 716),
    (2, 1024, 4096, 4096, 1600, 0, 4, 0, 0, 1604),
    (2, 1024, 128, 4096, 600, 0, 4, 0, 0, 604),
    (2, 256, 128, 4096, 600, 0, 4, 0, 0, 604),
    (2, 128, 128, 4096, 600, 0, 4, 0, 0, 604),
    (2, 1024, 4096, 128, 600, 0, 4, 0, 0, 604),
    (2, 1024, 5, 4096, 200, 0, 4, 0, 0, 204),
]


@pytest.mark.parametrize("recorded", FLOODS, ids=lambda flood: "-".join(map(str, flood[:5])))
def test_a_recorded_flood_comes_out_exactly(recorded: tuple[int, ...]) -> None:
    """H10, H16, H29: the most half-open requests, who got in, and every counter."""
    syncookies, max_syn_backlog, backlog, somaxconn, syns, most, connected, drops, full, cookies = recorded
    world = World(syncookies, max_syn_backlog, backlog, somaxconn, syns=syns).run(6.0)
    assert max(world.curve) == most
    assert len(world.connected) == connected
    counted = {"ListenDrops": drops, "TCPReqQFullDrop": full, "TCPReqQFullDoCookies": cookies}
    counted |= {"SyncookiesSent": cookies, "SyncookiesRecv": 4 if cookies else 0}
    assert world.counted == {name: count for name, count in counted.items() if count}


@pytest.mark.parametrize("max_syn_backlog", [64, 128, 256, 1024])
def test_without_cookies_a_quarter_is_kept_for_known_clients(max_syn_backlog: int) -> None:
    """By hand: refused where max − length < max / 4, so the last one that gets in finds 3/4 max: 3/4 max + 1."""
    world = World(0, max_syn_backlog, syns=2 * max_syn_backlog + 200, clients=0).run(6.0)
    assert len(world.listener.requests) == 3 * max_syn_backlog // 4 + 1
    world.server.proven.add("10.1.0.2")
    for address, gets_in in (("10.1.0.2", True), ("10.1.0.3", False)):
        before = len(world.listener.requests)
        world.server.receive(Segment(Address(address, 1), world.listener.address, "S", 0, options=SynOptions()))
        assert (len(world.listener.requests) > before) == gets_in


@pytest.mark.parametrize(
    ("syncookies", "phase", "pruning", "left", "empty", "waits"),
    [
        (0, 1.941, 7.4, 83, 65.8, [7.318, 7.086, 7.111, 7.135, 3.063, 3.054, 1.03]),
        (1, 1.049, 7.2, 110, 64.6, [0.021] * 7),
    ],
)
def test_the_queue_decays_as_recorded(
    syncookies: int, phase: float, pruning: float, left: int, empty: float, waits: list[float]
) -> None:
    """Recording F_flood_decay: 400 SYNs, 200 a second, backlog 128, and each second until the 60th an honest client.

    129 until the third timer; then 64, as old requests may fill half of the backlog; after a minute nothing. All 400
    samples are the recorded ones. `phase`, when in the kernel's ticks it began, is the one free number: timers of a few
    seconds are coarse by 0.3 s, those of half a minute by 2 s.
    """
    world = World(syncookies, 256, 128, rate=200, syns=400, clients=60, phase=phase).run(80.0)

    def recorded(row: int) -> int:
        t = round(row * 0.2, 1)
        if t < 0.8:
            return 40 * row + 1
        honest = t in range(8, 61)  # it stays for a round trip, 20 ms; before that it finds no place
        return honest + (129 if t < pruning else left if t == pruning else 64 if t < empty else 0)

    assert world.curve == [recorded(row) for row in range(400)]
    assert len(world.connected) == 60
    assert [round(wait, 3) for wait in world.connected[:7]] == pytest.approx(waits, abs=0.02)
    drops = {"ListenDrops": 288, "TCPReqQFullDrop": 288}
    cookies = {"TCPReqQFullDoCookies": 278, "SyncookiesSent": 278, "SyncookiesRecv": 7}
    assert world.counted == (cookies if syncookies else drops)


@given(
    rate=st.integers(20, 3000),
    syns=st.integers(1, 1500),
    backlog=st.integers(1, 200),
    max_syn_backlog=st.integers(8, 300),
    syncookies=st.integers(0, 2),
)
@settings(max_examples=25)
def test_skipping_syns_that_are_alike_changes_nothing(
    rate: int, syns: int, backlog: int, max_syn_backlog: int, syncookies: int
) -> None:
    worlds = [
        World(syncookies, max_syn_backlog, backlog, rate=rate, syns=syns, busy=busy).run(10.0) for busy in (False, True)
    ]
    short, long = worlds
    assert short.attack.sent == long.attack.sent
    assert short.counted == long.counted
    assert short.curve == long.curve
    assert short.connected == long.connected


def run(**values: object) -> dict:
    return bridge.start("syn-flood", json.dumps(values)).result()


def figures(result: dict) -> dict[str, float]:
    return {name: figure["value"] for name, figure in result["summary"].items()}


def column(result: dict, name: str) -> list[float]:
    return next(column["values"] for column in result["columns"] if column["name"] == name)


def cells(result: dict) -> dict[str, tuple[str, ...]]:
    """The table of what a cookie remembers, by its rows."""
    columns = result["tables"]["remembered"]
    texts = [[column["words"][int(value)] for value in column["values"]] for column in columns]
    return {row[0]: row[1:] for row in zip(*texts, strict=True)}


def test_five_seconds_of_attack_close_the_server_for_a_minute() -> None:
    """769 = 3/4 of 1024 + 1 requests, each for 63 s and what the coarse timers add (131/127); nobody prunes them."""
    got = figures(run())
    assert got["half_open"] == 769
    assert 60 <= got["closed"] <= 66
    assert got["sent"] == 1050
    assert got["volume"] == pytest.approx(67.2)
    assert got["at_once"] < 50
    assert got["longest"] > 60


def test_the_kernel_says_nothing_of_the_quarter_that_it_keeps() -> None:
    """As recorded: only ListenDrops counts it, and dmesg is silent."""
    result = run()
    assert set(column(result, "full_drops")) == {0}
    assert set(column(result, "warned")) == {0}
    assert column(result, "drops")[-1] == figures(result)["drops"] > 0


@pytest.mark.parametrize(
    ("kernel", "syncookies", "said"),
    [
        ("6.1", "0", "80. Dropping request.  Check SNMP counters."),
        ("6.1", "1", "80. Sending cookies.  Check SNMP counters."),
        ("6.12", "0", "0.0.0.0:80. Dropping request."),
        ("6.12", "1", "0.0.0.0:80. Sending cookies."),
    ],
)
def test_a_full_queue_is_told_in_dmesg(kernel: str, syncookies: str, said: str) -> None:
    """tcp_input.c:tcp_syn_flood_action, which names the address since 6.2."""
    result = run(kernel=kernel, syncookies=syncookies, backlog=128)
    message = next(column for column in result["columns"] if column["name"] == "message")
    assert column(result, "warned")[-1] == 1
    told = message["words"][int(message["values"][-1])]
    assert told == f"TCP: request_sock_TCP: Possible SYN flooding on port {said}"


@pytest.mark.parametrize(("syncookies", "limit"), [("0", 97), ("1", 101)])
def test_cookies_make_tcp_max_syn_backlog_irrelevant(syncookies: str, limit: int) -> None:
    """H10: backlog 100, tcp_max_syn_backlog 128."""
    assert figures(run(syncookies=syncookies, backlog=100, max_syn_backlog=128))["half_open"] == limit


def test_linux_has_cookies_on() -> None:
    """H17: `tcp_sk_init`."""
    assert Sysctls().tcp_syncookies == 1


@pytest.mark.parametrize(("era", "limit"), [("4.3", 256), ("4.9", 128), ("5.3", 128), ("6.1", 129)])
def test_the_limit_has_changed_with_the_kernel(era: str, limit: int) -> None:
    """H08: the next power of two above it, then the backlog, then one more."""
    assert figures(run(kernel=era, syncookies="1", backlog=128, duration=20))["half_open"] == limit


def test_cookies_serve_all_at_once_whatever_the_rate() -> None:
    """H29. Of two million SYNs 129 left a request at first, and what expired was replaced; the rest got cookies."""
    got = figures(run(syncookies="1", backlog=128, rate=100_000, length=20, duration=30))
    assert got["sent"] == 2_000_000
    assert got["half_open"] == 129
    assert got["at_once"] == 100
    assert got["drops"] == 0
    assert got["longest"] == pytest.approx(2 * 0.04, abs=0.001)


def test_a_full_accept_queue_drops_cookies_or_not() -> None:
    """H18: backlog 5, six seats; the SYN is dropped, and counted as an overflow."""
    result = run(syncookies="2", backlog=5, accepts=0.5, duration=30)
    got = figures(result)
    assert max(column(result, "accept_queue")) == 6
    assert got["overflows"] == got["drops"] > 100
    assert got["half_open"] == 0
    assert got["at_once"] < 10


@pytest.mark.parametrize(("mss", "kept"), [(536, 536), (1299, 536), (1452, 1440), (1460, 1460), (8960, 1460)])
def test_the_segment_size_is_rounded_down(mss: int, kept: int) -> None:
    """H19."""
    result = run(mss=mss, syncookies="2", duration=5, length=0.1)
    assert figures(result)["mss"] == kept
    assert cells(result)["MSS"] == (f"{mss} B", f"{mss} B", f"{kept} B")


@pytest.mark.parametrize("timestamps", [True, False])
def test_window_scaling_and_sack_survive_in_timestamps_only(timestamps: bool) -> None:
    """H19; without scaling the window is 65,535 bytes, 5.24 Mbit/s in 100 ms."""
    result = run(timestamps=timestamps, syncookies="2", rtt=100, duration=5, length=0.1)
    table = cells(result)
    assert table["Window scaling"] == ("× 128", "× 128", "× 128" if timestamps else "no")
    assert table["SACK"] == ("yes", "yes", "yes" if timestamps else "no")
    assert table["SYN-ACK sent again"] == ("–", "5 times", "never")
    assert figures(result)["cap"] == pytest.approx(65535 * (128 if timestamps else 1) * 8 / 0.1 / 1e6)


@pytest.mark.parametrize("timestamps", [True, False])
def test_a_cookie_offers_only_what_it_can_remember(timestamps: bool) -> None:
    """`tcp_conn_request` clears the options of a SYN without timestamps, so the client does not scale either."""
    world = World(syncookies=2, syns=0, clients=1, timestamps=timestamps).run(3.0)
    (answer,) = [p.segment.options for p in world.network.passages if p.segment.flags == "SA"]
    assert answer is not None
    assert (answer.wscale, answer.sack, answer.timestamps) == ((7, True, True) if timestamps else (None, False, False))
    (visitor,) = world.visitors.all
    assert visitor.options is not None
    assert visitor.options.wscale == answer.wscale


def test_nobody_sends_a_cookie_again() -> None:
    """There is nothing left of it that could have a timer."""
    world = World(syncookies=2, syns=400).run(70.0)
    assert world.server.counters["SyncookiesSent"] == 404
    assert world.server.counters["TcpRetransSegs"] == 0


def test_where_somebody_is_at_home_a_request_lasts_a_round_trip() -> None:
    """Little's law: 400 SYNs a second, 50 ms each. The honest clients' own add one or two."""
    got = figures(run(rate=400, sources="live", live_rtt=50, length=20, duration=40))
    assert 20 <= got["half_open"] <= 23
    assert got["at_once"] == 100


def test_clients_that_the_server_knows_get_in() -> None:
    """The last quarter of tcp_max_syn_backlog is theirs (`tcp_peer_is_proven`)."""
    assert figures(run(known=True))["at_once"] == 100
    assert figures(run(known=False))["at_once"] < 50


def test_a_shorter_backlog_forgets_sooner() -> None:
    """Old requests are given up at the third timer, 7 s, where they fill more than half of the backlog.

    512 do with a backlog of 511; 769, which is where tcp_max_syn_backlog ends it, do not with 4096.
    """
    short, long = run(backlog=511), run()
    assert [figures(result)["half_open"] for result in (short, long)] == [512, 769]
    assert figures(short)["closed"] < 7 < 60 < figures(long)["closed"]
    at_ten = column(short, "t").index(min(t for t in column(short, "t") if t >= 12))
    assert column(short, "half_open")[at_ten] == pytest.approx(256, abs=2)
    assert column(long, "half_open")[at_ten] == 769


def test_fewer_retries_free_the_queue_sooner() -> None:
    """A request lasts 1 + 2 s with one retry, 7 with two. Little's law: 210 a second, 3 s each, and coarse timers."""
    one, two = (figures(run(synack_retries=retries)) for retries in (1, 2))
    assert 630 <= one["half_open"] <= 630 * 1.05
    assert one["closed"] == 0
    assert two["half_open"] == 769
    assert 0 < two["closed"] < 7


@pytest.mark.parametrize(("kernel", "ladder"), [("6.1", (1, 3, 7)), ("6.12", (1, 2, 3, 4, 5, 7))])
def test_honest_clients_call_again_when_their_kernel_does(kernel: str, ladder: tuple[int, ...]) -> None:
    """H21: none is served but after one of these waits, which timers stretch by up to a twentieth."""
    waits = [took for took in column(run(kernel=kernel, backlog=511), "took") if took is not None and took > 0.5]
    missed = [took for took in waits if not any(wait <= took <= 1.05 * wait + 0.1 for wait in ladder)]
    assert len(waits) > 5
    assert not missed
    assert {round(took) for took in waits} - {1, 3, 7} == (set() if kernel == "6.1" else {2, 4, 5})


def test_a_server_that_speaks_first_waits_for_a_cookie_for_ever() -> None:
    """The last ACK is lost. With a request the SYN-ACK comes again after a second; with a cookie nothing happens."""
    for syncookies, greeted in ((0, True), (2, False)):
        world = World(syncookies, syns=0, clients=0)
        client = Host(world.network, "10.1.0.9")
        out, _ = world.network.join(client.address, world.server.address, out=0.01, back=0.01)
        out.loses = lambda segment, number: number == 2
        socket = client.connect(world.listener.address)
        world.run(600.0)
        assert socket.state == "ESTABLISHED"
        assert bool(world.server.counters["TcpPassiveOpens"]) == greeted


def test_a_trickle_turns_every_second_client_away() -> None:
    """Old requests are given up at the third timer, after 7 s; 25 a second fill the freed half in 2.6 s."""
    got = figures(run(backlog=128, max_syn_backlog=256, rate=25, length=60))
    assert got["closed"] / 60 == pytest.approx(0.5, abs=0.1)


def test_an_attack_ends_when_it_has_left_enough_requests() -> None:
    result = run(rate=100_000, length=60, sources="live", live_rtt=1, duration=5, honest=0.1)
    assert figures(result)["sent"] == 20_000
    assert any("20000 requests" in event["text"] for event in result["events"])
