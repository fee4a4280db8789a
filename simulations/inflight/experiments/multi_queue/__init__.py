"""Flows are hashed to queues, and queues have CPUs; or they are hashed to the links of a bond. One gets too much."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence

from inflight.experiments.multi_queue.parameters import PRESETS, MultiQueueParameters
from inflight.experiments.multi_queue.shares import LINK, Box, masks, share_to_cpus, share_to_links, tables_of
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Grid, Mapping
from inflight.figure.words import significant
from inflight.kernel.nic.bonding import BROADCAST, MODES
from inflight.kernel.nic.rss import mask_of


@experiment("multi-queue", part="queues", question="Which CPU serves this flow?")
class MultiQueue:
    """A hash and a mask decide which CPU handles a flow, or which link of a bond carries it."""

    title = "Queues, CPUs, links"
    parameters = MultiQueueParameters
    knobs = ("flows", "affinity", "rps")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("number", "", "CPU or link", "time"),
            Column("load", "%", "work, as a share of what it can do", "inflight"),
        ),
        figures=(
            Output("most", "%", "The busiest"),
            Output("used", "", "CPUs or links in use"),
            Output("carried", "Gbit/s", "Gets through"),
            Output("first", "%", "The busiest in the first ten seconds"),
            Output("done", "packets/ms", "Get through"),
        ),
    )
    views = (
        Mapping(title="Who serves whom"),
        Bars("ends", label="name", value="load", title="Load"),
        Grid("flows", title="Flows"),
    )
    bets = (
        ValueBet(
            id="all",
            question="A million packets per second, 2 µs each, on 4 queues of a machine with 8 CPUs. All smp_affinity "
            "masks are 1. How busy would the busiest CPU have to be, in %?",
            at="All to CPU 0",
            summary="most",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="ff",
            question="The masks are ff instead, all eight CPUs. How busy would the busiest CPU have to be now, in %?",
            at="ff is not a spread",
            summary="most",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="bond",
            question="15 Gbit/s to clients behind one router, two links of 10 Gbit/s, 802.3ad with its default policy. "
            "How many Gbit/s get through?",
            at="A bond that doubles nothing",
            summary="carried",
            min=1,
            max=20,
        ),
    )
    sources = (
        "Microsoft: Verifying the RSS Hash Calculation",
        "dev.c:get_rps_cpu",
        "bond_main.c:__bond_xmit_hash",
        "bond_main.c:__bond_start_xmit",
        "bond_alb.c:__tlb_choose_channel",
        "I06",
        "I07",
    )
    leaves_out = """
        Whatever else a CPU does, caches, and hyperthreads that share one core. The card's key is Microsoft's. Linux
        draws one at boot, so on your machine other flows will share a queue. The key also stands for the kernel's own
        hash if the card's leaves ports out. The driver's part of a packet is set to 15%. An interrupt that may go to
        several CPUs goes to the first of them; the kernel chooses by how many vectors each has, and irqbalance may
        move it. RFS, XPS and accelerated steering are missing. For bonding, all links are up and in one aggregator,
        the switch hashes the other direction as it likes, and balance-alb shares out received traffic only by
        answering ARP.
    """

    @staticmethod
    def commands(p: MultiQueueParameters) -> list[Commands]:
        """Masks for queues, or a bond."""
        if p.bond:
            return [
                Commands(
                    "Set it",
                    [
                        f"ip link add bond0 type bond mode {MODES[int(p.mode)]} xmit_hash_policy {p.policy} miimon 100",
                        *(f"ip link set eth{n} down; ip link set eth{n} master bond0" for n in range(p.links)),
                        "ip link set bond0 up",
                    ],
                ),
                Commands("See it", ["cat /proc/net/bonding/bond0", "ip -s link show master bond0     # bytes of each"]),
            ]
        written = [mask_of([cpu]) if p.affinity == "spread" else mask for cpu, mask in masks(p)]
        what = {"ports": "sdfn", "addresses": "sd", "off": "sd"}[p.rss]
        return [
            Commands(
                "Set it",
                [
                    f"ethtool -L eth0 combined {1 if p.rss == 'off' else p.queues}",
                    f"ethtool -N eth0 rx-flow-hash udp4 {what}     # s, d: addresses; f, n: ports",
                    "systemctl stop irqbalance     # or it moves them back",
                    f"for m in {' '.join(written)}; do … echo $m > /proc/irq/<n>/smp_affinity; done",
                    f"echo {p.rps} | tee /sys/class/net/eth0/queues/rx-*/rps_cpus",
                ],
            ),
            Commands(
                "See it",
                [
                    "grep eth0 /proc/interrupts     # a column for each CPU",
                    "cat /proc/irq/<n>/smp_affinity_list /proc/irq/<n>/effective_affinity_list",
                    "ethtool -x eth0     # the key and the indirection table",
                    "mpstat -P ALL 1     # %soft",
                ],
            ),
        ]

    @staticmethod
    def run(p: MultiQueueParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the number of the CPU or link: its load, %."""
        picture, first = share_to_links(p) if p.bond else (share_to_cpus(p), 0.0)
        ends = picture.nodes[-1]
        result = MultiQueue.outputs.result(meanings={"number": "link" if p.bond else "CPU"})
        for number, end in enumerate(ends):
            result.append(number, end.load)
        result.tables = tables_of(picture)
        most = max(ends, key=lambda end: end.load)
        used = sum(end.load > 0 for end in ends)
        result.figure("most", most.load, label=f"The busiest, {most.name}")
        result.figure("used", used, label="Links in use" if p.bond else "CPUs in use")
        if p.bond:
            # With broadcast the copies are not traffic that somebody wants.
            copies = len(ends) if int(p.mode) == BROADCAST else 1
            through = math.fsum(min(end.load, 100) for end in ends) / 100 * LINK / 1000 / copies
            result.figure("carried", through)
            result.figure("first", first)
        else:
            share = math.fsum(min(end.load, 100) for end in ends) / math.fsum(end.load for end in ends)
            through = p.rate * share
            result.figure("done", through)
        result.sentence = _sentence(p, ends, most, used, through)
        yield result


def _sentence(p: MultiQueueParameters, ends: Sequence[Box], most: Box, used: int, through: float) -> str:
    parts = [
        f"{used} of {len(ends)} {'links' if p.bond else 'CPUs'} {'is' if used == 1 else 'are'} in use. The busiest, "
        f"{most.name}, gets {significant(most.load)}% of what it can {'carry' if p.bond else 'handle'}."
    ]
    if most.load > 100:
        wanted = f"{significant(p.traffic)} Gbit/s" if p.bond else f"{significant(p.rate)} packets per ms"
        parts.append(f"Of {wanted}, {significant(through)} get through.")
    return " ".join(parts)
