"""The incident room: an expert who reads the tools finds every fault, and who asks for nothing has luck at best."""

from __future__ import annotations

import importlib
import json
import math
import random
from collections import Counter
from functools import cache, lru_cache

import pytest
from family_checks import run_without_collector

from inflight.bridge import answers
from inflight.cli import main
from inflight.figure.slices import finish
from inflight.incidents import room
from inflight.incidents.case import LEVELS, SEEDS, Case, CaseError, open_case
from inflight.incidents.families import families
from inflight.incidents.grade import CAUSE, ECONOMY, FIX, GUESSED, NEAR, judge, shows
from inflight.incidents.probes import UnknownProbe, question, questions
from inflight.incidents.scene import Scene
from inflight.incidents.visit import Visit

FAULTS = [(family.id, fault.id) for family in families().values() for fault in family.faults]


@lru_cache(maxsize=8)
def scene_of(case: Case) -> Scene:
    return run_without_collector(case.run())


@cache
def first_seeds(family: str, level: int) -> dict[str, int]:
    """Fault: the first seed whose case has it."""
    seeds: dict[str, int] = {}
    for seed in range(400):
        seeds.setdefault(open_case(seed, level, family).fault.id, seed)
    return seeds


def graded(case: Case, cause: str, fix: str, asked: list[str]):
    return finish(judge(case, scene_of(case), case.suspect(cause), case.fix(fix), asked))


def solve(case: Case):
    """The expert's answer, and what it asked, minute after minute."""
    asked: list[str] = []
    visit = Visit(run_without_collector(case.run()))

    def ask(probe: str) -> str:
        asked.append(question(visit.scene, probe).id)
        return finish(visit.ask(probe))

    cause, fix = importlib.import_module(f"experts.{case.family.id}").solve(ask)
    return cause, fix, asked


def test_there_are_at_least_fifteen_faults():
    assert len(FAULTS) >= 15
    assert len({fault for _, fault in FAULTS}) == len(FAULTS)


# Every second one; each takes two cases.
@pytest.mark.parametrize(
    ("family", "fault"),
    [pytest.param(*each, marks=pytest.mark.full if place % 2 else ()) for place, each in enumerate(FAULTS)],
)
def test_an_expert_solves_it(family, fault):
    """At the first level that has it and at the last, where most leads nowhere."""
    first = next(each.level for each in families()[family].faults if each.id == fault)
    assert not any(fault in first_seeds(family, level) for level in LEVELS if level < first)
    for level in sorted({first, max(LEVELS)}):
        seed = first_seeds(family, level)[fault]
        case = open_case(seed, level, family)
        cause, fix, asked = solve(case)
        verdict = graded(case, cause, fix, asked)
        assert (cause, verdict.fixed, verdict.guessed) == (fault, True, False), f"seed {seed}, level {level}"
        assert verdict.points >= CAUSE + FIX + ECONOMY / 3


# That a remedy helps is shown for each family in its own tests, too.
@pytest.mark.parametrize(
    ("family", "fault"),
    [
        pytest.param(family, fault, marks=() if fault == families()[family].faults[0].id else pytest.mark.full)
        for family, fault in FAULTS
    ],
)
def test_its_remedy_helps_and_something_shows_it(family, fault):
    case = open_case(first_seeds(family, 3)[fault], 3, family)
    assert not scene_of(case).well
    verdict = graded(case, fault, case.fault.remedy, [])
    assert verdict.fixed
    assert verdict.guessed
    assert verdict.points == GUESSED + FIX


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


def test_the_same_seed_is_the_same_case_through_every_door(capsys):
    for seed, level in [(0, 1), (1, 2), (2, 3), (SEEDS - 1, 1)]:
        answer = answers.ask("incident", json.dumps({"seed": seed, "level": level}))
        while not answer.step(50):
            pass
        page = json.loads(answer.text())
        assert main(["incident", "--seed", str(seed), "--level", str(level), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["incident"] == page
        assert page["complaint"] == open_case(seed, level).complaint


def test_a_scene_is_the_same_each_time():
    case = open_case(11, 2)
    first, again = ([each.answer() for each in questions(finish(case.run()))] for _ in range(2))
    assert first == again


def test_different_seeds_are_different_cases():
    cases = [open_case(seed, 3) for seed in range(60)]
    assert len({case.complaint for case in cases}) > 20
    assert {case.family.id for case in cases} == set(families())


@pytest.mark.parametrize(
    ("seed", "level", "family", "said"),
    [
        (-1, 1, "", "from 0 to"),
        (SEEDS, 1, "", "from 0 to"),
        (1, 4, "", "First week"),
        (1, 1, "weather", "transfer"),
    ],
)
def test_a_case_that_there_is_not_says_what_is_allowed(seed, level, family, said):
    with pytest.raises(CaseError, match=said):
        open_case(seed, level, family)


def test_a_probe_that_there_is_not_says_which_there_are():
    scene = scene_of(open_case(1))
    with pytest.raises(UnknownProbe, match="nstat"):
        question(scene, "tarot@server")


def test_bad_input_of_the_command_is_one_line(capsys):
    for flags in (["--seed", "-3"], ["--level", "9"], ["--seed", "1", "--probe", "x"], ["--cause", "y"]):
        assert main(["incident", "--seed", "1", *flags]) == 2
        error = capsys.readouterr().err
        assert error.startswith("inflight: ")
        assert error.count("\n") == 1


def test_asking_costs_and_asking_again_costs_again():
    case = open_case(3, 1)
    scene = scene_of(case)
    clue = min((each for each in questions(scene) if shows(case, each)), key=lambda each: each.cost)
    right = (case.fault.id, case.fault.remedy)
    few = graded(case, *right, [clue.id])
    again = graded(case, *right, [clue.id] * 9)
    everything = graded(case, *right, [each.id for each in questions(scene)])
    assert few.points == CAUSE + FIX + ECONOMY
    assert again.minutes == 9 * few.minutes
    assert everything.points < few.points
    assert everything.minutes == sum(each.cost for each in questions(scene))


def test_the_right_mechanism_is_worth_half_to_one_who_has_seen_it():
    """A send buffer is too small, and it takes one look more to see who made it so."""
    case = next(case for seed in range(400) if (case := open_case(seed, 2, "transfer")).fault.id == "wmem")
    server = case.setting.names[1]
    seen, unseen = (
        graded(case, "sndbuf", "sndbuf-auto", [f"ss-tin@{server}"]),
        graded(case, "sndbuf", "sndbuf-auto", []),
    )
    assert (seen.near, seen.points) == (True, NEAR)
    assert (unseen.near, unseen.points) == (False, 0)
    assert graded(case, "pacing", "sndbuf-auto", [f"ss-tin@{server}"]).points == 0


# ---- time passes -----------------------------------------------------------------------------------------------------


def counted(text: str) -> dict[str, int]:
    return {line.split()[0]: int(line.split()[1]) for line in text.splitlines()[1:]}


@pytest.mark.parametrize("family", families())
def test_nstat_counts_what_has_happened_since_it_was_asked(family):
    """And in minutes as many times more as they are longer; the model is not always in the same phase."""
    visit = Visit(run_without_collector(open_case(6, 2, family).run()))
    texts = [finish(visit.ask(probe)) for probe in ("nstat@0", "nstat@0", "log@0", "ss-s@0", "ss-s@0", "nstat@0")]
    first, minute, four = counted(texts[0]), counted(texts[1]), counted(texts[-1])
    assert minute["IpInReceives"] > 0
    assert four["IpInReceives"] / minute["IpInReceives"] == pytest.approx(4, rel=0.25)
    total = visit.scene.machines[0].counters["IpInReceives"]
    assert total == first["IpInReceives"] + minute["IpInReceives"] + four["IpInReceives"]


@pytest.mark.parametrize("family", families())
def test_later_looks_agree_as_the_first_one_did(family):
    visit = Visit(run_without_collector(open_case(6, 2, family).run()))
    for _ in range(3):
        finish(visit.ask("ss-s@0"))
        for machine in visit.scene.machines:
            counters, nic = machine.counters, machine.nic
            assert nic["rx_packets"] - nic["rx_broadcast"] >= counters["IpInReceives"]
            assert counters["IpInReceives"] - counters["IpInDelivers"] == counters.get("TcpExtIPReversePathFilter", 0)
            assert counters["IpExtInOctets"] < nic["rx_bytes"]
            if len(machine.qdiscs) == 1 and machine.qdiscs[0].kind == "fq_codel":
                assert machine.qdiscs[0].packets == nic["tx_packets"]


def test_what_was_asked_before_decides_what_is_printed_and_nothing_else():
    case = (12, 2, "requests")
    asked = ["nstat", "log", "ss-tin"]
    first = [finish(room.probe(*case, each, asked[:place]))["text"] for place, each in enumerate(asked)]
    finish(room.probe(*case, "tc", []))  # somebody else's visit
    assert finish(room.probe(*case, "ss-tin", asked[:2]))["text"] == first[2]
    assert finish(room.probe(*case, "ss-tin", []))["text"] != first[2]


def test_a_wrong_cause_is_worth_nothing():
    case = open_case(5, 2)
    wrong = next(each for each in case.suspects if each is not case.fault)
    rng = random.Random(1)
    asked = [rng.choice(questions(scene_of(case))).id]
    assert graded(case, wrong.id, case.fault.remedy, asked).points == FIX
