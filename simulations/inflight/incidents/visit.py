"""A visitor who asks one thing after another: each answer takes its minutes, and things go on in the meantime."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from inflight.incidents.probes import question
from inflight.incidents.scene import Scene

NSTAT = "nstat"


class Visit:
    """What has been asked in a case, in order.

    first: the first look. scene: what can be seen now, `minutes` later.
    """

    def __init__(self, scene: Scene) -> None:
        self.first = self.scene = scene
        self.minutes = 0
        self._asked: list[str] = []
        self._told: dict[str, Mapping[str, int]] = {}

    def follows(self, asked: Sequence[str]) -> bool:
        """Whether these, and no others, have been asked so far."""
        return self._asked == list(asked)

    def ask(self, id: str) -> Generator[None, None, str]:
        """The answer.

        Raises:
            UnknownProbe: there is no such probe.
        """
        asked = question(self.scene, id)
        self.minutes += asked.cost
        if self.scene.later:
            self.scene = yield from self.scene.later(60.0 * self.minutes)
        asked = question(self.scene, asked.id)
        machine = asked.machine
        machine.told = self._told.get(machine.name, {})
        text = asked.answer()
        if asked.probe.id == NSTAT:
            self._told[machine.name] = machine.counters
        self._asked.append(id)
        return text
