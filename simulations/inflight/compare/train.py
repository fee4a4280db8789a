"""Scenario kind `train`: datagrams sent at given times through netem and a bottleneck, and when each arrives."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from inflight.compare import bulk
from inflight.compare.machine import machine_of
from inflight.compare.recording import Recording
from inflight.compare.tc import netem
from inflight.kernel.clock import Clock
from inflight.kernel.path.udp import Datagram
from inflight.kernel.tcp.era import tcp_era

ETHERNET = 14
"""Header of a frame, bytes: the lab's sizes are those of IP packets."""

WAY = 22e-6
"""s that an idle path takes in the lab: four devices, and the reader's wake-up."""

READ = 3e-6
"""s that the lab's reader takes for a datagram: what has piled up is read one after the other."""

_BUSY = 100e-6  # s: a sender that sends again so soon has not let go of the lab's one CPU, so nobody could read
_RANDOM = ("jitter", "loss", "gemodel", "duplicate", "corrupt", "reorder")


class _Numbered(Datagram):
    def __init__(self, number: int) -> None:
        self.number = number


@dataclass
class Train:
    """`arrived`: (number, when, s) of each datagram, in the order of arrival."""

    arrived: list[tuple[int, float]] = field(default_factory=list)
    flow = 0

    def __post_init__(self) -> None:
        self.clock = Clock()

    def receive(self, packet: _Numbered) -> None:
        """One has come."""
        self.arrived.append((packet.number, self.clock.now))

    receive_marked = receive


def by_chance(scenario: dict[str, Any]) -> bool:
    """Whether netem throws dice over it."""
    spec = netem(scenario["net"].get("fwd_netem") or "")
    return bool(scenario["net"].get("loss")) or any(spec and getattr(spec, name, None) for name in _RANDOM)


def run(recording: Recording, seed: int) -> Train:
    """Send what the lab sent, when it sent it."""
    packets: Any = recording.packets
    sizes = packets["size"] if isinstance(packets["size"], list) else [packets["size"]] * len(packets["sent_ms"])
    bell = bulk.build({**recording.scenario, "flows": []}, seed, tcp_era(recording.kernel))
    train = Train()
    train.clock = bell.clock
    for number, (at, size) in enumerate(zip(packets["sent_ms"], sizes, strict=True)):
        bell.clock.at(at / 1000, _sender(bell.inlet, _Numbered(number), size + ETHERNET, train))
    for _ in bell.clock.run(packets["sent_ms"][-1] / 1000 + recording.scenario.get("drain", 3)):
        pass
    return train


def _sender(inlet: Any, packet: _Numbered, size: int, train: Train) -> Any:
    def send() -> None:
        inlet.send(packet, size, train)

    return send


def measure(recording: Recording, train: Train) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel).

    Where nothing is random every datagram is held to its time, or to the earliest and the latest that it can be read;
    else how many came, how many of them late, and the distribution of their delays.
    """
    packets: Any = recording.packets
    sent = [at / 1000 for at in packets["sent_ms"]]
    delays = _delays(train, sent, _reading(sent))
    summary = recording.summary
    chance = by_chance(recording.scenario)
    counts = (
        ("mean_received", "mean_duplicates", "mean_late") if chance else ("received", "duplicates", "late_arrivals")
    )
    late = _late([number for number, _ in train.arrived])
    ours = (len(delays), len(train.arrived) - len(delays), late)
    theirs = (summary["received"], summary["duplicates"], summary["late_arrivals"])
    yield from zip(counts, ours, theirs, strict=True)
    if chance:
        for name in ("p50", "p99"):
            yield f"train_{name}", bulk.percentile(sorted(delays.values()), int(name[1:])), summary["delay_ms"][name]
        return
    measured = {number: delay for number, delay in enumerate(packets["delay_ms"]) if delay is not None}
    least = delays if machine_of(recording.kernel).burst_keeps_cpu else _delays(train, sent, lambda time: time)
    off = (max(least[n] - measured[n], measured[n] - delays[n], 0.0) for n in delays.keys() & measured.keys())
    yield "worst_delay", max(off), 0.0


def _delays(train: Train, sent: list[float], read: Callable[[float], float]) -> dict[int, float]:
    """Of each datagram that came, by number, ms, if `read` says when the lab's reader gets what arrives at a time."""
    delays: dict[int, float] = {}
    done = 0.0
    for number, at in train.arrived:
        done = max(read(at + WAY), done + READ)
        delays.setdefault(number, (done - sent[number]) * 1000)
    return delays


def _late(order: list[int]) -> int:
    """Datagrams that came after one that was sent later."""
    late, last = 0, -1
    for number in order:
        late += number < last
        last = max(last, number)
    return late


def _reading(sent: list[float]) -> Callable[[float], float]:
    """When the lab's reader gets what arrives at a time: not while the sender keeps the one CPU busy."""
    trains: list[tuple[float, float]] = []
    begin = last = sent[0]
    for at in [*sent[1:], math.inf]:
        if at - last > _BUSY:
            if last > begin:
                trains.append((begin, last))
            begin = at
        last = at

    def read(time: float) -> float:
        for begin, end in trains:
            if begin <= time < end:
                return end
        return time

    return read
