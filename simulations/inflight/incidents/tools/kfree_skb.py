"""Packets that the kernel throws away, by reason and place: the tracepoint `skb:kfree_skb`, and a line of bpftrace.

Debian 12 has bpftrace 0.17, which prints the number of a reason; the tracepoint's format says what it is called.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from inflight.incidents.scene import Machine
from inflight.incidents.tools.drop_reasons import drop_reasons
from inflight.kernel.release import newest_of

_COMMON = (
    ("unsigned short common_type", 0, 2, 0),
    ("unsigned char common_flags", 2, 1, 0),
    ("unsigned char common_preempt_count", 3, 1, 0),
    ("int common_pid", 4, 4, 1),
)
"""Fields that every tracepoint has."""


class _Form(NamedTuple):
    """The tracepoint of a kernel. shown: its fields as it prints them, each with the format."""

    id: int
    fields: Sequence[tuple[str, int, int, int]]
    shown: Sequence[tuple[str, str]]


def _with_socket(id: int, type: str) -> _Form:
    """Since 6.11: `rx_sk` is the socket that it was for."""
    return _Form(
        id,
        (
            ("void * skbaddr", 8, 8, 0),
            ("void * location", 16, 8, 0),
            (f"{type} rx_sk", 24, 8, 0),
            ("unsigned short protocol", 32, 2, 0),
            ("enum skb_drop_reason reason", 36, 4, 0),
        ),
        (("skbaddr", "%p"), ("rx_sk", "%p"), ("protocol", "%u"), ("location", "%pS")),
    )


_FORMS = {
    "6.1": _Form(
        1319,
        (
            ("void * skbaddr", 8, 8, 0),
            ("void * location", 16, 8, 0),
            ("unsigned short protocol", 24, 2, 0),
            ("enum skb_drop_reason reason", 28, 4, 0),
        ),
        (("skbaddr", "%p"), ("protocol", "%u"), ("location", "%p")),
    ),
    "6.12": _with_socket(1461, "void *"),
    "7.3": _with_socket(1573, "const void *"),
}

_CALLED: Mapping[str, Mapping[str, str]] = {"6.1": {}, "7.3": {"__udp4_lib_rcv": "udp_rcv"}}
"""Functions that had another name in 6.1."""


def by_place(machine: Machine) -> str:
    """`bpftrace -e 'tracepoint:skb:kfree_skb { @[args->reason, ksym(args->location)] = count(); }'`, interrupted."""
    numbers, called = drop_reasons(machine.kernel), newest_of(_CALLED, machine.kernel)
    return _counted(
        {f"{numbers[reason]}, {called.get(place, place)}": count for (reason, place), count in machine.drops.items()}
    )


def by_reason(machine: Machine) -> str:
    """`bpftrace -e 'tracepoint:skb:kfree_skb { @[args->reason] = count(); }'`, interrupted."""
    found: Counter[str] = Counter()
    for (reason, _), count in machine.drops.items():
        found[str(drop_reasons(machine.kernel)[reason])] += count
    return _counted(found)


def _counted(counts: Mapping[str, int]) -> str:
    rows = sorted(counts.items(), key=lambda each: each[1])
    return "\n".join(["Attaching 1 probe...", "", "", *(f"@[{key}]: {count}" for key, count in rows)])


def form(machine: Machine) -> str:
    """`cat /sys/kernel/tracing/events/skb/kfree_skb/format`: what the numbers mean."""
    told = newest_of(_FORMS, machine.kernel)
    named = ", ".join(f'{{ {number}, "{name}" }}' for name, number in drop_reasons(machine.kernel).items())
    shown = " ".join(f"{name}={format}" for name, format in told.shown)
    args = ", ".join([*(f"REC->{name}" for name, _ in told.shown), f"__print_symbolic(REC->reason, {named})"])
    head = ["name: kfree_skb", f"ID: {told.id}", "format:", *map(_field, _COMMON), "", *map(_field, told.fields), ""]
    return "\n".join([*head, f'print fmt: "{shown} reason: %s", {args}'])


def _field(told: tuple[str, int, int, int]) -> str:
    name, at, size, signed = told
    return f"\tfield:{name};\toffset:{at};\tsize:{size};\tsigned:{signed};"
