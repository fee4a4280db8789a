"""What is seen of a flood: a look at the server every now and then, and in the end what it came to."""

from __future__ import annotations

from math import nan

from inflight.experiments.syn_flood.flood import SLOW, Attack, Program, Visitor, Visitors
from inflight.experiments.syn_flood.parameters import LIVE, SynFloodParameters
from inflight.experiments.syn_flood.tables import connects, remembered
from inflight.figure.result import Result
from inflight.figure.words import amount, seconds, significant
from inflight.kernel.clock import Clock
from inflight.kernel.sockets.era import ERAS
from inflight.kernel.sockets.host import Host
from inflight.kernel.sockets.listener import flood_message
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.segment import SynOptions
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.kernel.sockets.wire import Network
from inflight.scenes.captured.network import captured_network
from inflight.scenes.captured.wanted import is_wanted, offer

SERVER, CLIENTS, PORT = "10.2.0.2", "10.1.0.2", 80
MESSAGES = tuple(flood_message(PORT, cookie=cookie, named=named) for named in (False, True) for cookie in (False, True))
"""What the kernel may log."""
START = 1.0
"""s: when the attack begins."""
FRAME = 64
"""Bytes of a SYN without options in an Ethernet frame, which is the shortest there is."""
POINTS = 400
MOST = 20_000
"""Requests that an attack may leave at the server; each of them has to be worked out."""

CAPTURED = 20_000
"""SYNs of an attack that a capture has one by one, at least."""

NEAR = 0.06
"""Of what is watched: events that are nearer to each other cannot all be named in a picture."""

COUNTERS = {
    "drops": ("ListenDrops", "SYNs and ACKs that the listening socket dropped, for any reason"),
    "overflows": ("ListenOverflows", "SYNs and ACKs that met a full accept queue"),
    "full_drops": ("TCPReqQFullDrop", "SYNs dropped because the half-open queue was full"),
    "full_cookies": ("TCPReqQFullDoCookies", "SYNs to be answered with a cookie"),
    "cookies_sent": ("SyncookiesSent", "cookies sent"),
    "cookies_back": ("SyncookiesRecv", "ACKs with a valid cookie"),
}
"""Columns, with the kernel's names and what they count."""


class FloodWatch:
    """Server, attack, honest clients, and a look at them every now and then."""

    def __init__(self, p: SynFloodParameters, result: Result) -> None:
        self._p, self._result = p, result
        era = ERAS[p.kernel]
        self.clock = clock = Clock()
        network, log = Network(clock, keep=is_wanted()), Log(keep=False)
        offer(captured_network(network, {"server": SERVER, "clients": CLIENTS}))
        sysctls = Sysctls(
            somaxconn=p.somaxconn,
            tcp_max_syn_backlog=p.max_syn_backlog,
            tcp_syncookies=int(p.syncookies),
            tcp_synack_retries=p.synack_retries,
        )
        self.server = Host(network, SERVER, sysctls, era=era, options=SynOptions(mss=8960), log=log)
        asked = SynOptions(mss=p.mss, timestamps=p.timestamps)
        calls = Sysctls(tcp_syn_linear_timeouts=era.syn_linear_timeouts)
        clients = Host(network, CLIENTS, calls, options=asked, log=log)
        network.join(clients.address, self.server.address, out=p.rtt / 2000, back=p.rtt / 2000)
        if p.known:
            self.server.proven.add(clients.address)
        self.listener = self.server.listen(PORT, p.backlog)
        self.limit = self._limit()
        self._step = p.duration / POINTS
        clock.at(0.0, self._look)  # before all others: a flood counts no further than to the next look
        every = 1 / p.honest
        count = int((p.duration - every / 2) / every) + 1
        self.visitors = Visitors(clients, self.listener.address, first=every / 2, every=every, count=count)
        self.program = Program(self.listener, self.visitors, p.accepts)
        self.attack = Attack(
            self.listener,
            rate=p.rate,
            syns=max(1, round(p.rate * p.length)),
            start=START,
            bystanders=p.live_rtt / 1000 if p.sources == LIVE else None,
            most=MOST,
            one_by_one=CAPTURED if network.keep else 0,
        )
        self._before = (0, 0, 0)
        self._closed = 0.0
        self._room_again = nan
        self._accept_full = nan

    def _limit(self) -> float:
        """Half-open requests with which a stranger gets none any more; NaN: nobody ever gets one."""
        if self._p.syncookies == "2":
            return nan
        full = self.listener.half_open_limit
        most = self._p.max_syn_backlog
        strangers = most - (most >> 2) + 1  # `tcp_conn_request`: the last quarter is for those it knows
        return full if self._p.syncookies == "1" or self._p.known else min(full, strangers)

    @property
    def _turned_away(self) -> bool:
        """Whether a SYN that came now would be dropped."""
        crowded = self._p.syncookies == "0" and len(self.listener.requests) >= self.limit
        return crowded or self.listener.full

    def _look(self) -> None:
        """Add a row, and come again."""
        now, counters, all_ = self.clock.now, self.server.counters, self.visitors.all
        counts = (self.attack.kept, counters["SyncookiesSent"], counters["ListenDrops"])
        served = sum(visitor.served == visitor.served for visitor in all_)
        self._result.append(
            now,
            len(self.listener.requests),
            self.limit,
            *((count - was) / self._step for count, was in zip(counts, self._before, strict=True)),
            len(all_),
            served,
            len(all_) - served,
            nan,
            len(self.listener.accept_queue),
            self.listener.max_ack_backlog,
            *(counters[counter] for counter, _ in COUNTERS.values()),
            bool(self.listener.warned),
            MESSAGES.index(self.listener.warned or MESSAGES[0]),
        )
        self._before = counts
        if self.listener.full and self._accept_full != self._accept_full:
            self._accept_full = now
        if self._turned_away:
            self._closed += self._step
            self._room_again = nan
        elif self._closed and self._room_again != self._room_again:
            self._room_again = now
        self._result.progress = now / self._p.duration
        if len(self._result) <= POINTS:
            self.clock.at(len(self._result) * self._step, self._look)

    def finish(self) -> None:
        """What it comes to."""
        result, p, all_ = self._result, self._p, self.visitors.all
        self._connect_times()
        result.tables["connects"] = connects(all_)
        result.tables["remembered"], kept = remembered(p, self.server.options)
        at_once, longest = _shares(all_, p.duration)
        counters = self.server.counters
        scale = 65535 << (kept.wscale or 0)
        result.figure("half_open", max(self.attack.peak, *result["half_open"]))
        result.figure("closed", self._closed)
        result.figure("at_once", at_once)
        result.figure("longest", longest)
        result.figure("waiting", result["waiting"][-1])
        result.figure("sent", self.attack.sent)
        result.figure("volume", self.attack.sent * FRAME / 1000)
        result.figure("cookies", counters["SyncookiesSent"])
        result.figure("drops", counters["ListenDrops"])
        result.figure("overflows", counters["ListenOverflows"])
        result.figure("mss", kept.mss)
        result.figure("cap", scale * 8 / p.rtt / 1000)
        self._events()
        result.sentence = self._sentence(at_once, longest)

    def _connect_times(self) -> None:
        """In the row in which a client came stands how long it took it, now that this is known."""
        took = self._result["took"]
        came: dict[int, list[float]] = {}
        for visitor in self.visitors.all:
            if visitor.served == visitor.served:
                came.setdefault(round(visitor.came / self._step), []).append(visitor.served - visitor.came)
        for row, waits in came.items():
            if row < len(took):
                took[row] = sum(round(wait * 1e6) for wait in waits) / len(waits) / 1e6

    def _events(self) -> None:
        """The moments worth a word; those that come within a short time of each other are told as one."""
        attack, listener, near = self.attack, self.listener, self._p.duration * NEAR
        begins = (START, "loss", f"the attack begins: {_syns(attack.sent)}, {significant(self._p.rate)} per second")
        said = [begins]
        if self._accept_full == self._accept_full:
            text = "the accept queue is full: it drops SYNs, and ACKs with good cookies too"
            said.append((self._accept_full, "drop", text))
        if attack.first_refused < self._p.duration and self._p.syncookies != "2" and not listener.full:
            then = "cookies from now on" if self._p.syncookies == "1" else "SYNs are dropped from now on"
            after = attack.first_refused - START
            if after < near:
                said.remove(begins)
            room = f"no room after {seconds(after)} of attack" if after < near else "no room"
            said.append((attack.first_refused, "drop", f"{room}: {then}"))
        again = self._room_again
        if attack.cut < self._p.duration:
            said.append((attack.cut, "mark", f"after {MOST} requests the attack ends here"))
        elif (
            not listener.full
            and START + 2 * near < attack.end < self._p.duration
            and not abs(attack.end - again) < near
        ):
            said.append((attack.end, "mark", "the attack ends"))
        if again == again:
            said.append((again, "recovery", "there is room again"))
        for event in sorted(said):
            self._result.event(*event)

    def _sentence(self, at_once: float, longest: float) -> str:
        value = {name: figure.value for name, figure in self._result.summary.items()}
        requests = int(value["half_open"])
        left = f"{requests} half-open request{'' if requests == 1 else 's'} at most" if requests else "nothing behind"
        cookies = f"; {_count(value['cookies'])} cookies are sent" if value["cookies"] else ""
        parts = [f"{_syns(self.attack.sent)}, {amount(1000 * value['volume'])}, leave {left}{cookies}."]
        if value["closed"]:
            parts.append(f"For {seconds(value['closed'])} new clients are turned away.")
        wait = f"; the longest wait is {seconds(longest)}" if longest >= SLOW else ""
        if at_once == at_once:
            parts.append(f"{significant(at_once)}% of the honest clients are served within a second{wait}.")
        if value["waiting"] >= 1 and at_once < 100:
            parts.append(f"{int(value['waiting'])} still wait at the end.")
        return " ".join(parts)


def _count(count: float) -> str:
    return f"{int(count):,}" if count >= 10_000 else str(int(count))


def _syns(count: int) -> str:
    return f"{_count(count)} SYN{'' if count == 1 else 's'}"


def _shares(visitors: list[Visitor], until: float) -> tuple[float, float]:
    """Of those that had a second to be served in: how many were, %; and the longest wait, s; NaN: there is none."""
    judged = [visitor for visitor in visitors if visitor.came <= until - SLOW]
    fast = sum(visitor.served - visitor.came < SLOW for visitor in judged)
    waits = [visitor.served - visitor.came for visitor in visitors if visitor.served == visitor.served]
    return 100 * fast / len(judged) if judged else nan, max(waits, default=nan)
