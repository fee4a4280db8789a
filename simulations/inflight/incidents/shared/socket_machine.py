"""A host of the sockets engine after the run, as the machine that the tools print.

What the engine does not have, such as rings and buffer sizes, is the same whatever is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from inflight.incidents.scene import CapturedPacket, Listening, LogLine, Machine
from inflight.incidents.shared.idle_hosts import ANY, gateway, sshd
from inflight.incidents.shared.numbers import mac
from inflight.incidents.shared.socket_list import Named, connections, listening, shell
from inflight.incidents.shared.socket_traffic import Heard, Watched, beginnings, counters, sent_by, traffic
from inflight.incidents.shared.traffic import add, counted_of_session, fq_codel, of_session, put
from inflight.kernel.sockets.socket import Socket
from inflight.kernel.sockets.sysctls import Sysctls

RING = {"max_rx": 4096, "max_tx": 4096, "rx": 256, "tx": 256}
COALESCING = {"rx-usecs": 3}
"""As e1000e has them."""

CPUS = 2
ARPS = 164


def machine_of(
    host: Watched,
    *,
    name: str,
    role: str,
    peer: str,
    named: Named,
    read_to_end: Callable[[Socket], bool],
    listeners: Mapping[int, str],
    leaves: bool = True,
    dropped: int = 0,
    shells: Sequence[float] = (),
    addresses: Sequence[str],
    packets: Callable[[list[Heard], list[Heard]], list[CapturedPacket]],
    sysctls: Iterable[str],
    routes: list[str],
    ping: list[float | None],
    log: list[LogLine],
) -> Machine:
    """A host of the engine after the run.

    listeners: the listening processes, by port. leaves: whether what it sends leaves through eth0, the card that is
    shown; dropped: how much of what came in, before TCP. shells: how long people's shells have been idle, s. addresses:
    of its cards. packets: what tcpdump shows of what came and what left.
    """
    incoming, sent = host.heard, sent_by(host)
    outgoing = sent if leaves else []
    machine = Machine(
        name=name,
        role=role,
        peer=peer,
        connections=connections(host, named, read_to_end, beginnings(incoming + sent)),
        listening=[
            *listening(host, listeners),
            *(Listening(here=f"{any_}:22", recv_q=0, send_q=128, process=sshd(3 + six)) for six, any_ in ANY),
        ],
        counters=counters(host, incoming, sent, dropped=dropped),
        ring=RING,
        coalescing=COALESCING,
        packets=packets(incoming, outgoing),
        sysctls=sysctl_text(host.sysctls, sysctls),
        addresses=addresses,
        macs=[mac(host.address, number) for number in range(len(addresses))],
        routes=routes,
        ping=ping,
        log=log,
    )
    came, went = traffic(incoming), traffic(sent)
    for place, idle in enumerate(shells):
        session = shell(host.address, place, idle)
        machine.connections.append(session)
        assert session.info
        add(machine.counters, counted_of_session(session.info))
        more_came, more_went = of_session(session.info)
        came, went = came + more_came, went + more_went
    put(machine, came, went, arps=ARPS, filtered=dropped, cpus=CPUS, busy=1)
    if not leaves:
        machine.nic |= {"tx_packets": ARPS // 10, "tx_bytes": ARPS // 10 * 60}
    machine.qdiscs = [fq_codel(machine)]
    return machine


def default_route(address: str, device: str = "eth0") -> str:
    """Through the router of its network."""
    return f"default via {gateway(address)} dev {device} proto static"


def sysctl_text(sysctls: Sysctls, names: Iterable[str]) -> dict[str, str]:
    """Those of `names` as `sysctl` prints them; names without a prefix are the engine's."""
    found = {}
    for name in names:
        value = getattr(sysctls, name)
        words = "\t".join(map(str, value)) if isinstance(value, tuple) else f"{value:g}"
        found[f"net.{'core' if name == 'somaxconn' else 'ipv4'}.{name}"] = words
    return found
