"""A host of the sockets engine after the run, as the machine that the tools print.

What the engine does not have, such as rings and the sizes of buffers, is the same whatever is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from inflight.incidents.scene import CapturedPacket, Listening, Machine
from inflight.incidents.shared.idle_hosts import gateway
from inflight.incidents.shared.socket_list import Named, connections, listening, process
from inflight.incidents.shared.socket_traffic import (
    COALESCING,
    RING,
    Heard,
    Watched,
    beginnings,
    counters,
    nic,
    qdiscs,
    sent_by,
    softnet,
)
from inflight.kernel.path.routing import network_of
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.sysctls import Sysctls


def machine_of(
    host: Watched,
    *,
    name: str,
    role: str,
    peer: str,
    named: Named,
    read_to_end: Callable[[Socket], bool],
    listeners: Mapping[int, str],
    sshd: int = 702,
    leaves: bool = True,
    dropped: int = 0,
    packets: Callable[[list[Heard], list[Heard]], list[CapturedPacket]],
    sysctls: Iterable[str],
    routes: list[str],
    ping: list[float | None],
    log: list[str],
) -> Machine:
    """A host of the engine after the run.

    listeners: the processes that listen, by port; sshd: number of the one that waits for people. leaves: what it sends
    leaves by eth0, which is all that is shown; dropped: of what came in, before TCP. packets: what tcpdump shows of
    what came and what left.
    """
    incoming, sent = host.heard, sent_by(host)
    outgoing = sent if leaves else []
    return Machine(
        name=name,
        role=role,
        peer=peer,
        connections=connections(host, named, read_to_end, beginnings(incoming + sent)),
        listening=[
            *listening(host, listeners),
            Listening(here="0.0.0.0:22", recv_q=0, send_q=128, process=process("sshd", sshd, 3)),
        ],
        counters=counters(host, incoming, sent, dropped=dropped),
        qdiscs=qdiscs(outgoing),
        nic=nic(incoming, outgoing),
        ring=RING,
        coalescing=COALESCING,
        softnet=softnet(incoming),
        packets=packets(incoming, outgoing),
        sysctls=sysctl_text(host.sysctls, sysctls),
        routes=routes,
        ping=ping,
        log=log,
    )


def only_route(address: str) -> list[str]:
    """`ip route` of a host with one card."""
    return [f"default via {gateway(address)} dev eth0 proto static", link_route("eth0", address)]


def link_route(device: str, address: str) -> str:
    """The route to the neighbours of a device."""
    return f"{network_of(f'{address}/24')} dev {device} proto kernel scope link src {address}"


def sysctl_text(sysctls: Sysctls, names: Iterable[str]) -> dict[str, str]:
    """Those of `names` as `sysctl` prints them; without a prefix they are the engine's."""
    found = {}
    for name in names:
        value = getattr(sysctls, name)
        words = "\t".join(map(str, value)) if isinstance(value, tuple) else f"{value:g}"
        found[f"net.{'core' if name == 'somaxconn' else 'ipv4'}.{name}"] = words
    return found
