"""Runs the model, then looks: what users notice in the worst minute, and all three machines."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass, replace

from inflight.incidents.families.proxy.judged import ENOUGH, MINUTE, MINUTES, Span, span, worst
from inflight.incidents.families.proxy.machines import backend, front, proxy
from inflight.incidents.families.proxy.model import SAMPLED, SLOTS, Front, Totals
from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.fault import Run
from inflight.incidents.scene import Measured, Scene

SETTLES = 90
"""s until what a setting leads to can be seen: ports have been held for a minute."""

PAST = SETTLES + MINUTE * MINUTES
"""How long it has been like this at the first look, s."""


def run(setting: ProxySetting, rng: random.Random) -> Run:
    """Some minutes of requests, then a look."""
    model = Front(setting, -PAST * SLOTS)
    yield from model.run(0)
    return _going(model)


@dataclass(frozen=True)
class _Prospect:
    """What a setting leads to: the worst minute, and all of them."""

    worst: Span
    all: Span
    again: float

    @classmethod
    def of(cls, model: Front) -> _Prospect:
        """From a model that has run for long enough."""
        seconds = list(model.seconds)[-MINUTE * MINUTES :]
        return cls(worst(seconds), span(seconds), _again(model.totals, Totals()))


def _going(model: Front) -> Scene:
    """Able to look again, and to go on with another setting, whose minutes are run ahead."""
    prospect = _Prospect.of(model)
    history: list[tuple[float, Measured]] = []
    before = replace(model.totals)

    def later(passed: float) -> Run:
        nonlocal before
        until, step = round(passed * SLOTS), SAMPLED * SLOTS
        while model.slot < until:
            yield from model.run(min(model.slot - model.slot % step + step, until))
            if model.slot % step == 0:
                told = span(list(model.seconds)[-SAMPLED:])
                history.append((model.slot / SLOTS, _measured(told, _again(model.totals, before), SAMPLED)))
                before = replace(model.totals)
        return shown()

    def change(setting: ProxySetting) -> Run:
        nonlocal prospect
        if setting.keepalive != model.setting.keepalive:
            model.reloads.append((model.slot, setting.keepalive))
        model.setting = setting
        ahead = Front(setting, model.slot)
        yield from _ahead(ahead)
        prospect = _Prospect.of(ahead)
        return shown()

    def shown() -> Scene:
        scene = look(model, prospect)
        scene.history = list(history)
        scene.later, scene.change = later, change
        return scene

    return shown()


def _again(now: Totals, before: Totals) -> float:
    """Share of the proxy's segments to the backend that were sent again."""
    again = now.again - before.again
    once = 2 * (now.answered - before.answered) + 4 * (now.opened - before.opened)
    return again / max(once + again, 1)


def _ahead(model: Front) -> Generator[None, None, None]:
    yield from model.run(model.slot + PAST * SLOTS)


def look(model: Front, prospect: _Prospect) -> Scene:
    """The machines, and whether anybody would complain."""
    bad = prospect.worst
    outcome = (
        f"in the worst minute {100 * bad.share:.1f}% of {bad.requests} requests were answered within a second, and the "
        f"slowest of a hundred took {bad.p99:.2f} s"
    )
    return Scene(
        machines=(front(model), backend(model), proxy(model)),
        well=bad.share >= ENOUGH,
        outcome=outcome,
        affected=1 - bad.share,
        share=bad.share,
        measured=_measured(prospect.all, prospect.again, MINUTE * MINUTES),
    )


def _measured(told: Span, again: float, length: int) -> Measured:
    """Of so many seconds."""
    return Measured(
        rate=(told.requests - told.failed) / length,
        unit="requests/s",
        errors=told.failed / max(told.requests, 1),
        p99=told.p99,
        retrans=again,
    )
