"""What a menu suggests to type on a machine: the commands of the book, for those who don’t know them by heart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inflight.incidents.scene import Machine
from inflight.incidents.tools.journal import KERNEL


@dataclass(frozen=True)
class Suggestion:
    """A command, and what it is good for. id: as clues name what it shows; has: whether there is anything to show."""

    id: str
    command: str
    has: Callable[[Machine], object]
    about: str

    def on(self, machine: Machine) -> str:
        """As somebody would type it there."""
        return self.command.format(peer=machine.peer, pid=next(iter(machine.traced), ""))


def _of_the_kernel(machine: Machine) -> bool:
    return any(each.source == KERNEL for each in machine.journal)


def _of_cron(machine: Machine) -> bool:
    return any(each.unit == "cron" for each in machine.journal)


MENU: Sequence[Suggestion] = (
    Suggestion("log", "tail app.log", lambda m: m.log, "What the application itself complains about"),
    Suggestion("ping", "ping -n -c 10 {peer}", lambda m: m.ping, "Round trips, and whether any are lost"),
    Suggestion("ss-tin", "ss -tinmop", lambda m: m.connections, "Open connections, with TCP’s numbers"),
    Suggestion("ss-lnt", "ss -lntp", lambda m: m.listening, "Listening sockets and their queues"),
    Suggestion("ss-tan", "ss -tanop", lambda m: m.connections, "All TCP sockets, with states and timers"),
    Suggestion("ss-s", "ss -s", lambda m: m.connections or m.listening, "How many sockets there are, by kind"),
    Suggestion("ss-unam", "ss -unamp", lambda m: m.udp, "UDP sockets, with their memory"),
    Suggestion("mpstat", "mpstat -P ALL 1 2", lambda m: m.cpus, "What each CPU is busy with"),
    Suggestion("vmstat", "vmstat 1 3", lambda m: m.cpus, "What all CPUs do, second by second"),
    Suggestion("nstat", "nstat", lambda m: m.counters, "The kernel’s counters since you last ran it"),
    Suggestion("ip-link", "ip -s link show dev eth0", lambda m: m.nic, "What has passed through the card"),
    Suggestion("sar-dev", "sar -n DEV 1 3", lambda m: m.nic, "What passes the card, second by second"),
    Suggestion("tc", "tc -s qdisc show dev eth0", lambda m: m.qdiscs, "The queue in front of the card"),
    Suggestion(
        "tc-filter", "tc -s filter show dev eth0 egress", lambda m: m.qdiscs, "What is dropped before the queue"
    ),
    Suggestion("ethtool-S", "ethtool -S eth0", lambda m: m.nic, "What the card’s driver counts"),
    Suggestion("ethtool-g", "ethtool -g eth0", lambda m: m.ring, "How large the card’s rings are"),
    Suggestion("ethtool-c", "ethtool -c eth0", lambda m: m.coalescing, "How long the card waits before an interrupt"),
    Suggestion("ethtool-k", "ethtool -k eth0", lambda m: m.ring and m.nic, "Work that the card takes off the kernel"),
    Suggestion("softnet", "cat /proc/net/softnet_stat", lambda m: m.softnet, "Packets that each CPU took or dropped"),
    Suggestion("tcp-metrics", "ip tcp_metrics show", lambda m: m.metrics, "What TCP remembers of each peer"),
    Suggestion("ip-route", "ip route show table all", lambda m: m.addresses, "Routes, and the settings they carry"),
    Suggestion("sysctl", "sysctl -a | grep net", lambda m: m.sysctls, "All network settings"),
    Suggestion("ping-M", "ping -n -M do -s 1472 -c 3 {peer}", lambda m: m.ping, "Whether full-size packets pass"),
    Suggestion("mtr", "mtr -n -r -c 10 {peer}", lambda m: m.ping, "Loss and round trips, hop by hop"),
    Suggestion("conntrack-S", "conntrack -S", lambda m: m.conntrack.entries, "What the firewall’s table has counted"),
    Suggestion("conntrack-C", "conntrack -C", lambda m: m.conntrack.entries, "How many connections it tracks"),
    Suggestion("journalctl-u", "journalctl -u cron", _of_cron, "The jobs that cron has started"),
    Suggestion("dmesg", "dmesg -T | tail", _of_the_kernel, "The kernel’s log"),
    Suggestion("strace", "strace -f -r -T -s 0 -p {pid}", lambda m: m.traced, "What the program asks the kernel for"),
    Suggestion("tcpdump", "tcpdump -n -ttttt -i eth0", lambda m: m.packets, "The packets themselves"),
    Suggestion("tcpdump", "tcpdump -n -ttt -i eth0", lambda m: m.packets, "How long after the one before each came"),
)

TOPICS: Mapping[str, Sequence[str]] = {
    "What do the logs say?": ("log", "dmesg", "journalctl-u"),
    "Is the path sound?": ("ping", "ping-M", "mtr"),
    "What are the sockets doing?": ("ss-tin", "ss-tan", "ss-lnt", "ss-s", "ss-unam"),
    "What has the kernel counted?": ("nstat", "softnet", "mpstat", "vmstat", "conntrack-S", "conntrack-C"),
    "Is it the card or its queue?": (
        *("ip-link", "sar-dev", "tc", "tc-filter"),
        *("ethtool-S", "ethtool-g", "ethtool-c", "ethtool-k"),
    ),
    "How is it configured?": ("sysctl", "ip-route", "tcp-metrics"),
    "What is on the wire?": ("tcpdump",),
    "What does the program ask for?": ("strace",),
}
"""What somebody wants to know, and the suggestions that tell."""


def suggestions(machine: Machine) -> list[Suggestion]:
    """Those that show something there."""
    return [each for each in MENU if each.has(machine)]


def by_topic(machine: Machine) -> dict[str, list[Suggestion]]:
    """The same, below what each of them answers."""
    there = suggestions(machine)
    found = {topic: [each for each in there if each.id in ids] for topic, ids in TOPICS.items()}
    return {topic: items for topic, items in found.items() if items}
