"""The machines of a case while somebody works on it: time goes on, and what is changed stays changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Generic

from inflight.incidents.case import Case
from inflight.incidents.fault import Fix, Mitigation, Setting
from inflight.incidents.kernels import RELEASES
from inflight.incidents.passing import Carried, Idle, counts, idle
from inflight.incidents.scene import LogLine, Machine, Scene, TcQdisc
from inflight.incidents.shared.background import put_background
from inflight.incidents.shell.programs.program import Counted

Passes = Generator[None, None, None]


class World(Generic[Setting]):
    """A case that goes on.

    Attributes:
        scene: what can be seen now. seconds: since somebody was called.
        fixes: what was put in place, in order; mitigation: what is in place until the next fix.
        told: what `nstat` has told, by machine.
        outage: users that were affected, times seconds, as a share of all users, s.
    """

    def __init__(self, case: Case[Setting], scene: Scene) -> None:
        self.case = case
        self.seconds = self.outage = 0.0
        self.fixes: list[Fix[Setting]] = []
        self.mitigation: Mitigation[Setting] | None = None
        self.told: dict[str, Counted] = {}
        self._began = 0.0
        self._carried: Carried | None = None
        # A scene that goes on with another setting carries everything over by itself.
        self._first: Idle = () if scene.change else idle(scene)
        self._surround(scene)
        self._show(scene)

    @property
    def machines(self) -> tuple[Machine, ...]:
        """All of them; the first is where the complaint comes from."""
        return self.scene.machines

    @property
    def clock(self) -> float:
        """The time of day, s since midnight."""
        return self.case.began + self.seconds

    @property
    def affected(self) -> float:
        """Share of the users who are worse off now."""
        hurt = 0.0 if self.scene.well else self.scene.affected
        buys = self.mitigation
        return buys.sheds + (1 - buys.sheds - buys.shields) * hurt if buys else hurt

    def wait(self, seconds: float) -> Passes:
        """Time passes."""
        if seconds <= 0:
            return
        self.seconds += seconds
        self.outage += seconds * self.affected
        if self.scene.later:
            scene = yield from self.scene.later(self.seconds - self._began)
            self._surround(scene)
            self._show(scene)

    def watch(self, place: int, every: float, rows: int) -> Generator[None, None, list[Machine]]:
        """The machine of a place at so many moments, `every` s apart; then it is as it is at the end of the last."""
        earlier = []
        for _ in range(rows):
            earlier.append(self.machines[place])
            yield from self.wait(every)
        return earlier

    def fix(self, fix: Fix[Setting]) -> Passes:
        """Put it in place, which takes its minutes; whatever bought time is lifted."""
        yield from self.wait(60 * fix.minutes)
        self.fixes.append(fix)
        self.mitigation = None
        yield from self._change()

    def mitigate(self, mitigation: Mitigation[Setting]) -> Passes:
        """Put it in place of what bought time before."""
        yield from self.wait(60 * mitigation.minutes)
        self.mitigation = mitigation
        yield from self._change()

    def _change(self) -> Passes:
        """From now on with another setting; whatever has been counted so far stays."""
        setting = self.case.setting
        puts: list[Callable[[Setting], Setting]] = [each.put for each in self.fixes]
        for put in [*puts, *([self.mitigation.put] if self.mitigation else [])]:
            setting = put(setting)
        if self.scene.change:
            scene = yield from self.scene.change(setting)
            self._surround(scene)
            self._show(scene)
            return
        fresh = yield from self.case.family.run(setting, random.Random(self.case.seed))
        self._surround(fresh)
        self._began = self.seconds
        self._carried = Carried(counts(self.scene), self._first, fresh, self.seconds, self._logs)
        self._show(fresh)

    def _surround(self, scene: Scene) -> None:
        """Add what goes on whatever the model does."""
        for number, machine in enumerate(scene.machines):
            machine.kernel = RELEASES[self.case.kernel].name
            put_background(machine, self.seconds, process_id=702 + 31 * number)
            machine.load = replace(machine.load, up=machine.load.up + self.seconds)

    def _show(self, scene: Scene) -> None:
        self.scene = self._carried.shown(scene) if self._carried else scene
        self._logs = [machine.log for machine in self.machines]
        for machine in self.machines:
            machine.qdiscs = [_older(each, machine.clock) for each in machine.qdiscs]
            machine.clock += self.case.began
            machine.log = [LogLine(self.case.began + each.t, each.text) for each in machine.log]
            machine.journal = [replace(each, t=self.case.began + each.t) for each in machine.journal]


def _older(each: TcQdisc, passed: float) -> TcQdisc:
    """Its filter has been there for so much longer, s."""
    police = each.police
    if police is None:
        return each
    first = None if police.first is None else police.first + passed
    return replace(each, police=replace(police, installed=police.installed + passed, first=first))
