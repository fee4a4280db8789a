"""What a packet costs in each queueing discipline, as a multiple of what it costs in a FIFO.

Datagrams of five flows meet a device that is a little too slow for them, so that queues stand and drops happen.
`python3 tests/bench/disciplines.py` prints JSON. The runs are interleaved, and the best of each counts: the others were
disturbed.
"""

import json
import random
import time
from collections.abc import Callable

from inflight.kernel.clock import Clock
from inflight.kernel.path.device import Device
from inflight.kernel.path.udp import UdpFlow, UdpSpec
from inflight.kernel.qdisc import disciplines
from inflight.kernel.qdisc.base import Qdisc
from inflight.kernel.qdisc.cake import Cake
from inflight.kernel.qdisc.htb import Htb, HtbClass
from inflight.kernel.qdisc.netem import Netem
from inflight.kernel.qdisc.tbf import Tbf

RATE = 10e6
FLOWS, LOAD, SECONDS, REPEATS = 5, 1.05, 4.0, 5
SHAPERS: dict[str, Callable[[], Qdisc]] = {
    "tbf": lambda: Tbf(rate=RATE, burst=4542, limit=150_000),
    "netem": lambda: Netem(delay=0.02, limit=1000),
    "cake": lambda: Cake(bandwidth=RATE),
    "htb": lambda: Htb(
        classes=[
            HtbClass(1, None, rate=RATE),
            HtbClass(0x10, 1, rate=RATE / 2, ceil=RATE),
            HtbClass(0x20, 1, rate=RATE / 2, ceil=RATE),
        ],
        default=0x20,
        filters={0: 0x10, 1: 0x10},
    ),
}
"""Disciplines that stand at the root; the others are children of a token bucket."""


def nanoseconds_per_packet(name: str) -> float:
    """CPU time from a datagram's sending to its arrival or drop."""
    clock = Clock()
    root = SHAPERS[name]() if name in SHAPERS else Tbf(rate=RATE, burst=4542, child=disciplines()[name]())
    device = Device(clock, root)
    spec = UdpSpec(rate=RATE * LOAD / FLOWS, jitter=0.2)
    flows = [UdpFlow(clock, device, spec, number, random.Random(number)) for number in range(FLOWS)]
    begin = time.process_time_ns()
    for _ in clock.run(SECONDS):
        pass
    return (time.process_time_ns() - begin) / sum(flow.sent for flow in flows)


def measure() -> str:
    """JSON: cost per packet by discipline, as a multiple of pfifo's."""
    names = [name for name in disciplines() if name not in ("tbf", *SHAPERS)] + list(SHAPERS)
    best = dict.fromkeys(names, float("inf"))
    for _ in range(REPEATS):
        for name in names:
            best[name] = min(best[name], nanoseconds_per_packet(name))
    return json.dumps({name: round(cost / best["pfifo"], 3) for name, cost in best.items()})


if __name__ == "__main__":
    print(measure())
