"""`inflight grade`: every file that was handed in gets a row.

Exit status: 0 if every file could be marked, 1 if one was refused or couldn't be marked, 2 for bad input, 130 if it was
interrupted: then finished rows are kept, and the others say that they weren't marked. An altered file, or one with
answers to read, isn't a failure of marking; its row says so.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inflight.classroom.collect import Handed, collect
from inflight.classroom.command import ask, read_assignment
from inflight.classroom.desk import FORMATS
from inflight.classroom.grading import VERDICTS
from inflight.classroom.marking import Marked, interrupted, lost, mark
from inflight.classroom.output import Journal, check_place, journal, write_all
from inflight.classroom.rules import REOPENED, SEVERAL
from inflight.classroom.untrusted import visible
from inflight.sweep.command import INTERRUPTED
from inflight.sweep.plan import Refused
from inflight.sweep.pool import chosen, outcomes
from inflight.sweep.progress import Progress

if TYPE_CHECKING:
    from inflight.classroom import shapes


_SHOWN = 20
"""How many groups are printed."""


def main(argv: Sequence[str]) -> int:
    """Run the command; bad input raises a ValueError."""
    options = _parser().parse_intermixed_args(argv)
    # a terminal may not have every letter of a name
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
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
        description="Mark submissions: the models answer every question again, and no file’s claims are believed.",
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
        help="of the CSV: a table with everything (default), what Canvas (also with notes) or Moodle imports, "
        "or points to give by hand",
    )
    parser.add_argument(
        "--feedback", type=Path, metavar="DIR", help="where to write a text for each student: a folder, or a .zip"
    )
    parser.add_argument(
        "--oral",
        type=Path,
        metavar="DIR",
        help="where to write a sheet for each student, to ask them about their own answers: a folder, or a .zip",
    )
    parser.add_argument(
        "--due",
        metavar="TIME",
        help="when it was due, if not as the assignment says; late files are noted, by the time in the file",
    )
    parser.add_argument(
        "--several", choices=SEVERAL, default="ask", help=f"if a student has several files: {_words(SEVERAL)}"
    )
    parser.add_argument(
        "--counts", action="append", default=[], metavar="FILE", help="if a student has several files, this one counts"
    )
    parser.add_argument(
        "--reopened",
        choices=REOPENED,
        default="void",
        help=f"an answer given again after its mark was known: {_words(REOPENED)}",
    )
    parser.add_argument("--by-hand", type=Path, metavar="FILE", help="CSV with student, question, points, comment")
    parser.add_argument("--json", action="store_true", help="print rows and overview as JSON")
    parser.add_argument("--jobs", default="", metavar="N", help="processes; default: one per CPU")
    parser.add_argument(
        "--executor",
        default="processes",
        metavar="WHERE",
        help="processes (the default), or dask://HOST:PORT, the scheduler of a Dask cluster",
    )
    return parser


def _grade(options: argparse.Namespace) -> int:
    assignment = read_assignment(options.assignment)
    head = ask("assignment", assignment=assignment)  # a mistake in it is found before anything is marked
    hand = ask("hand", assignment=assignment, text=_text(options.by_hand))["hand"] if options.by_hand else []
    handed = collect(options.submissions)
    rules = _rules(options, {each.name for each in handed}, head["due"])
    class_ = {"assignment": assignment, "hand": hand, "rules": rules}
    ask("table", **class_, rows=[])
    for place in (options.feedback, options.oral):
        if place:
            check_place(place)
    with journal(options.csv) if options.csv and str(options.csv) != "-" else nullcontext() as table:
        rows, is_whole = _rows(assignment, options, handed, table)
        found = ask("table", **class_, rows=rows)
        if options.csv:
            text = ask("csv", **class_, rows=rows, format=options.format)["text"]
            table.put(text) if table else sys.stdout.write(text)
    if options.feedback and is_whole:
        write_all(options.feedback, ask("feedback", **class_, rows=rows)["files"])
    if options.oral and is_whole:
        write_all(options.oral, ask("oral", **class_, rows=rows)["files"])
    if options.json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    elif str(options.csv) != "-":
        _tell(found, listed=not options.csv)
    if not is_whole:
        kept = f"finished rows are in {options.csv}" if table else "finished rows are above"
        print(f"inflight: interrupted; {kept}", file=sys.stderr)
        return INTERRUPTED
    return int(found["verdicts"]["refused"] + found["verdicts"]["unmarked"] > 0)


def _rules(options: argparse.Namespace, names: Collection[str], due: str) -> dict[str, Any]:
    for name in options.counts:
        if name not in names:
            raise Refused(f"--counts {name}: there is no such file; name it as the table does, with its folder")
    return {
        "reopened": options.reopened,
        "several": options.several,
        "counts": options.counts,
        "due": _utc(options.due) if options.due else due,
        "now": _written(datetime.now(UTC)),
    }


def _utc(text: str) -> str:
    try:
        return _written(datetime.fromisoformat(text).astimezone(UTC))
    except (ValueError, OverflowError):
        said = "must be a time such as 2026-11-22T23:59 (here) or 2026-11-22T23:59+01:00"
        raise Refused(f"--due {text}: {said}") from None


def _written(time: datetime) -> str:
    """In the form that submissions use."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03}Z"


def _rows(
    assignment: str, options: argparse.Namespace, handed: Sequence[Handed], table: Journal | None
) -> tuple[list[shapes.Row], bool]:
    """The rows in the order of the files, whichever was done first, and whether it ran to the end."""
    work = partial(mark, assignment)
    progress = Progress("submissions", 0, len(handed))
    marked: dict[int, Marked] = {}
    places = {id(each): place for place, each in enumerate(handed)}
    pool = chosen(options.executor, options.jobs)
    is_whole = True
    try:
        for each, found in outcomes(work, handed, pool, lambda each, why: Marked(lost(assignment, each, why))):
            marked[places[id(each)]] = found
            if table:
                table.note(json.dumps(found.row, ensure_ascii=False))
            progress.show(len(marked))
    except KeyboardInterrupt:
        if not marked:
            raise
        is_whole = False
    progress.end(len(marked))
    for unrun in dict.fromkeys(each.unrun for each in marked.values() if each.unrun):
        print(f"inflight: code has not been run, so it is yours to read: {unrun}", file=sys.stderr)
    rows = [
        marked[place].row if place in marked else interrupted(assignment, each) for place, each in enumerate(handed)
    ]
    return rows, is_whole


def _words(allowed: Mapping[Any, str]) -> str:
    return "; ".join(f"{word}: {said}" for word, said in allowed.items())


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise OSError(f"{file} is not text in UTF-8: save the table as “CSV UTF-8”") from None


def _tell(found: dict[str, Any], listed: bool) -> None:
    """The results, and who needs a look."""
    if listed:
        for row in found["rows"]:
            name = visible(Path(row["file"]).name)
            points = "–" if row["points"] is None else f"{row['points']:g}/{row['possible']:g}"
            print(f"{row['verdict']:<8} {points:>9}  {row['student']['id'] or '–':<16} {name}: {row['reason']}")
            for note in row["notes"]:
                print(f"{'':<36}{visible(note)}")
    counts = ", ".join(f"{found['verdicts'][verdict]} {verdict}" for verdict in VERDICTS)
    print(f"{len(found['rows'])} files of {found['students']} students: {counts}")
    if found["marks"]["mean"] is not None:
        marks = found["marks"]
        print(f"Points out of {marks['possible']:g}: mean {marks['mean']:.4g}, median {marks['median']:g}")
    for word, ids in (("Not on the roster", found["strangers"]), ("No file from", found["missing"])):
        if ids:
            print(f"{word}: {', '.join(ids)}")
    for each in found["duplicates"]:
        which = f"{each['counts'] or 'none'} counts"
        if each["unsettled"]:
            which = "they differ, and none counts until you say which one does (--counts FILE, or --several last)"
        print(f"{each['student']} handed in {len(each['files'])} files; {which}")
    if found["unused"]:
        print(f"Points by hand for students without a file: {', '.join(found['unused'])}")
    if found["alike"]:
        groups = "1 group is" if len(found["alike"]) == 1 else f"{len(found['alike'])} groups are"
        print(f"{groups} worth a look because of what they have in common (see --json):")
        for each in found["alike"][:_SHOWN]:
            about = f", question {each['question']}" if each["question"] else ""
            print(f"  {_few(each['students'])}{about}: {each['reason']}")
        if len(found["alike"]) > _SHOWN:
            print(f"  and {len(found['alike']) - _SHOWN} more")


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - 9} more" if len(names) > 9 else ""
    return ", ".join(names[:9]) + more
