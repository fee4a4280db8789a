"""`inflight incident`: a case in the terminal, by flags or in conversation."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inflight.figure.slices import finish
from inflight.incidents.case import LEVELS, SEEDS, CaseError
from inflight.incidents.probes import UnknownProbe
from inflight.incidents.room import incident, probe, verdict

if TYPE_CHECKING:
    from inflight.incidents import shapes

HELP = "Type a probe to run it, `answer CAUSE FIX` to answer, `again` to see the case again, `quit` to leave."


def main(argv: Sequence[str]) -> int:
    """Run the command; bad input raises a ValueError whose message is meant for the reader."""
    options = _parser().parse_args(argv)
    seed = random.SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
    key = (seed, options.level, options.family)
    if (options.cause is None) != (options.fix is None):
        print("inflight: --cause and --fix: give both or neither", file=sys.stderr)
        return 2
    case = finish(incident(*key))
    answers = [finish(probe(*key, each, options.probe[:place])) for place, each in enumerate(options.probe)]
    asked = [each["id"] for each in answers]
    graded = finish(verdict(*key, options.cause, options.fix, asked)) if options.cause else None
    if options.json:
        print(json.dumps({"incident": case, "probes": answers, "verdict": graded}, ensure_ascii=False, indent=1))
        return 0
    if not answers and not graded:
        _tell(case)
        if sys.stdin.isatty():
            _converse(key, case)
        return 0
    for each in answers:
        _print_answer(each)
    if graded:
        _print_verdict(graded)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="inflight incident", description="An incident: somebody complains, and you find out why. " + HELP
    )
    parser.add_argument("--seed", type=int, help="which case; the same one as on the page. Default: any")
    levels = ", ".join(f"{each.number} {each.name}" for each in LEVELS.values())
    parser.add_argument("--level", type=int, default=1, help=f"{levels}; default 1")
    parser.add_argument("--family", default="", help="only cases of this kind; default: any")
    parser.add_argument("--probe", action="append", default=[], metavar="PROBE[@MACHINE]", help="what to run")
    parser.add_argument("--cause", metavar="ID", help="your answer: what is wrong")
    parser.add_argument("--fix", metavar="ID", help="your answer: what helps")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _tell(case: shapes.Incident) -> None:
    print(f"Incident {case['seed']}, level {case['level']} ({LEVELS[case['level']].name}): {case['title']}\n")
    print(case["complaint"], "\n")
    for machine in case["machines"]:
        print(f"{machine['name']}: {machine['role']}")
    print("\nProbes (minutes):")
    for each in case["probes"]:
        print(f"  {each['id']:<24} {each['cost']}  {each['command']}")
    print("\nCauses:")
    for suspect in case["suspects"]:
        print(f"  {suspect['id']:<24} {suspect['cause']}")
    print("\nFixes:")
    for fix in case["fixes"]:
        print(f"  {fix['id']:<24} {fix['text']}")


def _print_answer(answer: shapes.Printed) -> None:
    print(f"{answer['machine']}# {answer['command']}\n{answer['text']}\n")


def _print_verdict(found: shapes.Verdict) -> None:
    said = "guessed" if found["guessed"] else "right" if found["cause_right"] else "near" if found["near"] else "wrong"
    print(f"{found['points']} of 100 points. Cause: {said}. Fix: {'helps' if found['fixed'] else 'doesn’t help'}.")
    print(f"Before: {found['before']}. With your fix: {found['after']}.")
    print(f"You spent {found['minutes']} minutes on probes; {found['par']} would have been enough.\n")
    solution = found["solution"]
    print(f"The cause: {solution['cause']}\n{solution['told']}")
    print(f"What helps: {solution['remedy']}\nFigure: {solution['experiment']}; chapter: {solution['chapter']}")


def _converse(key: tuple[int, int, str], case: shapes.Incident) -> None:
    asked: list[str] = []
    print(f"\n{HELP}")
    while True:
        try:
            words = input("> ").split()
        except EOFError:
            return
        try:
            match words:
                case ["quit" | "exit"]:
                    return
                case ["again"]:
                    _tell(case)
                case ["answer", cause, fix]:
                    _print_verdict(finish(verdict(*key, cause, fix, asked)))
                    return
                case [id]:
                    answer = finish(probe(*key, id, asked))
                    asked.append(id)
                    _print_answer(answer)
                case _:
                    print(HELP)
        except (CaseError, UnknownProbe) as error:
            print(error)
