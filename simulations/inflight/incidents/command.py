"""`inflight incident`: a call in the terminal, line by line, or all of its lines at once."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from inflight.figure.slices import finish
from inflight.incidents.call import CallError
from inflight.incidents.case import LEVELS, SEEDS
from inflight.incidents.kernels import RELEASES
from inflight.incidents.room import debrief, incident, turn
from inflight.scenes.kernel import USUAL

if TYPE_CHECKING:
    from inflight.incidents import shapes

HELP = """\
Type a command to run it on the machine of the prompt, and `ssh NAME` to change machines; `help` lists commands.
:dashboards   graphs of the last day          :changes      what was changed lately
:mitigate ID  buy time                        :say TEXT     what you think it is, in your own words
:suspects     a list of causes, for points    :cause ID     settle on one
:fix ID       change something                :report A | B | C   what users saw, what it was, what was done
:end          it’s over                       again, quit   the case once more; leave"""


def main(argv: Sequence[str]) -> int:
    """Run the command; bad input raises a ValueError whose message is meant for the reader."""
    options = _parser().parse_args(argv)
    seed = random.SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
    key = (seed, options.level, options.family, options.kernel)
    case = finish(incident(*key))
    turns = [finish(turn(*key, options.do[:place], line)) for place, line in enumerate(options.do)]
    graded = (
        finish(debrief(*key, options.do)) if options.debrief or (turns and turns[-1]["standing"]["closed"]) else None
    )
    if options.json:
        print(json.dumps({"incident": case, "turns": turns, "debrief": graded}, ensure_ascii=False, indent=1))
        return 0
    if not turns and not graded:
        _tell(case)
        if sys.stdin.isatty():
            _converse(key, case)
        return 0
    for each in turns:
        _print_turn(each)
    if graded:
        _print_debrief(graded)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="inflight incident",
        description="You are on call: somebody complains, and you find out why.\n\n" + HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, help="which case; the same one as on the page. Default: any")
    levels = ", ".join(f"{each.number} {each.name}" for each in LEVELS.values())
    parser.add_argument("--level", type=int, default=1, help=f"{levels}; default 1. Level 4 is in the page only")
    parser.add_argument("--family", default="", help="only cases of this kind; default: any")
    parser.add_argument("--kernel", default=USUAL, help=f"of all machines: {', '.join(RELEASES)}; default {USUAL}")
    parser.add_argument(
        "--do", action="append", default=[], metavar="LINE", help="a line of the call: “shop-1# ss -tin” or “:fix keep”"
    )
    parser.add_argument("--debrief", action="store_true", help="the score so far, and the solution")
    parser.add_argument("--json", action="store_true", help="as JSON")
    return parser


def _tell(case: shapes.Incident) -> None:
    level = LEVELS[case["level"]]
    print(f"Incident {case['seed']}, level {level.number} ({level.name}), Linux {case['kernel']}: {case['title']}\n")
    print(case["complaint"], "\n")
    for machine in case["machines"]:
        print(f"{machine['name']}: {machine['role']}")
    print("\nWhat buys time:")
    for mitigation in case["mitigations"]:
        print(f"  {mitigation['id']:<24} {mitigation['text']}. {mitigation['price']}")
    print(_status(case["standing"]))


def _status(standing: shapes.Standing) -> str:
    whole = int(standing["clock"]) % 86400
    clock = f"{whole // 3600:02}:{whole % 3600 // 60:02}:{whole % 60:02}"
    affected = f"{standing['affected']} of {standing['users']} users affected"
    return (
        f"[{clock} · {standing['seconds'] / 60:.0f} min · {affected} · error budget {standing['budget'] / 60:.1f} min]"
    )


def _print_turn(done: shapes.Turn) -> None:
    print(f"{done['line']}\n{done['text']}\n{_status(done['standing'])}\n")


def _print_debrief(found: shapes.Debrief) -> None:
    print(f"{found['points']} of 100 points")
    for each in found["score"]:
        print(f"  {each['name']:<10} {each['got']:>3} of {each['most']:<3} {each['said']}")
    print(f"Before: {found['before']}. Now: {found['after']}.\n")
    solution = found["solution"]
    print(f"The cause: {solution['cause']}\n{solution['told']}")
    if found["proof"]:
        print(f"The shortest proof: {found['proof']['machine']}# {found['proof']['command']}")
        if found["proof"]["said"]:
            print(found["proof"]["said"])
    print(f"What helps: {solution['remedy']}\nFigure: {solution['experiment']}; chapter: {solution['chapter']}")


def _converse(key: tuple[int, int, str, str], case: shapes.Incident) -> None:
    names = [each["name"] for each in case["machines"]]
    machine, lines = names[0], list[str]()
    print(f"\n{HELP}")
    while True:
        try:
            typed = input(f"{machine}# ").strip()
        except EOFError:
            return
        match typed.split():
            case []:
                continue
            case ["quit" | "exit"]:
                return
            case ["again"]:
                _tell(case)
                continue
            case ["fixes" | ":fixes"]:
                print("\n".join(f"  {each['id']:<24} {each['text']}" for each in case["fixes"]))
                continue
            case ["ssh", name]:
                machine = name if name in names else machine
                print("" if name in names else f"ssh: {name}: must be one of {', '.join(names)}")
                continue
        line = typed if typed.startswith(":") else f"{machine}# {typed}"
        try:
            done = finish(turn(*key, lines, line))
        except CallError as error:
            print(error)
            continue
        lines.append(line)
        print(f"{done['text']}\n{_status(done['standing'])}")
        if done["standing"]["closed"]:
            _print_debrief(finish(debrief(*key, lines)))
            return
