"""`inflight grade`: every file that was handed in gets a row.

Exit status: 0 if every file could be marked, 1 if one was refused, 2 if the command was given what it cannot use, 130
if it was interrupted. What is altered or to be read is no failure of marking; the rows say it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inflight.classroom.collect import collect
from inflight.classroom.command import ask, read_assignment
from inflight.classroom.desk import FORMATS
from inflight.classroom.grading import VERDICTS
from inflight.classroom.marking import Marked, lost, mark
from inflight.classroom.untrusted import visible
from inflight.sweep.command import INTERRUPTED
from inflight.sweep.plan import Refused
from inflight.sweep.pool import chosen, outcomes
from inflight.sweep.progress import Progress

if TYPE_CHECKING:
    from inflight.classroom import shapes


def main(argv: Sequence[str]) -> int:
    """Run the command; bad input raises a ValueError."""
    options = _parser().parse_intermixed_args(argv)
    try:
        return _grade(options)
    except Refused as error:
        print(f"inflight: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninflight: interrupted; nothing has been written", file=sys.stderr)
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="inflight grade",
        description="Mark submissions: the models answer every question again, and what a file claims is not believed.",
        epilog="Exit status: 0 every file was marked, 1 some were refused, 2 bad input.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "submissions", nargs="+", type=Path, metavar="SUBMISSIONS", help="files, folders, .zip archives"
    )
    parser.add_argument("--assignment", required=True, type=Path, metavar="FILE", help="the teacher's file")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="where to write the table; - prints it")
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="table",
        help="of the CSV: a table with everything (default), what Canvas or Moodle import, or points to give by hand",
    )
    parser.add_argument("--by-hand", type=Path, metavar="FILE", help="CSV with student, question, points, comment")
    parser.add_argument("--json", action="store_true", help="print rows and overview as JSON")
    parser.add_argument("--jobs", default="", metavar="N", help="processes; default one for each CPU")
    parser.add_argument(
        "--executor",
        default="processes",
        metavar="WHERE",
        help="processes (the default), or dask://HOST:PORT, the scheduler of a Dask cluster",
    )
    return parser


def _grade(options: argparse.Namespace) -> int:
    assignment = read_assignment(options.assignment)
    ask("assignment", assignment=assignment)  # a mistake in it is found before anything is marked
    hand = ask("hand", assignment=assignment, text=_text(options.by_hand))["hand"] if options.by_hand else []
    rows = _rows(assignment, options)
    found = ask("table", assignment=assignment, rows=rows, hand=hand)
    if options.csv:
        text = ask("csv", assignment=assignment, rows=rows, hand=hand, format=options.format)["text"]
        if str(options.csv) == "-":
            sys.stdout.write(text)
        else:
            options.csv.write_text(text, encoding="utf-8", newline="")
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    elif str(options.csv) != "-":
        _tell(found, listed=not options.csv)
    return int(found["verdicts"]["refused"] > 0)


def _rows(assignment: str, options: argparse.Namespace) -> list[shapes.Row]:
    """The rows in the order of the files, whoever was done first."""
    handed = collect(options.submissions)
    work = partial(mark, assignment)
    progress = Progress("submissions", 0, len(handed))
    marked: dict[int, Marked] = {}
    places = {id(each): place for place, each in enumerate(handed)}
    pool = chosen(options.executor, options.jobs)
    for each, found in outcomes(work, handed, pool, lambda each, why: Marked(lost(assignment, each, why))):
        marked[places[id(each)]] = found
        progress.show(len(marked))
    progress.end(len(marked))
    for unrun in dict.fromkeys(each.unrun for each in marked.values() if each.unrun):
        print(f"inflight: code has not been run and is yours to read: {unrun}", file=sys.stderr)
    return [marked[place].row for place in range(len(handed))]


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise OSError(f"{file} is not text in UTF-8: save the table as “CSV UTF-8”") from None


def _tell(found: dict[str, Any], listed: bool) -> None:
    """What it came to, and who needs a look."""
    if listed:
        for row in found["rows"]:
            name = visible(Path(row["file"]).name)
            points = f"{row['points']:g}/{row['possible']:g}"
            print(f"{row['verdict']:<8} {points:>9}  {row['student']['id'] or '–':<16} {name}: {row['reason']}")
    counts = ", ".join(f"{found['verdicts'][verdict]} {verdict}" for verdict in VERDICTS)
    print(f"{len(found['rows'])} files of {found['students']} students: {counts}")
    if found["marks"]["mean"] is not None:
        marks = found["marks"]
        print(f"Points of {marks['possible']:g}: mean {marks['mean']:.4g}, median {marks['median']:g}")
    for word, ids in (("Not on the roster", found["strangers"]), ("No file from", found["missing"])):
        if ids:
            print(f"{word}: {', '.join(ids)}")
    for each in found["duplicates"]:
        print(f"{each['student']} handed in {len(each['files'])} files; {each['counts'] or 'none'} counts")
    if found["unused"]:
        print(f"Points by hand for nobody here: {', '.join(found['unused'])}")
    if found["alike"]:
        print(f"{len(found['alike'])} pairs are worth a look for what they have in common (see --json)")
