"""What a call is worth. The model decides whether something helps; what was never seen was guessed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Any

from inflight.incidents import hypothesis
from inflight.incidents.call import Call, Tried
from inflight.incidents.evidence import shows
from inflight.incidents.fault import Fault
from inflight.incidents.seen import Seen

STABILISED, CAUSE, PROOF, FIXED, VERIFIED, REPORTED, BUDGET = 15, 25, 15, 20, 10, 10, 5
"""Points, 100 in all."""

MECHANISM = 12
"""What a different cause is worth that works the same way, once it has been seen that it does."""

LISTED = 5
"""What the list of suspects costs."""

WRONG_FIX = 5
"""What each change costs that didn’t help."""

HALF = 0.5
"""What buys time keeps at least that share of those who were affected from it; and the second try earns that much."""

SOON = 600.0
"""s: who stabilises later has debugged first."""

RARE = 1 / 3
"""A word of at most this share of the fixes says which of them is meant."""


@dataclass(frozen=True)
class Points:
    """One line of the score. got of most; said: why, in a sentence."""

    name: str
    got: int
    most: int
    said: str


def score(call: Call[Any]) -> list[Points]:
    """Line by line."""
    return [
        _stabilised(call),
        _cause(call),
        _proof(call),
        _fixed(call),
        _verified(call),
        _reported(call),
        _budget(call),
    ]


def proof(call: Call[Any], fault: Fault[Any]) -> tuple[float, Seen] | None:
    """The first look that showed such a fault, before the first fix that helped; and when."""
    helped = _helped(call)
    until = helped.at if helped else float("inf")
    return next((each for each in call.course.seen if each[0] <= until and shows(fault, each[1])), None)


def _helped(call: Call[Any]) -> Tried | None:
    """The first fix that did."""
    return next((each for each in call.course.tried if each.well), None)


def _stabilised(call: Call[Any]) -> Points:
    helped = [each for each in call.course.bought if each.after <= HALF * each.before]
    if helped and helped[0].at <= SOON:
        return Points("stabilise", STABILISED, STABILISED, f"{helped[0].mitigation.text}: that bought time.")
    fix = _helped(call)
    if fix and fix.at <= SOON:
        return Points("stabilise", STABILISED, STABILISED, "The fix itself came so soon that nothing else was needed.")
    if not helped:
        tried = "What you tried helped too few of them." if call.course.bought else "Users had to wait for the cause."
        return Points("stabilise", 0, STABILISED, tried)
    said = f"Users were better off only after {_minutes(helped[0].at)}."
    return Points("stabilise", STABILISED // 2, STABILISED, said)


def _cause(call: Call[Any]) -> Points:
    said = call.course.said
    if not said:
        return Points("cause", 0, CAUSE, "You never said what you think it is.")
    last = said[-1]
    fault = call.case.fault
    if last.cause is fault:
        if not proof(call, fault):
            return Points("cause", 0, CAUSE, "The cause is right, but nothing on your screen had shown it: a guess.")
        got = CAUSE - LISTED * last.listed
        words = "chosen from the list" if last.listed else "in your own words"
        return Points("cause", _in_turn(got, last.turn), CAUSE, f"The cause is right, {words}.")
    same = bool(fault.mechanism) and fault.mechanism == last.cause.mechanism
    if same and (proof(call, fault) or proof(call, last.cause)):
        return Points(
            "cause", MECHANISM, CAUSE, "Something else has the same effect; one more look would tell them apart."
        )
    return Points("cause", 0, CAUSE, "The cause is a different one.")


def _in_turn(points: int, turn: int) -> int:
    """What is found in the second try earns half."""
    return round(points * HALF) if turn else points


def _proof(call: Call[Any]) -> Points:
    found = proof(call, call.case.fault)
    if not found:
        return Points("proof", 0, PROOF, "Nothing you looked at before the fix shows it.")
    return Points("proof", PROOF, PROOF, f"It was on your screen after {_minutes(found[0])}.")


def _fixed(call: Call[Any]) -> Points:
    wrong = [each for each in call.course.tried if not each.well]
    right = _helped(call)
    if right is None:
        return Points("fix", 0, FIXED, "Nothing you changed helps.")
    got = max(FIXED - WRONG_FIX * len(wrong), 0)
    missed = ""
    if wrong:
        missed = f" {'One change' if len(wrong) == 1 else f'{len(wrong)} changes'} before it didn’t help."
    return Points("fix", _in_turn(got, right.turn), FIXED, f"{right.fix.text}: {right.outcome}.{missed}")


def _verified(call: Call[Any]) -> Points:
    fix = _helped(call)
    if fix is None:
        return Points("verify", 0, VERIFIED, "There was nothing to verify.")
    if any(at > fix.at for at in call.course.looks):
        return Points("verify", VERIFIED, VERIFIED, "You looked at what users notice after the fix.")
    return Points("verify", 0, VERIFIED, "Nobody looked at what users notice after the fix: the log, the dashboards.")


def _reported(call: Call[Any]) -> Points:
    """A number that was on the screen, the cause, and the fix or what is watched from now on."""
    if not call.course.report:
        return Points("report", 0, REPORTED, "There is no report.")
    symptom, cause, done = call.course.report
    cause = hypothesis.in_roles(cause, call.case)
    parts = (
        (3, any(each.isdigit() for each in symptom), "say in numbers what users saw"),
        (4, hypothesis.names(cause, call.case.fault, call.case.family.faults), "name the cause"),
        (3, _names_fix(call, done), "say what was changed"),
    )
    missing = [said for _, there, said in parts if not there]
    got = sum(points for points, there, _ in parts if there)
    said = (
        f"It should also {', and '.join(missing)}."
        if missing
        else "It says what was seen, what it was and what was done."
    )
    return Points("report", got, REPORTED, said)


def _names_fix(call: Call[Any], text: str) -> bool:
    """It shares two words with a fix that helped and the cause it removed, or one with the fix that few others have."""
    words, fault = set(hypothesis.stems(text)), call.case.fault
    offered = [set(hypothesis.stems(each.text)) for each in call.case.fixes]
    for each in call.course.tried:
        fix = words & set(hypothesis.stems(each.fix.text))
        shared = fix | words & set(hypothesis.stems(" ".join((fault.cause, *fault.words))))
        telling = any(sum(word in others for others in offered) <= RARE * len(offered) for word in fix)
        if each.well and (len(shared) > 1 or telling):
            return True
    return False


def _budget(call: Call[Any]) -> Points:
    left = call.promise.left(call.world.outage)
    if left < 0:
        return Points(
            "budget", 0, BUDGET, f"The month’s error budget is overspent by {_minutes(60 * ceil(-left / 60))}."
        )
    if not call.world.scene.well:
        return Points("budget", 0, BUDGET, "It goes on costing.")
    return Points("budget", BUDGET, BUDGET, f"{_minutes(60 * floor(left / 60))} of the month’s error budget left.")


def _minutes(seconds: float) -> str:
    count = round(seconds / 60)
    return "1 minute" if count == 1 else f"{count} minutes"
