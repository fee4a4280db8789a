"""Packets that the kernel throws away, by reason and place: the tracepoint `skb:kfree_skb`, and a line of bpftrace.

Debian 12 has bpftrace 0.17, which prints the number of a reason; the tracepoint's format says what it is called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from inflight.incidents.scene import Machine

_NAMES = """\
NOT_SPECIFIED NO_SOCKET PKT_TOO_SMALL TCP_CSUM SOCKET_FILTER UDP_CSUM NETFILTER_DROP OTHERHOST IP_CSUM IP_INHDR
IP_RPFILTER UNICAST_IN_L2_MULTICAST XFRM_POLICY IP_NOPROTO SOCKET_RCVBUFF PROTO_MEM TCP_MD5NOTFOUND TCP_MD5UNEXPECTED
TCP_MD5FAILURE SOCKET_BACKLOG TCP_FLAGS TCP_ZEROWINDOW TCP_OLD_DATA TCP_OVERWINDOW TCP_OFOMERGE TCP_RFC7323_PAWS
TCP_INVALID_SEQUENCE TCP_RESET TCP_INVALID_SYN TCP_CLOSE TCP_FASTOPEN TCP_OLD_ACK TCP_TOO_OLD_ACK TCP_ACK_UNSENT_DATA
TCP_OFO_QUEUE_PRUNE TCP_OFO_DROP IP_OUTNOROUTES BPF_CGROUP_EGRESS IPV6DISABLED NEIGH_CREATEFAIL NEIGH_FAILED
NEIGH_QUEUEFULL NEIGH_DEAD TC_EGRESS QDISC_DROP CPU_BACKLOG XDP TC_INGRESS UNHANDLED_PROTO SKB_CSUM SKB_GSO_SEG
SKB_UCOPY_FAULT DEV_HDR DEV_READY FULL_RING NOMEM HDR_TRUNC TAP_FILTER TAP_TXFILTER ICMP_CSUM INVALID_PROTO
IP_INADDRERRORS IP_INNOROUTES PKT_TOO_BIG TC_CHAIN_NOTFOUND MAX
"""
REASONS = _NAMES.split()
"""Of Linux 6.1 (`enum skb_drop_reason`), from 1 on."""

_NUMBERS = {name: number for number, name in enumerate(REASONS, 1)}

_FIELDS = (
    ("unsigned short common_type", 0, 2, 0),
    ("unsigned char common_flags", 2, 1, 0),
    ("unsigned char common_preempt_count", 3, 1, 0),
    ("int common_pid", 4, 4, 1),
    ("void * skbaddr", 8, 8, 0),
    ("void * location", 16, 8, 0),
    ("unsigned short protocol", 24, 2, 0),
    ("enum skb_drop_reason reason", 28, 4, 0),
)
_COMMON = 4
"""Fields that every tracepoint has."""


def by_place(machine: Machine) -> str:
    """`bpftrace -e 'tracepoint:skb:kfree_skb { @[args->reason, ksym(args->location)] = count(); }'`, interrupted."""
    return _counted({f"{_NUMBERS[reason]}, {place}": count for (reason, place), count in machine.drops.items()})


def by_reason(machine: Machine) -> str:
    """`bpftrace -e 'tracepoint:skb:kfree_skb { @[args->reason] = count(); }'`, interrupted."""
    found: Counter[str] = Counter()
    for (reason, _), count in machine.drops.items():
        found[str(_NUMBERS[reason])] += count
    return _counted(found)


def _counted(counts: Mapping[str, int]) -> str:
    rows = sorted(counts.items(), key=lambda each: each[1])
    return "\n".join(["Attaching 1 probe...", "", "", *(f"@[{key}]: {count}" for key, count in rows)])


def form(_machine: Machine) -> str:
    """`cat /sys/kernel/tracing/events/skb/kfree_skb/format`: what the numbers mean."""
    fields = [f"\tfield:{name};\toffset:{at};\tsize:{size};\tsigned:{signed};" for name, at, size, signed in _FIELDS]
    named = ", ".join(f'{{ {number}, "{name}" }}' for name, number in _NUMBERS.items())
    args = f"REC->skbaddr, REC->protocol, REC->location, __print_symbolic(REC->reason, {named})"
    head = ["name: kfree_skb", "ID: 1319", "format:", *fields[:_COMMON], "", *fields[_COMMON:], ""]
    return "\n".join([*head, f'print fmt: "skbaddr=%p protocol=%u location=%p reason: %s", {args}'])
