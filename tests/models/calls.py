"""An expert at work: types commands of the menu in a terminal, and reads only what they print."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from family_checks import run_without_collector

from inflight.figure.slices import finish
from inflight.incidents.call import Call
from inflight.incidents.case import Case
from inflight.incidents.menu import suggestions


def begin(case: Case) -> Call:
    return Call(case, run_without_collector(case.run()))


def typed(call: Call, look: str) -> str:
    """`ss-tin@1` of the menu as it is typed on the machine of that place."""
    name, _, place = look.partition("@")
    machine = call.world.machines[int(place or 0)]
    command = next(each.on(machine) for each in suggestions(machine) if each.id == name)
    return f"{machine.name}# {command}"


def asks(call: Call) -> Callable[[str], str]:
    """Types a look, and reads."""
    return lambda look: finish(call.do(typed(call, look)))


def diagnose(call: Call) -> tuple[str, str]:
    """The cause and the fix that an expert comes to."""
    return importlib.import_module(f"experts.{call.case.family.id}").solve(asks(call))


def solve(case: Case) -> Call:
    """A whole call: stabilise, look, name the cause, fix it, look again, report."""
    call = begin(case)
    first = next(iter(case.family.mitigations), None)
    if first:
        finish(call.do(f":mitigate {first.id}"))
    cause, fix = diagnose(call)
    fault = next(each for each in case.family.faults if each.id == cause)
    finish(call.do(f":say {fault.cause}"))
    finish(call.do(f":cause {cause}"))
    finish(call.do(f":fix {fix}"))
    finish(call.do(":dashboards"))
    finish(call.do(f":report {call.outcome} | {fault.cause} | {case.fix(fix).text}"))
    finish(call.do(":end"))
    return call
