"""reverse-path: F01 and F02, and what Linux 6.18 did with the same server, routes and values."""

from __future__ import annotations

import itertools
import json
import math

import pytest

from inflight import bridge
from inflight.experiments.reverse_path.uplinks import FILTERED, Call, ladder
from inflight.figure.catalogue import find
from inflight.kernel.path.routing import Conf
from inflight.scenes.syn_timers import Rules

SYNS = 11
"""Of a client that gets no answer, on a kernel that nobody has chosen."""


def run(**values: object) -> dict:
    return bridge.start("reverse-path", json.dumps(values)).result()


def preset(name: str) -> dict:
    return run(**dict(find("reverse-path").preset(name).values))


def figure(result: dict, name: str) -> float:
    return result["summary"][name]["value"]


def rows(result: dict, table: str) -> list[dict]:
    columns = result["tables"][table]
    words = [
        [column["words"][int(value)] if column.get("words") else value for value in column["values"]]
        for column in columns
    ]
    names = [column["name"] for column in columns]
    return [dict(zip(names, values, strict=True)) for values in zip(*words, strict=True)]


def way(result: dict, which: int) -> list[str]:
    return [row["place"] for row in rows(result, "ways") if row["way"] == which]


def ended(result: dict) -> list[str]:
    """The places at which a packet ends, and the checks that did it."""
    at = [row["place"] for row in rows(result, "ways") if row["end"]]
    return at + [row["step"] for row in rows(result, "checks") if row["fate"] == 1 and row["step"] != "Client"]


@pytest.mark.parametrize(
    ("kernel", "sent", "waited"),
    [("6.1", [0, 1, 3, 7, 15, 31, 63], 127), ("6.12", [0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67], 131)],
)
def test_f01_the_syn_arrives_nothing_answers_and_one_counter_knows(
    kernel: str, sent: list[float], waited: float
) -> None:
    """The first SYN, tcp_syn_retries 6, and since 6.5 four more: H20, H21."""
    result = run(kernel=kernel)
    assert figure(result, "syns") == len(sent)
    assert figure(result, "reverse_path") == len(sent), "each of them is dropped on receipt and counted"
    assert figure(result, "answers") == figure(result, "no_route") == 0
    assert figure(result, "waited") == waited
    assert [row["sent"] for row in rows(result, "segments")] == sent
    assert not any(row["arrived"] is None for row in rows(result, "segments")), "tcpdump sees every one"
    assert ended(result) == ["interface1", "rp_filter"]


def test_f01_log_martians_writes_a_line_for_each_drop_and_for_nothing_else() -> None:
    assert figure(run(log=True), "logged") == SYNS
    assert figure(run(log=False), "logged") == 0
    assert figure(run(log=True, rp_all="2"), "logged") == 0


def test_f02_neither_zero_switches_it_off_alone() -> None:
    for name in ("all = 0", "eth1 = 0"):
        assert figure(preset(name), "effective") == 1
        assert figure(preset(name), "reverse_path") == SYNS
    assert figure(run(rp_all="0", rp_eth1="0"), "connected") == 1


def test_f02_two_is_loose_and_not_off() -> None:
    result = preset("eth1 = 2")
    assert figure(result, "effective") == 2
    assert figure(result, "connected") == 1
    nowhere = run(rp_eth1="2", routes="none")
    assert figure(nowhere, "reverse_path") == SYNS, "loose still wants some route back"


def test_f02_the_nine_combinations_are_those_that_were_measured() -> None:
    """Linux 6.18, a default route over eth0, a SYN by eth1: dropped for (0, 1), (1, 0) and (1, 1)."""
    lines = [list(row.values())[1:] for row in rows(run(), "maximum")]
    cells = {(everywhere, own): text for everywhere, line in enumerate(lines) for own, text in enumerate(line)}
    assert [place for place, text in cells.items() if "dropped" in text] == [(0, 1), (1, 0), (1, 1)]
    assert all(text.startswith(f"{max(place)}: ") for place, text in cells.items())
    assert [place for place, text in cells.items() if text.endswith("◀")] == [(1, 1)]


def test_default_counts_where_nobody_has_written() -> None:
    assert figure(run(rp_all="0", rp_default="2"), "effective") == 2
    assert figure(run(rp_all="0", rp_default="2", rp_eth1="0"), "effective") == 0


def test_a_table_for_each_address_cures_it_with_strict_filters_and_firewalls() -> None:
    result = preset("A table for each address")
    assert figure(result, "effective") == 1
    assert figure(result, "connected") == 1
    there = ["client", "gateway1", "network1", "interface1", "server"]
    assert way(result, 0) == there
    assert way(result, 1) == there[::-1], "the answer takes the way of the question"
    for client, to, routes in itertools.product(("far", "near0", "near1"), ("eth0", "eth1"), ("eth0", "eth1", "both")):
        each = run(client=client, to=to, routes=routes, policy=True, middle="stateful")
        assert figure(each, "connected") == 1, (client, to, routes)
        assert way(each, 0) == way(each, 1)[::-1]


def test_a_firewall_on_the_way_back_drops_the_answer_and_no_counter_of_the_server_moves() -> None:
    result = preset("A firewall on the way back")
    assert figure(result, "reverse_path") == figure(result, "no_route") == 0
    assert figure(result, "connected") == 0
    assert figure(result, "waited") == 131
    assert ended(result) == ["gateway0", "Gateways"]


def test_syn_acks_that_get_lost_leave_when_the_kernels_did() -> None:
    """Linux 6.18, linear timeouts off, a gateway that checks sources: seconds at which SYN-ACKs were on the wire."""
    seen = [0.0, 1.0, 1.0, 3.02, 3.02, 7.09, 7.09, 15.28, 15.28, 31.41, 31.41, 65.45, 66.48, 68.49, 72.62, 80.81, 96.94]
    result = run(rp_eth1="2", middle="sources", kernel="6.1")
    mine = [row["sent"] for row in rows(result, "segments") if row["label"] == "SYN-ACK"]
    # the kernel's wheel fires late by up to an eighth, and once more for each doubling
    assert len(mine) == len(seen)
    assert all(abs(a - b) <= 0.03 + 0.05 * b for a, b in zip(mine, seen, strict=True)), mine


@pytest.mark.parametrize("kernel", ["6.1", "6.12"])
def test_syn_acks_leave_when_those_of_a_socket_do(kernel: str) -> None:
    """The figure of SYN timers has sockets, whose timers fire late."""
    socket = bridge.start("syn-retries", json.dumps({"kernel": kernel, "back": 0, "loss_back": 100})).result()
    mine, seen = (
        [row["sent"] for row in rows(result, "segments") if row["label"] == "SYN-ACK"]
        for result in (run(rp_eth1="2", middle="sources", kernel=kernel), socket)
    )
    assert len(mine) == len(seen)
    assert all(a - 0.03 <= b <= 1.05 * a + 0.1 for a, b in zip(mine, seen, strict=True)), (mine, seen)


def test_a_neighbour_that_calls_the_other_address_is_dropped_by_strict_only() -> None:
    assert figure(preset("A neighbour"), "reverse_path") == SYNS
    assert figure(run(client="near0", rp_all="2"), "connected") == 1
    assert way(run(client="near0", rp_all="2"), 1) == ["server", "interface0", "network0", "client"]


def test_connected_and_dead() -> None:
    result = preset("Connected, and dead")
    assert figure(result, "waited") == pytest.approx(0.04)
    assert figure(result, "connected") == 0
    assert ended(result) == ["gateway0", "Gateways"]
    states = {(row["side"], row["state"]) for row in rows(result, "states")}
    assert ("client", "ESTABLISHED") in states
    assert ("server", "ESTABLISHED") not in states
    forgotten = next(row for row in rows(result, "states") if row["state"] == "SYN_RECV")
    assert forgotten["end"] - forgotten["start"] == 63  # H22


def test_without_a_route_another_counter_knows() -> None:
    result = preset("No route at all")
    assert figure(result, "no_route") == SYNS
    assert figure(result, "reverse_path") == 0
    assert ended(result) == ["server", "Route back"]


def test_the_second_default_route_does_not_help_a_strict_filter() -> None:
    assert figure(preset("Two default routes"), "reverse_path") == SYNS
    assert figure(run(routes="static"), "connected") == 1, "a route for just this client over eth1 does"
    assert figure(run(routes="static", to="eth0"), "reverse_path") == SYNS, "and breaks the other address for it"


@pytest.mark.parametrize(("retries", "gives_up"), [(1, 3), (5, 63), (6, 127), (8, 367)])
def test_connect_gives_up_when_the_doubling_does(retries: int, gives_up: float) -> None:
    """The gaps are 1, 2, 4, … s, and 120 s at most."""
    assert ladder(Rules(retries))[-1] == gives_up
    assert figure(run(syn_retries=retries, kernel="6.1"), "waited") == gives_up


def test_the_outcome_is_what_the_parts_say() -> None:
    """For all settings: who connects has passed the filter, has a way back, and no gateway against it."""
    asked = ("client", "to", "routes", "middle")
    choices = {p.name: list(p.choices) for p in find("reverse-path").parameters if p.name in asked}
    for values in itertools.product(*choices.values(), (False, True), ("0", "1", "2")):
        setting = dict(zip([*choices, "policy", "rp_all"], values, strict=True))
        result = run(**setting, rp_default="0")
        fates = {row["step"]: row["fate"] for row in rows(result, "checks")}
        assert (figure(result, "connected") == 1) == (set(fates.values()) == {0}), setting
        assert figure(result, "reverse_path") == (SYNS if fates["rp_filter"] == 1 else 0)
        lost = [row for row in rows(result, "segments") if row["arrived"] is None]
        assert bool(lost) == (fates["Gateways"] == 1)
        # a stateful gateway forwards every connection that keeps to its way
        back = [place for place in way(result, 1) if place.startswith("gateway")]
        there = [place for place in way(result, 0) if place.startswith("gateway")]
        if setting["middle"] == "stateful" and back == there[::-1] and fates["rp_filter"] == 0:
            assert fates["Gateways"] in (0, 2)


def test_the_commands_say_what_the_kernel_would() -> None:
    def lines(**values: object) -> str:
        return "\n".join(line for block in run(**values)["commands"] for line in block["lines"])

    dropped = lines()
    assert (
        "ip route get 192.168.1.2 from 203.0.113.9 iif eth1   # may it come in? RTNETLINK answers: Invalid" in dropped
    )
    assert "ip route get 203.0.113.9 from 192.168.1.2   # where would the answer go? via 10.0.0.1 dev eth0" in dropped
    assert "ip rule add from 192.168.1.2 table 101" in lines(policy=True)
    assert "Network is unreachable" in lines(routes="none", rp_all="0", rp_default="0")
    assert "conf.eth1.rp_filter=" not in dropped, "nobody has written to it"
    assert "conf.eth1.rp_filter=2" in lines(rp_eth1="2")


def test_a_result_has_no_value_that_is_not_a_number() -> None:
    result = run(middle="stateful", rp_all="2")
    assert all(math.isfinite(value) for column in result["columns"] for value in column["values"])


def test_strict_on_another_interface_does_not_matter() -> None:
    conf = Conf(0, 0, {"eth0": 1})
    call = Call(client="203.0.113.9", device="eth1", routes="eth0", policy=False, conf=conf, middle="plain")
    assert call.outcome != FILTERED
