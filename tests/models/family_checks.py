"""What holds for every family of the incident room; a family's test says which fixes help, and adds its own physics.

A subclass whose name begins with `Test` runs all of it.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from pathlib import Path

from inflight.figure.catalogue import catalogue
from inflight.figure.slices import finish
from inflight.incidents.evidence import pointed
from inflight.incidents.fault import Family, Run
from inflight.incidents.menu import suggestions
from inflight.incidents.scene import Machine, Scene
from inflight.incidents.seen import Seen, Telltale
from inflight.incidents.shared.background import put_background
from inflight.incidents.shell import session
from inflight.incidents.tools.sysctl import sysctls

NONE: Mapping[str, Set[str]] = {}
KEPT = 8
"""Scenes. Each is large, and the more are kept, the longer the garbage collector takes."""

CONNTRACK = {
    f"net.netfilter.nf_conntrack_{name}"
    for name in ("buckets", "count", "max", "tcp_loose", "tcp_timeout_established", "tcp_timeout_time_wait")
}
"""Those of a host that tracks connections, whose module is loaded (nf_conntrack-sysctl.rst)."""

DOCS = Path(__file__).parents[2] / "docs"


def run_without_collector(run: Run) -> Scene:
    """A model makes very many objects that live to the end; to look for garbage meanwhile takes a third of the time."""
    gc.disable()
    try:
        return finish(run)
    finally:
        gc.enable()


def seen_twice(machine: Machine, machines: Sequence[Machine], command: str) -> str:
    """What it prints; if it needs several moments, those at which nothing else was different."""
    every, rows = session.sampled(command) or (0.0, 0)
    earlier = [replace(machine, clock=machine.clock - every * (rows - row)) for row in range(rows)]
    return session.run(command, machine, machines, {}, earlier).text


def shown(scene: Scene, look: str) -> str:
    """What the menu’s command prints; `ss-tin@1`: on the machine of that place."""
    name, _, place = look.partition("@")
    machine = scene.machines[int(place or 0)]
    command = next(each.on(machine) for each in suggestions(machine) if each.id == name)
    return seen_twice(machine, scene.machines, command)


def told(scene: Scene, clue: str, telltale: Telltale) -> bool:
    """Whether the clue shows it on any machine on which it may be asked for, with any command of the menu."""
    name, _, place = clue.partition("@")
    for number in [int(place)] if place else range(len(scene.machines)):
        machine = scene.machines[number]
        for command in (each.on(machine) for each in suggestions(machine) if each.id == name):
            text = seen_twice(machine, scene.machines, command)
            if pointed(telltale, Seen((name,), number, text, command)):
                return True
    return False


def assert_agrees(machine: Machine) -> None:
    """What IP, the card, the qdisc and the CPUs have counted; no segment of these machines travels in another's skb."""
    counters, nic = machine.counters, machine.nic
    assert nic["rx_packets"] - nic["rx_broadcast"] == counters["IpInReceives"] == counters["IpExtInNoECTPkts"]
    assert nic["rx_bytes"] - 60 * nic["rx_broadcast"] - 14 * counters["IpInReceives"] == counters["IpExtInOctets"]
    assert (machine.qdiscs[0].packets, machine.qdiscs[0].bytes) == (nic["tx_packets"], nic["tx_bytes"])
    assert sum(cpu.processed for cpu in machine.softnet) == nic["rx_packets"]
    opened = counters.get("TcpActiveOpens", 0) + counters.get("TcpPassiveOpens", 0)
    assert counters.get("TcpExtTW", 0) <= opened


def shell_segments(machine: Machine) -> tuple[int, int]:
    """Segments that people's shells have received and sent."""
    shells = [each.info for each in machine.connections if each.here.endswith(":22") and each.info]
    return sum(each.segs_in for each in shells), sum(each.segs_out for each in shells)


def surrounded(scene: Scene) -> Scene:
    """With what goes on at every host besides, as a call shows it; the scene itself stays as it is."""
    machines = tuple(replace(each, counters=dict(each.counters), nic=dict(each.nic)) for each in scene.machines)
    for machine in machines:
        put_background(machine, 0.0)
    return replace(scene, machines=machines)


class Bench:
    """A family's model, set up as for a case of that seed. Equal settings are equal runs, so each is run once.

    others: of each fault the fixes that help besides its remedy; may: those that help in some cases.
    """

    def __init__(
        self, family: Family, others: Mapping[str, Set[str]] = NONE, may: Mapping[str, Set[str]] = NONE
    ) -> None:
        self.family = family
        self.others, self.may = others, may
        self.faults = {fault.id: fault for fault in family.faults}
        self.fixes = {fix.id: fix for fix in family.fixes}
        self._scenes = {}
        self._well = {}

    def healthy(self, seed: int):
        """A setting without a fault, and the chance that goes on from there."""
        rng = random.Random(f"{self.family.id} {seed}")
        return self.family.draw(rng), rng

    def broken(self, fault: str, seed: int):
        """With that fault."""
        setting, rng = self.healthy(seed)
        return self.faults[fault].put(setting, rng)

    def scene(self, setting, seed: int = 1):
        """What can be seen after a run."""
        key = repr(setting), seed
        if key not in self._scenes:
            if len(self._scenes) >= KEPT:
                del self._scenes[next(iter(self._scenes))]
            self._scenes[key] = run_without_collector(self.family.run(setting, random.Random(seed)))
            self._well[key] = self._scenes[key].well
        return self._scenes[key]

    def well(self, setting, seed: int = 1) -> bool:
        """Whether nobody would complain."""
        key = repr(setting), seed
        if key not in self._well:
            self.scene(setting, seed)
        return self._well[key]

    def well_with(self, fix: str, setting, seed: int = 1) -> bool:
        """Whether nobody would complain any more."""
        return self.well(self.fixes[fix].put(setting), seed)


class FamilyChecks:
    """The checks, each with the cases of these seeds.

    one_by_one: fixes that do not help are tried one by one, too, not only all at once; where a run takes long, they
    are not.
    """

    bench: Bench
    seeds = range(2)
    one_by_one = True

    def pytest_generate_tests(self, metafunc):
        family = self.bench.family
        if "fault" in metafunc.fixturenames:
            metafunc.parametrize("fault", [fault.id for fault in family.faults])
        if "oddity" in metafunc.fixturenames:
            metafunc.parametrize("oddity", range(len(family.oddities)))

    def test_healthy_is_well(self):
        for seed in self.seeds:
            assert self.bench.well(self.bench.healthy(seed)[0], seed), f"seed {seed}"

    def test_healthy_is_well_with_each_oddity(self, oddity):
        seed = self.seeds[oddity % len(self.seeds)]
        setting, rng = self.bench.healthy(seed)
        assert self.bench.well(self.bench.family.oddities[oddity](setting, rng), seed)

    def test_all_oddities_together_do_no_harm(self):
        for seed in self.seeds:
            setting, rng = self.bench.healthy(seed)
            for oddity in self.bench.family.oddities:
                setting = oddity(setting, rng)
            assert self.bench.well(setting, seed), f"seed {seed}"

    def test_a_fault_hurts_and_its_remedy_helps(self, fault):
        for seed in self.seeds:
            setting = self.bench.broken(fault, seed)
            assert not self.bench.well(setting, seed), f"seed {seed}"
            assert self.bench.well_with(self.bench.faults[fault].remedy, setting, seed), f"seed {seed}"

    def test_nothing_else_helps(self, fault):
        """Not what is good for another fault, and not what people copy from each other: alone, and all at once."""
        expected = {self.bench.faults[fault].remedy} | self.bench.others.get(fault, set())
        possible = expected | self.bench.may.get(fault, set())
        setting = self.bench.broken(fault, 1)
        tried = self.bench.fixes if self.one_by_one else expected
        helps = {fix for fix in tried if self.bench.well_with(fix, setting)}
        assert expected <= helps <= possible
        for fix in self.bench.fixes.keys() - possible:
            setting = self.bench.fixes[fix].put(setting)
        assert not self.bench.well(setting), "all at once"

    def test_the_complaint_says_nothing_of_the_fault(self, fault):
        for seed in self.seeds:
            setting, rng = self.bench.healthy(seed)
            before = self.bench.family.complaint(setting)
            assert self.bench.family.complaint(self.bench.faults[fault].put(setting, rng)) == before

    def test_all_that_shows_a_fault_can_be_asked(self, fault):
        scene = self.bench.scene(self.bench.broken(fault, 1), 1)
        offered = {
            (each.id, told)
            for place, machine in enumerate(scene.machines)
            for each in suggestions(machine)
            for told in ("", str(place))
        }
        for clue in self.bench.faults[fault].clues:
            look, _, place = clue.partition("@")
            assert (look, place) in offered

    def test_what_gives_a_fault_away_is_on_the_screen(self, fault):
        telltales = self.bench.faults[fault].telltales
        assert telltales.keys() == set(self.bench.faults[fault].clues)
        for seed in self.seeds:
            scene = self.bench.scene(self.bench.broken(fault, seed), seed)
            assert [clue for clue, telltale in telltales.items() if not told(scene, clue, telltale)] == []

    def test_nothing_gives_a_fault_away_that_is_not_there(self):
        """With no oddity, and with all of them."""
        for seed in (*self.seeds, max(self.seeds) + 1):
            setting, rng = self.bench.healthy(seed)
            odd = setting
            for oddity in self.bench.family.oddities:
                odd = oddity(odd, rng)
            for each in (setting, odd):
                scene = surrounded(self.bench.scene(each, seed))
                false = [
                    (fault.id, clue)
                    for fault in self.bench.family.faults
                    for clue, telltale in fault.telltales.items()
                    if told(scene, clue, telltale)
                ]
                assert false == [], f"seed {seed}"

    def test_the_first_mitigation_helps_most_of_the_people_and_costs_something(self):
        first, *others = self.bench.family.mitigations
        assert first.shields >= 0.5
        assert first.shields + first.sheds < 1
        assert all(each.price for each in (first, *others))

    def test_the_change_log_has_enough_to_look_at(self):
        family = self.bench.family
        entries = [*family.changes, *(each.change for each in family.faults if each.change)]
        assert len(entries) == len(set(entries))
        assert len(family.changes) >= 8

    def test_every_sysctl_that_is_set_is_one_of_linux(self, fault):
        for machine in self.bench.scene(self.bench.broken(fault, 1), 1).machines:
            known = sysctls(Machine(name="", role="", addresses=machine.addresses))
            assert set(machine.sysctls) - CONNTRACK <= {line.split(" =")[0] for line in known.splitlines()}

    def test_every_fault_leads_to_a_figure_and_a_chapter(self, fault):
        told = self.bench.faults[fault]
        assert told.experiment in catalogue()
        assert (DOCS / f"{told.chapter}.mdx").exists()
