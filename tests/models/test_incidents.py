"""The incident room: an expert who reads the tools finds every fault, and who asks for nothing has luck at best."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from functools import cache
from itertools import pairwise

import pytest
from calls import asks, begin, diagnose, solve, typed
from family_checks import run_without_collector

from inflight.bridge import answers
from inflight.cli import main
from inflight.figure.slices import finish
from inflight.incidents import room
from inflight.incidents.call import CallError
from inflight.incidents.case import LEVELS, SEEDS, Case, CaseError, open_case
from inflight.incidents.changes import printed
from inflight.incidents.debrief import shortest
from inflight.incidents.families import families
from inflight.incidents.grade import CAUSE, FIXED, LISTED, MECHANISM, PROOF, REPORTED, score
from inflight.incidents.hypothesis import meant
from inflight.incidents.kernels import RELEASES
from inflight.scenes.kernel import USUAL

FAULTS = [(family.id, fault.id) for family in families().values() for fault in family.faults]


@cache
def first_seeds(family: str, level: int) -> dict[str, int]:
    """Fault: the first seed whose case has it."""
    seeds: dict[str, int] = {}
    for seed in range(400):
        seeds.setdefault(open_case(seed, level, family).fault.id, seed)
    return seeds


def points(call, name: str) -> int:
    return next(each.got for each in score(call) if each.name == name)


def do(call, *lines: str) -> list[str]:
    return [finish(call.do(line)) for line in lines]


def test_there_are_at_least_fifteen_faults():
    assert len(FAULTS) >= 15
    assert len({fault for _, fault in FAULTS}) == len(FAULTS)


# Each takes two cases.
@pytest.mark.parametrize(
    ("family", "fault", "kernel"),
    [
        pytest.param(*each, kernel, marks=() if kernel == USUAL and place % 2 == 0 else pytest.mark.full)
        for place, each in enumerate(FAULTS)
        for kernel in (USUAL, "6.1")
    ],
)
def test_an_expert_solves_it(family, fault, kernel):
    """At the first level that has it and at the last, where most leads nowhere; before the error budget is spent."""
    first = next(each.level for each in families()[family].faults if each.id == fault)
    assert not any(fault in first_seeds(family, level) for level in LEVELS if level < first)
    for level in sorted({first, max(LEVELS)}):
        seed = first_seeds(family, level)[fault]
        call = solve(open_case(seed, level, family, kernel))
        got = {each.name: each.got for each in score(call)}
        assert call.solved, f"seed {seed}, level {level}: {call.course.said[-1].cause.id}, {call.world.scene.outcome}"
        assert call.course.closed
        assert (got["cause"], got["proof"], got["fix"]) == (CAUSE, PROOF, FIXED), f"seed {seed}, level {level}"
        assert sum(got.values()) >= 85, f"seed {seed}, level {level}: {got}"
        assert call.promise.left(call.world.outage) > 0


# That a remedy helps is shown for each family in its own tests, too.
@pytest.mark.parametrize(
    ("family", "fault"),
    [
        pytest.param(family, fault, marks=() if fault == families()[family].faults[0].id else pytest.mark.full)
        for family, fault in FAULTS
    ],
)
def test_something_shows_it_and_a_guess_earns_nothing(family, fault):
    case = open_case(first_seeds(family, 3)[fault], 3, family)
    call = begin(case)
    assert not call.world.scene.well
    do(call, ":suspects", f":cause {fault}", f":fix {case.fault.remedy}")
    assert call.world.scene.well
    assert (points(call, "cause"), points(call, "proof"), points(call, "fix")) == (0, 0, FIXED)
    found = finish(shortest(case))
    assert found
    again = begin(case)
    do(again, f"{found.machine}# {found.command}", ":suspects", f":cause {fault}")
    assert (points(again, "cause"), points(again, "proof")) == (CAUSE - LISTED, PROOF)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("family", families())
def test_who_asks_for_nothing_does_no_better_than_chance(family, level):
    """The best guesser: knows, from half of the cases, which fault is most frequent behind these very words."""
    learnt: dict[tuple[str, ...], Counter[str]] = {}

    def visible(case: Case) -> list[tuple[str, ...]]:
        suspects = tuple(sorted(each.id for each in case.suspects))
        place = ("place", *(each.id for each in case.suspects))
        fixes = ("first fix", case.fixes[0].id)
        return [("words", case.complaint), ("suspects", *suspects), place, fixes]

    for seed in range(600):
        case = open_case(seed, level, family)
        for clue in visible(case):
            learnt.setdefault(clue, Counter())[case.fault.id] += 1
    right = 0
    expected = variance = 0.0
    for seed in range(600, 1200):
        case = open_case(seed, level, family)
        votes = sum((learnt.get(clue, Counter()) for clue in visible(case)), Counter())
        guess = max((each.id for each in case.suspects), key=lambda id: votes[id])
        right += guess == case.fault.id
        chance = 1 / len(case.suspects)
        expected += chance
        variance += chance * (1 - chance)
    assert right <= expected + 4 * math.sqrt(variance)


# ---- the same through every door -------------------------------------------------------------------------------------


def test_the_same_seed_is_the_same_case_through_every_door(capsys):
    for seed, level in [(0, 1), (1, 2), (2, 3), (SEEDS - 1, 1)]:
        answer = answers.ask("incident", json.dumps({"seed": seed, "level": level}))
        while not answer.step(50):
            pass
        page = json.loads(answer.text())
        assert main(["incident", "--seed", str(seed), "--level", str(level), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["incident"] == page
        assert page["complaint"] == open_case(seed, level).complaint


def test_the_same_lines_are_the_same_call_minute_by_minute(capsys):
    """In one go on the command line, and line by line as the page asks, whatever is asked in between."""
    key = (12, 2, "requests", "6.1")
    names = [each["name"] for each in finish(room.incident(*key))["machines"]]
    lines = [
        f"{names[0]}# nstat",
        f"{names[1]}# watch -n 5 ss -tin",
        ":dashboards",
        f"{names[0]}# nstat | head -4",
        f":fix {open_case(*key).fixes[0].id}",
        f"{names[0]}# tail -3 app.log",
    ]
    turns = []
    for place, line in enumerate(lines):
        turns.append(finish(room.turn(*key, lines[:place], line)))
        finish(room.turn(13, 1, "", USUAL, [], ":changes"))  # somebody else's call
    flags = [part for line in lines for part in ("--do", line)]
    case = ["--seed", "12", "--level", "2", "--family", "requests", "--kernel", "6.1"]
    assert main(["incident", *case, "--json", *flags]) == 0
    assert json.loads(capsys.readouterr().out)["turns"] == turns
    assert [each["standing"]["seconds"] for each in turns] == sorted(each["standing"]["seconds"] for each in turns)


def test_different_seeds_are_different_cases():
    cases = [open_case(seed, 3) for seed in range(60)]
    assert len({case.complaint for case in cases}) > 20
    assert {case.family.id for case in cases} == set(families())


def test_the_kernel_changes_neither_the_fault_nor_what_is_told():
    for seed in range(20):
        cases = [open_case(seed, 3, "", kernel) for kernel in RELEASES]
        assert len({(case.fault.id, case.complaint, case.began) for case in cases}) == 1


@pytest.mark.parametrize("kernel", RELEASES)
def test_machines_and_change_log_name_the_kernel(kernel):
    key = (3, 2, "requests", kernel)
    told = finish(room.incident(*key))
    assert told["kernel"] == kernel
    name = told["machines"][0]["name"]
    for command in ("sar -n TCP 1 1", "uname -r", "ethtool -i eth0"):
        assert kernel in finish(room.turn(*key, [], f"{name}# {command}"))["text"]
    logs = {printed(open_case(seed, 2, "requests", kernel), 0.0) for seed in range(20)}
    updates = {line.partition("kernel  ")[2] for log in logs for line in log.splitlines() if "kernel  " in line}
    assert len(updates) == 1
    assert all(word.startswith(kernel) for word in re.findall(r"[\d.]+\.[\d.]+", updates.pop()))


@pytest.mark.parametrize(
    ("seed", "level", "family", "kernel", "said"),
    [
        (-1, 1, "", USUAL, "from 0 to"),
        (SEEDS, 1, "", USUAL, "from 0 to"),
        (1, 4, "", USUAL, "in the page only"),
        (1, 5, "", USUAL, "First week"),
        (1, 1, "weather", USUAL, "transfer"),
        (1, 1, "", "2.4", "6.1, 6.12, 7.3"),
    ],
)
def test_a_case_that_there_is_not_says_what_is_allowed(seed, level, family, kernel, said):
    with pytest.raises(CaseError, match=said):
        open_case(seed, level, family, kernel)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nowhere# nstat", "a line is typed on a machine"),
        ("nstat", "a line is typed on a machine"),
        (":dance", ":mitigate"),
        (":fix prayer", "must be one of"),
        (":cause cork", "say what you think it is"),
        (":report one line", "three lines"),
        ("x" * 700, "at most 600"),
    ],
)
def test_a_line_that_cannot_be_done_says_what_can(line, said):
    call = begin(open_case(3, 1, "requests"))
    with pytest.raises(CallError, match=said):
        do(call, line)
    assert call.world.seconds == 0
    assert not call.course.steps


def test_bad_input_of_the_command_is_one_line(capsys):
    for flags in (["--seed", "-3"], ["--level", "9"], ["--do", "x"], ["--do", ":fix y"]):
        assert main(["incident", "--seed", "1", *flags]) == 2
        error = capsys.readouterr().err
        assert error.startswith("inflight: ")
        assert error.count("\n") == 1


@pytest.mark.parametrize("value", [1, 150, 30000])
def test_a_setting_takes_any_value_and_the_model_says_whether_it_is_enough(value):
    """A backlog far shorter than a burst overflows, whatever it was before; one as long as a burst cannot."""
    seed = first_seeds("arrivals", 1)["short-backlog"]
    call = begin(open_case(seed, 1, "arrivals"))
    machine = call.world.machines[0].name
    set_to, read = do(
        call,
        f"{machine}# sudo sysctl -w net.core.netdev_max_backlog={value}",
        f"{machine}# sysctl net.core.netdev_max_backlog",
    )
    assert set_to == read == f"net.core.netdev_max_backlog = {value}"
    assert call.world.scene.well == (value >= call.case.setting.burst)
    do(call, f":report 25% were missing | the backlog of RPS is too short | set it to {value}")
    assert ("say what was changed" not in score(call)[-2].said) == (value == 30000)


@pytest.mark.parametrize("seed", range(4))
def test_the_dashboards_say_what_the_log_says_at_the_time_of_the_call(seed):
    """However much less there is to do at night: the last value is what the model measures, give or take the noise."""
    call = begin(open_case(seed, 3, "connect"))
    measured = call.world.scene.measured
    rate = next(each for each in finish(call.graphs()) if each.id == "rate")
    assert rate.values[-1] == pytest.approx(measured.rate, rel=0.2)
    day = rate.values[: rate.times.index(0.0)]
    assert max(day) > 1.2 * min(day)


# ---- what it is worth ------------------------------------------------------------------------------------------------


def test_the_right_mechanism_is_worth_half_to_one_who_has_seen_it():
    """A send buffer is too small, and it takes one look more to see who made it so."""
    case = next(case for seed in range(400) if (case := open_case(seed, 2, "transfer")).fault.id == "wmem")
    seen, unseen = begin(case), begin(case)
    asks(seen)("ss-tin@1")
    for call in (seen, unseen):
        do(call, ":suspects", ":cause sndbuf")
    assert (points(seen, "cause"), points(unseen, "cause")) == (MECHANISM, 0)
    do(seen, ":cause pacing")
    assert points(seen, "cause") == 0


def test_changes_that_do_not_help_cost_and_the_second_try_earns_half():
    case = open_case(5, 2)
    call = begin(case)
    cause, fix = diagnose(call)
    other = next(each for each in case.suspects if each is not case.fault)
    wrong = next(each for each in case.fixes if not run_without_collector(case.run(each)).well)
    do(call, ":suspects", f":cause {other.id}", f":fix {wrong.id}", ":end")
    assert not call.course.closed
    do(call, f":cause {cause}", f":fix {fix}", ":end")
    assert call.course.closed
    assert points(call, "cause") == round((CAUSE - LISTED) / 2)
    assert points(call, "fix") < FIXED / 2
    with pytest.raises(CallError, match="over"):
        do(call, ":changes")


@pytest.mark.parametrize("family", families())
def test_what_is_said_in_the_words_of_the_list_is_understood(family):
    """And what could be anything isn’t."""
    faults = families()[family].faults
    for fault in faults:
        assert fault in meant(fault.cause, faults)
    assert meant("it is broken", faults) == []
    assert meant(" ".join(each.cause for each in faults), faults) == []


@pytest.mark.parametrize(
    ("family", "said", "cause"),
    [
        ("transfer", "{server_program} set SO_SNDBUF to a few kB", "sndbuf"),
        ("transfer", "the program on {server} asks for a socket that can only hold 12 kB", "sndbuf"),
        ("transfer", "the sending program throttles itself to 3.4 Mbit/s", "pacing"),
        ("transfer", "{server_program} had capped its sending rate with SO_MAX_PACING_RATE", "pacing"),
        ("transfer", "the sender only sends 30 packets per round trip because its cwnd is capped", "lock"),
        ("requests", "the client program wastes 180 ms per call after the answer has arrived", "slow-client"),
        ("requests", "{client} wasted 183 ms on each answer it already had", "slow-client"),
        ("requests", "{client}’s application is slow: the answer is complete after 44 ms", "slow-client"),
        ("requests", "the application on {server} is slow, not the network", "slow-server"),
        ("requests", "{server} thinks too long", "slow-server"),
        ("requests", "{client} opens a connection for every call", "new-connections"),
        ("leftovers", "{server_program} forgets to close(): its sockets stay in CLOSE-WAIT", "close-wait"),
    ],
)
def test_what_players_said_is_understood(family, said, cause):
    """Each was typed by somebody who had seen what shows it; names stand for roles, and units say nothing."""
    case = open_case(6, 3, family)
    call = begin(case)
    client, server = case.healthy.names
    program = getattr(case.healthy, "programs", case.healthy.names)[1]
    do(call, ":say " + said.format(client=client, server=server, server_program=program))
    assert call.course.may_mean[0].id == cause


def test_a_report_may_name_the_cause_as_it_was_named_before():
    case = next(each for each in (open_case(seed, 1, "transfer") for seed in range(200)) if each.fault.id == "sndbuf")
    call, program = begin(case), case.healthy.programs[1]
    do(call, f"{case.healthy.names[1]}# ss -tinmop")
    do(call, f":say {program} sets SO_SNDBUF to a few kB", ":cause sndbuf", ":fix sndbuf-auto")
    do(
        call,
        f":report 1.4 MB/s, not 12 | {program} set SO_SNDBUF to a few kB | the program no longer limits its buffer",
    )
    assert points(call, "report") == REPORTED
    do(call, ":report 1.4 MB/s, not 12 | the line loses packets | nothing yet")
    assert points(call, "report") == 3


# ---- time passes -----------------------------------------------------------------------------------------------------


def counted(text: str) -> dict[str, int]:
    return {line.split()[0]: int(line.split()[1]) for line in text.splitlines()[1:]}


def test_the_log_of_a_transfer_grows_by_what_the_card_receives():
    """Pieces of two and a half seconds: nothing that arrives between two lines is lost, and speeds are per second."""
    call = begin(open_case(1, 1, "transfer"))
    client = call.world.machines[0].name
    look = (f"{client}# nstat", f"{client}# tail -n 8 app.log")
    _, first, _, counts, later = do(call, *look, f"{client}# sleep 600", *look)
    rows = [line.split() for line in later.splitlines()]
    for (before, had, *_), (t, has, _, _, speed, _) in pairwise(rows):
        assert float(has) - float(had) == pytest.approx(float(speed) * (clock(t) - clock(before)), abs=0.12)
    grown = 1e6 * (float(rows[-1][1]) - float(first.splitlines()[-1].split()[1]))
    headers = (
        52 * counted(counts)["IpExtInNoECTPkts"]
    )  # once for each skb in the octets, and not all skbs are single segments
    assert counted(counts)["IpExtInOctets"] - headers / 2 == pytest.approx(grown, rel=0.02)


def clock(text: str) -> float:
    """Since midnight, s."""
    return sum(float(part) * scale for part, scale in zip(text.split(":"), (3600, 60, 1), strict=True))


@pytest.mark.parametrize("family", families())
def test_nstat_counts_what_has_happened_since_it_was_asked(family):
    """And as many times more as more time has passed; the model is not always in the same phase."""
    call = begin(open_case(6, 2, family))
    machine = call.world.machines[0].name
    lines = (typed(call, "nstat@0"), f"{machine}# sleep 60", typed(call, "nstat@0"), f"{machine}# sleep 300")
    first, _, minute, _, five = do(call, *lines, typed(call, "nstat@0"))
    few, many = counted(minute)["IpInReceives"], counted(five)["IpInReceives"]
    assert few > 0
    assert many / few == pytest.approx(320 / 80, rel=0.25)
    total = call.world.machines[0].counters["IpInReceives"]
    assert total == counted(first)["IpInReceives"] + few + many


@pytest.mark.parametrize("family", families())
def test_later_looks_agree_as_the_first_one_did(family):
    """Also after a change. The machine between them has more cards than the one that is shown."""
    call = begin(open_case(6, 2, family))
    for line in (":changes", ":changes", f":fix {call.case.fixes[0].id}", ":changes"):
        do(call, line)
        for machine in call.world.machines[:2]:
            counters, nic = machine.counters, machine.nic
            forwarded = counters.get("IpForwDatagrams", 0)
            filtered = counters.get("TcpExtIPReversePathFilter", 0)
            elsewhere = counters["IpInReceives"] - counters["IpInDelivers"]
            assert elsewhere == filtered if not forwarded else elsewhere >= filtered + forwarded
            if not forwarded:  # a box has a second card, whose counters nobody asks for
                assert nic["rx_packets"] - nic["rx_broadcast"] >= counters["IpInReceives"]
                assert counters["IpExtInOctets"] < nic["rx_bytes"]


@pytest.mark.parametrize("family", families())
def test_nothing_that_counts_goes_back(family):
    """Whatever is changed: counters of a kernel only grow."""
    call = begin(open_case(8, 2, family))
    before: list[dict[str, int]] = [dict(each.counters) for each in call.world.machines]
    for line in (":changes", f":fix {call.case.fault.remedy}", ":changes", f":fix {call.case.fixes[0].id}"):
        do(call, line)
        now = [dict(each.counters) for each in call.world.machines]
        for old, new in zip(before, now, strict=True):
            assert [name for name in old if new.get(name, 0) < old[name]] == []
        before = now


MOVES = {
    "arrivals": {"log", "mpstat", "softnet", "ss-tan", "ss-tin", "tc"},
    "leftovers": {"log", "softnet", "ss-tan", "ss-tin", "tc"},
    "proxy": {"log", "softnet", "ss-tin", "tc"},
}
"""What else does, in families where something always goes on."""


@pytest.mark.parametrize("family", families())
def test_a_second_look_differs_wherever_the_first_could(family):
    """Time of day, timers, queues, counters: what moves in the world has moved; settings have not."""
    call = begin(open_case(4, 2, family))
    moves = {"nstat", "ethtool-S"} | MOVES.get(family, set())
    rests = {"sysctl", "ethtool-g", "ethtool-c", "ip-route", "ss-lnt"}
    first: dict[str, str] = {}
    for again in (False, True):
        for place in range(len(call.world.machines)):
            for look in sorted(moves | rests):
                try:
                    line = typed(call, f"{look}@{place}")
                except StopIteration:
                    continue
                text = do(call, line.replace("# nstat", "# nstat -a"))[0]
                # the one that is no setting: how many connections conntrack knows now
                text = re.sub(r"(nf_conntrack_count =) \d+", r"\1", text)
                if not again:
                    first[line] = text
                elif look in rests:
                    assert text == first[line] or look == "ss-lnt"
                elif place == 0 or (family in MOVES and look != "mpstat" and (look, place) != ("log", 2)):
                    assert text != first[line], line
