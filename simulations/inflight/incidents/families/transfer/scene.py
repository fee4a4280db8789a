"""What the two machines of a bulk transfer show when somebody looks: the model's state, and what surrounds it."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

from inflight.incidents.families.transfer.machines import HOSTS, machine
from inflight.incidents.families.transfer.model import PINGS, WELL, Transfer
from inflight.incidents.families.transfer.router import idle_router, router
from inflight.incidents.families.transfer.setting import EgressQdisc, TransferSetting
from inflight.incidents.families.transfer.tunnel import lead_through
from inflight.incidents.fault import Run
from inflight.incidents.passing import Key, Skipped, counted, counts
from inflight.incidents.scene import Listening, LogLine, Machine, Measured, Metrics, Scene, SsSocket, TcQdisc
from inflight.incidents.shared.egress import Egress
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, remembered, tbf
from inflight.incidents.shared.process import process
from inflight.incidents.shared.timers import timer_text
from inflight.incidents.shared.timestamps import stamped_later
from inflight.incidents.shared.traffic import Traffic, add, fq_codel
from inflight.kernel.constants import SYN_ACK
from inflight.kernel.qdisc.tbf import Tbf

TIME_WAIT = 60.0
"""s (TCP_TIMEWAIT_LEN)."""

GIVEN_UP = 120.0
"""s: whatever takes longer than that is measured as that long."""

LINES = 30
"""Seconds of a long job’s log that are kept."""


def run(setting: TransferSetting, rng: random.Random) -> Run:
    """Run the transfer, then look at both machines: first the client, which waits, then the server."""
    chances = [(rng.random(), rng.uniform(60e-6, 400e-6)) for _ in range(PINGS)]
    transfer = Transfer(setting, rng)
    yield from transfer.run()
    return Pieces(transfer, chances).first()


def look(transfer: Transfer, chances: list[tuple[float, float]]) -> Scene:
    """The scene. chances: per ping, a draw from 0 to 1 for its loss, and what the hosts add, s."""
    s = transfer.setting
    loss = s.shaper.loss if s.shaper and s.shaper.loss else s.loss
    pings = [
        None if chance < loss else s.rtt + wait + extra
        for wait, (chance, extra) in zip(transfer.waits, chances, strict=True)
    ]
    share = min(transfer.goodput / s.carries, 1.0)
    machines = _client(transfer, pings), _server(transfer, pings), router(transfer, pings)
    if s.tunnel:
        lead_through(s, *machines, [extra for _, extra in chances])
    return Scene(
        machines=machines,
        well=share >= WELL,
        outcome=f"{transfer.goodput / 1e6:.1f} of {s.carries / 1e6:.1f} Mbit/s",
        share=share,
        measured=_measured(transfer),
    )


def _measured(transfer: Transfer) -> Measured:
    """p99: of what the line could carry while the model ran; one connection stands for all."""
    s, sender = transfer.setting, transfer.flow.sender
    return Measured(
        rate=transfer.goodput / 1e6,
        unit="Mbit/s",
        errors=0.0,
        p99=min(s.seconds * s.carries / max(transfer.goodput, 1.0), GIVEN_UP),
        retrans=sender.retransmissions / max(sender.packets_sent, 1),
    )


class Pieces:
    """The job goes piece by piece, each over its own connection; a look sees the one of that moment.

    The connection that the model ran stands for each of them.
    """

    def __init__(self, transfer: Transfer, chances: list[tuple[float, float]]) -> None:
        self._transfer, self._chances = transfer, chances

    def first(self) -> Scene:
        """The first look."""
        s, scene = self._transfer.setting, look(self._transfer, self._chances)
        self._skipped = Skipped(scene)
        nothing = [machine(s, side, []) for side in (CLIENT, SERVER)]
        for side, host in enumerate(nothing):
            HOSTS.finish(host, s, side, Traffic(), Traffic())
            host.qdiscs = [] if side == SERVER and s.shaper else [fq_codel(host)]
        nothing.append(idle_router(s))
        self._idle, self._whole = tuple(map(counted, nothing)), counts(scene)
        self._last, self._added = self._whole, 0.0
        scene.later = self.later
        return scene

    def later(self, passed: float) -> Run:
        """As of a `Scene`."""
        s = self._transfer.setting
        yield from self._transfer.go_on()
        pieces = int(passed / s.seconds)
        rng = random.Random(f"{s.addresses} {passed}")
        scene = look(self._transfer, [(rng.random(), rng.uniform(60e-6, 400e-6)) for _ in range(PINGS)])
        scene.later = self.later
        # The machines count evenly, however far the model has run for this look.
        now = tuple(map(_of_machine, counts(scene)))
        self._skipped.add(self._idle, self._whole, passed / s.seconds - self._added)
        self._skipped.add(now, self._last, 1)
        self._last, self._added = now, passed / s.seconds
        for seen in scene.machines:
            if pieces:
                _number(seen, s, pieces)
            seen.log = _log_later(seen.log, self._transfer, pieces)
            seen.packets = stamped_later(seen.packets, passed - (self._transfer.clock.now - s.seconds))
        client, server, _ = scene.machines
        left = _closed(s, pieces, server.connections[-1])
        client.connections += left
        add(client.counters, {"TcpExtTW": pieces - len(left)})
        return self._skipped.shown(scene, passed)


def _of_machine(found: dict[Key, float]) -> dict[Key, float]:
    """Without what each connection has counted for itself."""
    return {key: count for key, count in found.items() if not isinstance(key[0], tuple)}


def _number(seen: Machine, s: TransferSetting, piece: int) -> None:
    """Give the connection the port of the piece of that number."""
    old, new = (f"{s.addresses[CLIENT]}:{_port(s, number)}" for number in (0, piece))

    def named(address: str) -> str:
        return new if address == old else address

    seen.connections = [replace(c, here=named(c.here), peer=named(c.peer)) for c in seen.connections]
    seen.packets = [replace(p, source=named(p.source), to=named(p.to)) for p in seen.packets]


def _port(s: TransferSetting, piece: int) -> int:
    """Each takes the next of the same parity, as they come (`__inet_hash_connect`)."""
    return 32768 + (s.ports[CLIENT] - 32768 + 2 * piece) % 28232


def _closed(s: TransferSetting, pieces: int, running: SsSocket) -> list[SsSocket]:
    """What the pieces of the last minute have left: the client closes first."""
    here, ends = s.addresses[CLIENT], range(1, min(pieces, int(TIME_WAIT / s.seconds)) + 1)
    return [
        SsSocket(
            state="TIME-WAIT",
            here=f"{here}:{_port(s, pieces - back)}",
            peer=running.here,
            timer=timer_text("timewait", TIME_WAIT - back * s.seconds + 0.4),
        )
        for back in ends
    ]


def _client(transfer: Transfer, pings: list[float | None]) -> Machine:
    s, watch = transfer.setting, transfer.watch
    seen = machine(s, CLIENT, pings)
    seen.role = "where people wait for the data"
    seen.connections += [watch.receiving(process=process(s.programs[CLIENT], 2114, 5))]
    add(seen.counters, watch.receiver_counters())
    HOSTS.finish(seen, s, CLIENT, *watch.passed_receiver(), damaged=transfer.link.lost if s.bad_cable else 0)
    seen.qdiscs = [fq_codel(seen)]
    seen.packets = watch.capture.at_receiver()
    seen.log = _log(transfer, "receiving", "from", s.names[SERVER])
    seen.metrics = [
        Metrics(
            peer=s.addresses[SERVER], source=s.addresses[CLIENT], age=s.seconds, cwnd=10, rtt=s.rtt, rttvar=s.rtt / 4
        )
    ]
    return seen


def _server(transfer: Transfer, pings: list[float | None]) -> Machine:
    s, watch = transfer.setting, transfer.watch
    program, card = s.programs[SERVER], watch.capture.card
    seen = machine(s, SERVER, pings)
    seen.role = "sends the data"
    seen.connections += [watch.sending(algorithm=s.algorithm, process=process(program, 734, 9))]
    here = f"0.0.0.0:{s.ports[SERVER]}"
    seen.listening.insert(0, Listening(here=here, recv_q=0, send_q=128, process=process(program, 734, 5)))
    add(seen.counters, watch.sender_counters())
    came, went = watch.passed_sender()
    shaper = _shaper(s.shaper, transfer.egress) if s.shaper and transfer.egress else None
    if shaper:
        went = Traffic(shaper.packets, shaper.bytes, went.joined)
    HOSTS.finish(seen, s, SERVER, came, went)
    seen.qdiscs = [shaper or fq_codel(seen, longest=card.longest, new_flows=card.begun)]
    seen.packets = watch.capture.at_sender()
    seen.log = _log(transfer, "sending", "to", s.names[CLIENT])
    known = transfer.metrics
    own = Metrics(
        peer=s.addresses[CLIENT],
        source=s.addresses[SERVER],
        age=31_406.2 if s.remembered else s.seconds,
        ssthresh=known.ssthresh,
        cwnd=known.cwnd or 10,
        rtt=known.rtt_us / 8e6,
        rttvar=known.rttvar_us / 4e6,
    )
    seen.metrics = remembered(s, SERVER, own)
    return seen


# ---- what surrounds it ---------------------------------------------------------------------------------------------


def _shaper(shaper: EgressQdisc, egress: Egress) -> TcQdisc:
    """What `tc -s` counts: frames that were sent, and skbs that were dropped or wait."""
    packets, size, dropped = egress.frames + 1, egress.bytes + SYN_ACK, egress.drops
    if isinstance(egress.qdisc, Tbf):
        burst = f"{shaper.burst // 1024}Kb"
        return tbf(
            shaper.rate,
            shaper.burst,
            shaper.limit,
            burst,
            egress.qdisc,
            packets=packets,
            size=size,
            dropped=dropped,
        )
    options = f"limit 1000 loss {100 * shaper.loss:g}%"
    return TcQdisc(kind="netem", handle="8002:", options=options, packets=packets, bytes=size, dropped=dropped)


def _log(transfer: Transfer, doing: str, preposition: str, peer: str) -> list[LogLine]:
    """A line each second: the totals are what has arrived."""
    s = transfer.setting
    head = LogLine(-s.seconds, f"{doing} {s.job} ({s.size / 1e9:g} GB) {preposition} {peer}")
    return [head, *_seconds(transfer, 0, 0)]


def _log_later(log: list[LogLine], transfer: Transfer, pieces: int) -> list[LogLine]:
    """The last seconds of that many pieces: as many as anybody reads."""
    first = max(pieces - LINES // len(transfer.progress) - 1, 0)
    return [*log[:1], *_seconds(transfer, first, pieces)]


def _seconds(transfer: Transfer, first: int, last: int) -> list[LogLine]:
    """Of the pieces from the first to the last. A speed is that since the line before, in another piece or not."""
    s = transfer.setting
    moments = [
        ((piece - 1) * s.seconds + number, piece * transfer.piece + count)
        for piece in range(first, last + 1)
        for number, count in enumerate(transfer.progress, 1)
    ]
    lines = []
    for (since, before), (t, total) in pairwise([((first - 1) * s.seconds, first * transfer.piece), *moments]):
        speed = (total - before) / (t - since) / 1e6
        text = f"{total / 1e6:8.1f} MB  {100 * total / s.size:6.3f}%  {speed:6.2f} MB/s"
        lines.append(LogLine(t, text))
    return lines
