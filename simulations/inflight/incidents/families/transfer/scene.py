"""What the two machines of a bulk transfer show when somebody looks: the model's state, and what stands around it."""

from __future__ import annotations

import random

from inflight.incidents.families.transfer.machines import HOSTS, machine
from inflight.incidents.families.transfer.model import PINGS, WELL, Transfer
from inflight.incidents.families.transfer.setting import TransferSetting
from inflight.incidents.fault import Run
from inflight.incidents.scene import Listening, Machine, Metrics, Scene, TcQdisc
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, remembered, tbf
from inflight.incidents.shared.process import process
from inflight.incidents.shared.traffic import Traffic, add, fq_codel
from inflight.kernel.constants import HEADERS, SYN_ACK


def run(setting: TransferSetting, rng: random.Random) -> Run:
    """Run the transfer and look at both machines: first the client, who waits, then the server."""
    chances = [(rng.random(), rng.uniform(60e-6, 400e-6)) for _ in range(PINGS)]
    transfer = Transfer(setting, rng)
    yield from transfer.run()
    return look(transfer, chances)


def look(transfer: Transfer, chances: list[tuple[float, float]]) -> Scene:
    """The scene. chances: of each ping whether it is lost, from 0 to 1, and what the hosts add to it, s."""
    s = transfer.setting
    loss = s.shaper.loss if s.shaper and s.shaper.loss else s.loss
    pings = [
        None if chance < loss else s.rtt + wait + extra
        for wait, (chance, extra) in zip(transfer.waits, chances, strict=True)
    ]
    share = transfer.goodput / s.carries
    return Scene(
        machines=(_client(transfer, pings), _server(transfer, pings)),
        well=share >= WELL,
        outcome=f"{transfer.goodput / 1e6:.1f} of {s.carries / 1e6:.1f} Mbit/s",
    )


def _client(transfer: Transfer, pings: list[float | None]) -> Machine:
    s, watch = transfer.setting, transfer.watch
    seen = machine(s, CLIENT, pings)
    seen.role = "where people wait for it"
    seen.connections += [watch.receiving(process=process(s.programs[CLIENT], 2114, 5))]
    add(seen.counters, watch.receiver_counters())
    HOSTS.finish(seen, s, CLIENT, *watch.passed_receiver(), damaged=transfer.link.lost if s.bad_cable else 0)
    seen.qdiscs = [fq_codel(seen)]
    seen.packets = watch.capture.at_receiver()
    seen.log = _log(transfer, "receiving", "from", s.names[SERVER])
    seen.metrics = [
        Metrics(peer=s.addresses[SERVER], source=s.addresses[CLIENT], age=61.3, cwnd=10, rtt=s.rtt, rttvar=s.rtt / 4)
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
    shaper = _shaper(transfer) if s.shaper else None
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
        age=61.3,
        ssthresh=known.ssthresh,
        cwnd=known.cwnd or 10,
        rtt=known.rtt_us / 8e6,
        rttvar=known.rttvar_us / 4e6,
    )
    seen.metrics = remembered(s, SERVER, own)
    return seen


# ---- what stands around it -----------------------------------------------------------------------------------------


def _shaper(transfer: Transfer) -> TcQdisc:
    s, sender, link = transfer.setting, transfer.watch.flow.sender, transfer.link
    shaper, egress = s.shaper, transfer.egress
    assert shaper
    out = transfer.watch.bytes_out + SYN_ACK
    if egress is None:
        lost = link.lost
        return TcQdisc(
            kind="netem",
            handle="8002:",
            options=f"limit 1000 loss {100 * shaper.loss:g}%",
            packets=sender.packets_sent + 1 - lost,
            bytes=out - lost * (sender.mss + HEADERS),
            dropped=lost,
        )
    return tbf(
        shaper.rate,
        shaper.burst,
        shaper.limit,
        f"{shaper.burst // 1024}Kb",
        egress.tbf,
        packets=egress.sent + 1,
        size=out - egress.tbf.backlog - egress.drops * (sender.mss + HEADERS),
        dropped=egress.drops,
    )


def _log(transfer: Transfer, doing: str, preposition: str, peer: str) -> list[str]:
    """A line each second: the sums are what has arrived."""
    s = transfer.setting
    lines = [f"02:00:00 {doing} {s.job} ({s.size / 1e9:g} GB) {preposition} {peer}"]
    before = 0
    for second, count in enumerate(transfer.progress, 1):
        speed = (count - before) / 1e6
        before = count
        lines.append(f"02:00:{second:02} {count / 1e6:8.1f} MB  {100 * count / s.size:6.3f} %  {speed:6.2f} MB/s")
    return lines
