"""`ip route show table all`: IPv4's tables, each in order of destinations, then IPv6's; `ip route get`."""

from __future__ import annotations

from collections.abc import Iterator

from inflight.incidents.scene import Machine

_LO = ("127.0.0.0/8", "127.0.0.1", "127.255.255.255")


def routes(machine: Machine) -> str:
    """The machine's own routes, and those that the kernel makes of its addresses, all of them /24."""
    own = machine.routes
    cards = [(f"eth{number}", address) for number, address in enumerate(machine.addresses)]
    others = [line for line in own if " table " in line]
    main = [line for line in own if " table " not in line]
    main += [f"{_net(at)}.0/24 dev {device} proto kernel scope link src {at}" for device, at in cards]
    local = [_local("lo", *pair, "127.0.0.1") for pair in zip(("local", "local", "broadcast"), _LO, strict=True)]
    for device, at in cards:
        local += [_local(device, "local", at, at), _local(device, "broadcast", f"{_net(at)}.255", at)]
    lines = [*sorted(others, key=_place), *sorted(main, key=_place), *sorted(local, key=_place)]
    return "\n".join([*lines, *_version_six([device for device, _ in cards], machine.macs)])


def route_to_peer(machine: Machine) -> str:
    """`ip route get` of the other machine: the way that a packet takes now, and the MTU that was learnt of it."""
    via = next((line.split()[2] for line in machine.routes if line.startswith("default via ")), "")
    gateway = f"via {via} " if via else ""
    learnt = f" expires {machine.path_mtu_expires}sec mtu {machine.path_mtu}" if machine.path_mtu else ""
    return f"{machine.peer} {gateway}dev eth0 src {machine.addresses[0]} uid 0\n    cache{learnt}"


def _net(address: str) -> str:
    return address.rpartition(".")[0]


def _local(device: str, kind: str, destination: str, source: str) -> str:
    scope = "link" if kind == "broadcast" else "host"
    return f"{kind} {destination} dev {device} table local proto kernel scope {scope} src {source}"


def _place(line: str) -> tuple[tuple[int, ...], int]:
    """Its place in the tree of routes: by destination, the shorter prefix first."""
    words = line.split()
    destination = words[words[0] in ("local", "broadcast")]
    if destination == "default":
        return (0, 0, 0, 0), 0
    address, _, length = destination.partition("/")
    return tuple(map(int, address.split("."))), int(length or 32)


def _version_six(devices: list[str], macs: list[str]) -> Iterator[str]:
    for device in devices:
        yield f"fe80::/64 dev {device} proto kernel metric 256 pref medium"
    yield "local ::1 dev lo table local proto kernel metric 0 pref medium"
    for device, mac in zip(devices, macs, strict=True):
        yield f"local {link_local(mac)} dev {device} table local proto kernel metric 0 pref medium"
    for device in devices:
        yield f"multicast ff00::/8 dev {device} table local proto kernel metric 256 pref medium"


def link_local(mac: str) -> str:
    """The address that a card gives itself (RFC 4291, appendix A).

    >>> link_local("52:54:00:12:34:50")
    'fe80::5054:ff:fe12:3450'
    """
    b = [int(each, 16) for each in mac.split(":")]
    parts = ((b[0] ^ 2) << 8 | b[1], b[2] << 8 | 0xFF, 0xFE00 | b[3], b[4] << 8 | b[5])
    return "fe80::" + ":".join(f"{part:x}" for part in parts)
