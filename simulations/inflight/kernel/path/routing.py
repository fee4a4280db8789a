"""Where a Linux host sends a packet to, and whether it believes where one comes from: IPv4 tables, rules, rp_filter.

A route is found as `fib_lookup` finds it: rule by rule in order of priority; in a table the longest prefix wins, and
among equal prefixes the lowest metric (`fib_trie.c:fib_table_lookup`, `fib_rules.c:fib_rules_lookup`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

LOCAL, MAIN, DEFAULT = "local", "main", "default"
"""The tables that are always there (255, 254, 253)."""

OFF, STRICT, LOOSE = range(3)
"""Values of rp_filter (`ip-sysctl.rst`)."""

ACCEPTED, REVERSE_PATH, MARTIAN = "accepted", "reverse path", "martian"
"""What `fib_validate_source` comes to: 0 or 1, -EXDEV (the only one that IPReversePathFilter counts), -EINVAL."""

ANY = "0.0.0.0/0"
UNKNOWN = "0.0.0.0"


def number(address: str) -> int:
    """192.168.1.2 as the 32 bits that it is."""
    value = 0
    for part in address.split("."):
        value = value << 8 | int(part)
    return value


def matches(prefix: str, address: str) -> bool:
    """Is the address in the prefix, such as 10.0.0.0/24? One without a length is a host."""
    base, _, bits = prefix.partition("/")
    shift = 32 - int(bits or 32)
    return number(base) >> shift == number(address) >> shift


def network_of(interface: str) -> str:
    """10.0.0.2/24 → 10.0.0.0/24."""
    address, _, bits = interface.partition("/")
    size = 1 << (32 - int(bits))
    base = number(address) // size * size
    return ".".join(str(base >> shift & 255) for shift in (24, 16, 8, 0)) + f"/{bits}"


@dataclass(frozen=True)
class Route:
    """A line of `ip route`. `local`: the address is the host's own. `via` "": the destination is a neighbour."""

    prefix: str
    device: str
    via: str = ""
    metric: int = 0
    local: bool = False

    @property
    def length(self) -> int:
        """Bits of the prefix."""
        return int(self.prefix.partition("/")[2] or 32)

    def __str__(self) -> str:
        name = "default" if self.prefix == ANY else self.prefix
        metric = f" metric {self.metric}" if self.metric else ""
        via = f" via {self.via}" if self.via else ""
        return f"{name}{via} dev {self.device}{metric}"


@dataclass(frozen=True)
class Rule:
    """A line of `ip rule`: packets from `source` are looked up in `table`."""

    priority: int
    table: str
    source: str = ANY


@dataclass
class Fib:
    """Routes and rules of a host whose `interfaces` have one address each, such as 10.0.0.2/24."""

    interfaces: Mapping[str, str]
    tables: dict[str, list[Route]] = field(default_factory=dict)
    rules: list[Rule] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tables = {LOCAL: [], MAIN: [], DEFAULT: []}
        self.rules = [Rule(0, LOCAL), Rule(32766, MAIN), Rule(32767, DEFAULT)]
        for device, address in self.interfaces.items():
            # what the kernel adds by itself when an address is given (fib_frontend.c:fib_add_ifaddr)
            self.tables[LOCAL].append(Route(address.partition("/")[0], device, local=True))
            self.tables[MAIN].append(Route(network_of(address), device))

    def add(self, route: Route, table: str = MAIN) -> None:
        """`ip route add … table …`.

        Raises:
            ValueError: there is one of the same prefix and metric ("RTNETLINK answers: File exists").
        """
        routes = self.tables.setdefault(table, [])
        if any((other.prefix, other.metric) == (route.prefix, route.metric) for other in routes):
            raise ValueError(f"{route}: table {table} has one of that prefix and metric")
        routes.append(route)

    def add_rule(self, source: str, table: str) -> None:
        """`ip rule add from … table …`: it comes before the lowest priority but 0 (`fib_default_rule_pref`)."""
        lowest = min(rule.priority for rule in self.rules if rule.priority)
        self.rules.append(Rule(lowest - 1, table, source))

    def lookup(self, destination: str, source: str = UNKNOWN) -> Route | None:
        """The route of a packet between these two, or None: network is unreachable."""
        for rule in sorted(self.rules, key=lambda rule: rule.priority):
            if not matches(rule.source, source):
                continue
            found = [route for route in self.tables.get(rule.table, ()) if matches(route.prefix, destination)]
            if found:
                return min(found, key=lambda route: (-route.length, route.metric))
        return None

    def validate(self, source: str, destination: str, device: str, rp_filter: int) -> Check:
        """Whether a packet may come in by `device`, as `fib_frontend.c:__fib_validate_source` decides it.

        The lookup is that of an answer: the addresses change places. So rules by address count here as well.
        """
        way = self.lookup(source, destination)
        if way is None:
            return Check(REVERSE_PATH if rp_filter else ACCEPTED, None)
        if way.local:
            return Check(MARTIAN, way)
        if way.device != device and rp_filter == STRICT:
            return Check(REVERSE_PATH, way)
        return Check(ACCEPTED, way)


@dataclass(frozen=True)
class Check:
    """What became of a packet that came in, and the route back to its source that decided it."""

    verdict: str
    way: Route | None

    @property
    def passed(self) -> bool:
        """Whether it may go on to its socket."""
        return self.verdict == ACCEPTED


@dataclass(frozen=True)
class Conf:
    """One entry of /proc/sys/net/ipv4/conf/*/: `written` has the interfaces to which somebody wrote.

    The others have what `default` has, also when it changes later (`devinet.c:devinet_copy_dflt_conf`).
    """

    all: int
    default: int
    written: Mapping[str, int] = field(default_factory=dict)

    def own(self, device: str) -> int:
        """What stands in the interface's own file."""
        return self.written.get(device, self.default)

    def greatest(self, device: str) -> int:
        """What counts for rp_filter: the larger of the two (`inetdevice.h:IN_DEV_RPFILTER`, IN_DEV_MAXCONF)."""
        return max(self.all, self.own(device))
