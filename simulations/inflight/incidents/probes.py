"""What can be asked of a machine, and what that costs: minutes for which somebody waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inflight.figure.bad_input import BadInput
from inflight.incidents.scene import Machine, Scene
from inflight.incidents.tools import ethtool, metrics, nstat, softnet, ss, tc, tcpdump
from inflight.incidents.tools.log import log
from inflight.incidents.tools.mpstat import mpstat
from inflight.incidents.tools.ping import ping
from inflight.incidents.tools.routes import routes
from inflight.incidents.tools.ss_summary import summary
from inflight.incidents.tools.sysctl import sysctls

FAR = 2
"""The extra cost of asking the other machine: somebody has to log in there."""


@dataclass(frozen=True)
class Tool:
    """A command, and what it costs on the near machine. print: its output; has: whether there is anything to print."""

    id: str
    command: str
    cost: int
    has: Callable[[Machine], object]
    print: Callable[[Machine], str]
    about: str


PROBES: Sequence[Tool] = (
    Tool("log", "tail app.log", 1, lambda m: m.log, log, "What the application itself complains about"),
    Tool("ping", "ping -n -c 10 {peer}", 1, lambda m: m.ping, ping, "Round trips, and whether any are lost"),
    Tool("ss-tin", "ss -tinmop", 1, lambda m: m.connections, ss.connections, "Open connections, with TCP’s numbers"),
    Tool("ss-lnt", "ss -lntp", 1, lambda m: m.listening, ss.listening, "Listening sockets and their queues"),
    Tool("ss-tan", "ss -tanop", 1, lambda m: m.connections, ss.all_states, "All TCP sockets, with states and timers"),
    Tool("ss-s", "ss -s", 1, lambda m: m.connections or m.listening, summary, "How many sockets there are"),
    Tool("ss-unam", "ss -unamp", 1, lambda m: m.udp, ss.datagrams, "UDP sockets, with their memory"),
    Tool("mpstat", "mpstat -P ALL 1 2", 1, lambda m: m.cpus, mpstat, "What each CPU does"),
    Tool("nstat", "nstat", 1, lambda m: m.counters, nstat.counters, "The kernel’s counters since you last ran it"),
    Tool("tc", "tc -s qdisc show dev eth0", 1, lambda m: m.qdiscs, tc.disciplines, "The queue in front of the card"),
    Tool("ethtool-S", "ethtool -S eth0", 1, lambda m: m.nic, ethtool.statistics, "What the card’s driver counts"),
    Tool("ethtool-g", "ethtool -g eth0", 1, lambda m: m.ring, ethtool.ring, "How long the card’s rings are"),
    Tool("ethtool-c", "ethtool -c eth0", 1, lambda m: m.coalescing, ethtool.coalescing, "How long the card waits"),
    Tool("softnet", "cat /proc/net/softnet_stat", 1, lambda m: m.softnet, softnet.softnet_stat, "Packets per CPU"),
    Tool("tcp-metrics", "ip tcp_metrics show", 1, lambda m: m.metrics, metrics.remembered, "What it learnt before"),
    Tool("ip-route", "ip route show table all", 1, lambda m: m.addresses, routes, "Routes, and what they set"),
    Tool("sysctl", "sysctl -a | grep net", 2, lambda m: m.sysctls, sysctls, "Settings, odd or not"),
    Tool("tcpdump", "tcpdump -n -ttttt -i eth0", 3, lambda m: m.packets, tcpdump.packets, "The packets themselves"),
)


class UnknownProbe(BadInput):
    """That machine has no such probe; the message lists those that exist."""


@dataclass(frozen=True, eq=False)
class Question:
    """A probe on one of the two machines; `id` is `ss-tin@server`, with the machine's name."""

    probe: Tool
    place: int
    scene: Scene

    @property
    def machine(self) -> Machine:
        """The machine it runs on."""
        return self.scene.machines[self.place]

    @property
    def id(self) -> str:
        """As written on the command line."""
        return f"{self.probe.id}@{self.machine.name}"

    @property
    def cost(self) -> int:
        """Minutes."""
        return self.probe.cost + FAR * self.place

    @property
    def command(self) -> str:
        """As somebody would type it there."""
        return self.probe.command.format(peer=self.machine.peer)

    def answer(self) -> str:
        """What it prints."""
        return self.probe.print(self.machine)


def questions(scene: Scene) -> list[Question]:
    """Everything that can be asked in this scene, the near machine first."""
    return [
        Question(probe, place, scene)
        for place, machine in enumerate(scene.machines)
        for probe in PROBES
        if probe.has(machine)
    ]


def question(scene: Scene, id: str) -> Question:
    """The question `probe@machine`; the machine is given by name or place (0 or 1) and defaults to the near one.

    Raises:
        UnknownProbe: there is none; the message lists those that exist.
    """
    probe, _, machine = id.partition("@")
    known = questions(scene)
    for each in known:
        if each.probe.id == probe and machine in (
            each.machine.name,
            str(each.place),
            *([""] if each.place == 0 else []),
        ):
            return each
    raise UnknownProbe(f"probe {id!r}: must be one of " + ", ".join(each.id for each in known))
