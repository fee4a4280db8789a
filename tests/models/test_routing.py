"""routing: lookups worked by hand, and reverse-path checks as a kernel answered them."""

from __future__ import annotations

import ipaddress
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.path.routing import (
    ACCEPTED,
    LOOSE,
    MARTIAN,
    OFF,
    REVERSE_PATH,
    STRICT,
    Conf,
    Fib,
    Route,
    matches,
    network_of,
    number,
)

INTERFACES = {"eth0": "10.0.0.2/24", "eth1": "192.168.1.2/24"}
FAR, NEAR0, NEAR1 = "203.0.113.9", "10.0.0.50", "192.168.1.50"
ON0, ON1 = "10.0.0.2", "192.168.1.2"
VIA0, VIA1 = Route("0.0.0.0/0", "eth0", "10.0.0.1"), Route("0.0.0.0/0", "eth1", "192.168.1.1")
ROUTES = {
    "eth0": (VIA0,),
    "eth1": (VIA1,),
    "both": (
        Route("0.0.0.0/0", "eth0", "10.0.0.1", metric=100),
        Route("0.0.0.0/0", "eth1", "192.168.1.1", metric=200),
    ),
    "none": (),
    "static": (VIA0, Route("203.0.113.0/24", "eth1", "192.168.1.1")),
}


def server(*routes: Route, policy: bool = False) -> Fib:
    fib = Fib(INTERFACES)
    for route in routes:
        fib.add(route)
    if policy:
        for device, gateway, table in (("eth0", "10.0.0.1", "100"), ("eth1", "192.168.1.1", "101")):
            fib.add(Route(network_of(INTERFACES[device]), device), table)
            fib.add(Route("0.0.0.0/0", device, gateway), table)
            fib.add_rule(INTERFACES[device].partition("/")[0], table)
    return fib


# What Linux 6.18 did: two interfaces in a network namespace, a listener, one SYN each, from each of three clients to
# each of two addresses. Outcome: the interface by which the SYN-ACK left, F if IPReversePathFilter counted, N if
# IpOutNoRoutes and ListenDrops did. The columns are client → address called.
PAIRS = [(client, to) for client in (NEAR0, NEAR1, FAR) for to in (ON0, ON1)]
MEASURED = {
    # routes, rules by address, rp_filter: near0→0, near0→1, near1→0, near1→1, far→0, far→1
    ("eth0", False, OFF): "0 0 1 1 0 0",
    ("eth0", False, STRICT): "0 F F 1 0 F",
    ("eth0", False, LOOSE): "0 0 1 1 0 0",
    ("eth0", True, OFF): "0 1 0 1 0 1",
    ("eth0", True, STRICT): "0 1 0 1 0 1",
    ("eth0", True, LOOSE): "0 1 0 1 0 1",
    ("eth1", False, OFF): "0 0 1 1 1 1",
    ("eth1", False, STRICT): "0 F F 1 F 1",
    ("eth1", False, LOOSE): "0 0 1 1 1 1",
    ("eth1", True, OFF): "0 1 0 1 0 1",
    ("eth1", True, STRICT): "0 1 0 1 0 1",
    ("eth1", True, LOOSE): "0 1 0 1 0 1",
    ("both", False, OFF): "0 0 1 1 0 0",
    ("both", False, STRICT): "0 F F 1 0 F",
    ("both", False, LOOSE): "0 0 1 1 0 0",
    ("both", True, OFF): "0 1 0 1 0 1",
    ("both", True, STRICT): "0 1 0 1 0 1",
    ("both", True, LOOSE): "0 1 0 1 0 1",
    ("none", False, OFF): "0 0 1 1 N N",
    ("none", False, STRICT): "0 F F 1 F F",
    ("none", False, LOOSE): "0 0 1 1 F F",
    ("none", True, OFF): "0 1 0 1 0 1",
    ("none", True, STRICT): "0 1 0 1 0 1",
    ("none", True, LOOSE): "0 1 0 1 0 1",
    ("static", False, OFF): "0 0 1 1 1 1",
    ("static", False, STRICT): "0 F F 1 F 1",
    ("static", False, LOOSE): "0 0 1 1 1 1",
    ("static", True, OFF): "0 1 0 1 0 1",
    ("static", True, STRICT): "0 1 0 1 0 1",
    ("static", True, LOOSE): "0 1 0 1 0 1",
}


@pytest.mark.parametrize(("setting", "outcomes"), MEASURED.items(), ids=str)
def test_the_kernel_did_the_same(setting: tuple[str, bool, int], outcomes: str) -> None:
    routes, policy, rp_filter = setting
    fib = server(*ROUTES[routes], policy=policy)
    for (client, to), outcome in zip(PAIRS, outcomes.split(), strict=True):
        device = "eth0" if to == ON0 else "eth1"
        check = fib.validate(client, to, device, rp_filter)
        back = fib.lookup(client, source=to)
        said = "F" if check.verdict == REVERSE_PATH else back.device[-1] if back else "N"
        assert said == outcome, (client, to)


def test_a_longer_prefix_wins_whatever_the_metric() -> None:
    fib = server(VIA0, Route("203.0.0.0/16", "eth1", metric=1), Route("203.0.113.0/24", "eth0", metric=900))
    assert str(fib.lookup(FAR)) == "203.0.113.0/24 dev eth0 metric 900"
    assert fib.lookup("203.0.7.1").device == "eth1"
    assert fib.lookup("8.8.8.8") == VIA0


def test_among_equal_prefixes_the_lowest_metric_wins_and_equal_metrics_are_refused() -> None:
    fib = server(*ROUTES["both"])
    assert fib.lookup(FAR).metric == 100
    with pytest.raises(ValueError, match="metric"):
        fib.add(Route("0.0.0.0/0", "eth1", "192.168.1.9", metric=200))


def test_the_hosts_own_addresses_come_first() -> None:
    """Rule 0 looks into the table `local`, so no route of another table can take them away."""
    fib = server(VIA0, Route("10.0.0.2", "eth1"))
    assert fib.lookup(ON0).local


def test_rules_are_asked_in_order_and_the_next_one_where_a_table_has_nothing() -> None:
    fib = server(VIA0, policy=True)
    # as `ip rule` printed it after the same two commands: the second comes before the first
    assert sorted((rule.priority, rule.source, rule.table) for rule in fib.rules) == [
        (0, "0.0.0.0/0", "local"),
        (32764, ON1, "101"),
        (32765, ON0, "100"),
        (32766, "0.0.0.0/0", "main"),
        (32767, "0.0.0.0/0", "default"),
    ]
    assert fib.lookup(FAR, source=ON1).device == "eth1"
    assert fib.lookup(FAR).device == "eth0", "a rule by address does not hold for packets without that address"
    empty = server(VIA0)
    empty.add_rule(ON1, "200")
    assert empty.lookup(FAR, source=ON1) == VIA0, "table 200 has no routes, so the main one is asked"


def test_a_route_over_another_interface_is_enough_for_loose_and_not_for_strict() -> None:
    fib = server(VIA0)
    verdicts = [fib.validate(FAR, ON1, "eth1", rp_filter).verdict for rp_filter in (OFF, STRICT, LOOSE)]
    assert verdicts == [ACCEPTED, REVERSE_PATH, ACCEPTED]


def test_without_any_route_back_loose_drops_as_well() -> None:
    """`last_resort` in __fib_validate_source: only with 0 the packet may pass."""
    verdicts = [server().validate(FAR, ON1, "eth1", rp_filter).verdict for rp_filter in (OFF, STRICT, LOOSE)]
    assert verdicts == [ACCEPTED, REVERSE_PATH, REVERSE_PATH]


@pytest.mark.parametrize("rp_filter", [OFF, STRICT, LOOSE])
def test_a_packet_from_an_own_address_is_a_martian_whatever_rp_filter_says(rp_filter: int) -> None:
    """-EINVAL, which IPReversePathFilter does not count."""
    assert server(VIA0).validate(ON0, ON1, "eth1", rp_filter).verdict == MARTIAN


def test_the_larger_of_all_and_the_interface_counts() -> None:
    """As measured with a default route over eth0 and a SYN by eth1: dropped where the maximum is 1."""
    dropped = {(0, 1), (1, 0), (1, 1)}
    for everywhere, own in itertools.product(range(3), repeat=2):
        conf = Conf(everywhere, 0, {"eth1": own})
        check = server(VIA0).validate(FAR, ON1, "eth1", conf.greatest("eth1"))
        assert check.passed == ((everywhere, own) not in dropped)


def test_default_is_for_interfaces_that_nobody_wrote_to() -> None:
    """Measured: default=1 changes an interface that is there; after a 0 written to it, default=2 does not."""
    assert Conf(0, 1).own("eth1") == 1
    assert Conf(0, 2, {"eth1": 0}).own("eth1") == 0
    assert Conf(0, 2, {"eth1": 0}).own("eth0") == 2


ADDRESSES = st.integers(0, 2**32 - 1).map(lambda value: str(ipaddress.ip_address(value)))


@given(address=ADDRESSES, other=ADDRESSES, bits=st.integers(0, 32))
def test_prefixes_are_those_of_the_standard_library(address: str, other: str, bits: int) -> None:
    network = ipaddress.ip_network(f"{address}/{bits}", strict=False)
    assert network_of(f"{address}/{bits}") == str(network)
    assert number(address) == int(ipaddress.ip_address(address))
    for each in (address, other):
        assert matches(str(network), each) == (ipaddress.ip_address(each) in network)


@given(
    client=ADDRESSES,
    to=st.sampled_from([ON0, ON1]),
    routes=st.sampled_from(sorted(ROUTES)),
    policy=st.booleans(),
)
def test_what_strict_lets_in_loose_does_and_what_loose_lets_in_no_check_does(
    client: str, to: str, routes: str, policy: bool
) -> None:
    fib = server(*ROUTES[routes], policy=policy)
    device = "eth0" if to == ON0 else "eth1"
    strict, loose, off = (fib.validate(client, to, device, rp_filter).passed for rp_filter in (STRICT, LOOSE, OFF))
    assert strict <= loose <= off
    if strict:
        assert fib.lookup(client, source=to).device == device, "strict means that the answer leaves where it came in"
