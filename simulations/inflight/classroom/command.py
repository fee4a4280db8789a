"""`inflight assignment`: checks a teacher's file, tries it out and prints it."""

from __future__ import annotations

import argparse
import json
import math
import sys
from base64 import b64decode
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inflight.classroom.desk import DESK
from inflight.classroom.form import AssignmentError
from inflight.figure.slices import finish

ANYBODY = 100
"""How many students an assignment is tried out with."""

FEW = 100
"""So few paths of a question that somebody could prepare all the answers and bring them along."""


def main(argv: Sequence[str]) -> int:
    """Run the command; 0: all is well, 1: a question can't be solved. Bad input raises a ValueError."""
    options = _parser().parse_args(argv)
    return int(options.handler(options))


def read_assignment(file: Path) -> str:
    """The text of an assignment's file.

    Raises:
        OSError: it cannot be read.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise OSError(f"{file} is not text in UTF-8") from None


def ask(question: str, **arguments: Any) -> dict[str, Any]:
    """What the desk answers; a page asks the same."""
    return finish(DESK[question](**arguments))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="inflight assignment", description="Work with an assignment's file.")
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    for name, handler, about in (
        ("check", _check, "whether the file is valid, its questions can be solved, and how much they differ"),
        ("public", _public, "the part that students get, without solutions"),
        ("paper", _paper, "what one student is asked"),
        ("key", _key, "the model's own answers for one student"),
        ("capture", _capture, "write the capture of one student's question, as its page does"),
        ("codes", _codes, "the code of each session of a proctored assignment"),
        ("reveal", _reveal, "the key, for students to see their marks once everything is handed in"),
    ):
        command = commands.add_parser(name, help=about, description=about.capitalize() + ".", allow_abbrev=False)
        command.add_argument("file", type=Path, metavar="ASSIGNMENT.json")
        if name in ("paper", "key", "capture"):
            command.add_argument("--student", required=True, metavar="ID")
            command.add_argument("--code", default="", help="the session's; without one, the paths are for practice")
        if name == "capture":
            command.add_argument("--question", required=True, metavar="ID", help="a question of kind capture")
            about = "where to write it; default: as the page calls it, in this folder"
            command.add_argument("--output", type=Path, metavar="FILE", help=about)
        if name == "check":
            about = f"how many made-up students; default {ANYBODY}"
            command.add_argument("--students", type=int, default=ANYBODY, help=about)
        if name not in ("public", "reveal", "capture"):
            command.add_argument("--json", action="store_true", help="as JSON")
        command.set_defaults(handler=handler)
    return parser


def _check(options: argparse.Namespace) -> int:
    text = read_assignment(options.file)
    about = ask("assignment", assignment=text)
    found = ask("try_out", assignment=text, students=options.students)
    if options.json:
        _print(found)
        return int(bool(found["failed"]))
    print(f"{about['title']} ({about['id']}): {len(about['questions'])} questions, {about['points']:g} points")
    print(f"{found['students']} students have {found['papers']} different papers")
    for each in found["questions"]:
        counts = [f"{each[word]} {word}" for word in ("accepted", "failed", "unanswered") if each[word]]
        said = ", ".join([*counts, f"{each['different']} different"])
        print(f"  {each['id']:<20} {each['kind']:<10} {said}")
        for draw in each["draws"]:
            values = ", ".join(f"{count['value']}: {count['count']}" for count in draw["counts"][:20])
            print(f"      {draw['label']}: {values}{', …' if len(draw['counts']) > 20 else ''}")
        possible = math.prod(len(draw["counts"]) for draw in each["draws"])
        if about["proctored"] and each["draws"] and possible < FEW:
            print(f"      only {possible} paths can be drawn: all their answers fit on a crib sheet")
        for failure in each["failures"]:
            print(f"      {failure['student']} ({', '.join(failure['values'].values())}): {failure['reason']}")
    return int(bool(found["failed"]))


def _public(options: argparse.Namespace) -> int:
    _print(ask("assignment", assignment=read_assignment(options.file))["public"])
    return 0


def _codes(options: argparse.Namespace) -> int:
    text = read_assignment(options.file)
    found = ask("codes", assignment=text)["codes"]
    if options.json:
        _print(found)
        return 0
    if not found:
        proctored = ask("assignment", assignment=text)["proctored"]
        why = "this is not the teacher's file" if proctored else "the assignment is not proctored"
        raise AssignmentError(f"{options.file} has no codes: {why}")
    for each in found:
        print(f"{each['code']}  {each['session']}")
    return 0


def _reveal(options: argparse.Namespace) -> int:
    text = read_assignment(options.file)
    _print(ask("reveal", assignment=text)["key"])
    if ask("assignment", assignment=text)["proctored"]:
        said = "the codes of all sessions follow from this, so publish it after the last session"
        print(f"inflight: {said}", file=sys.stderr)
    return 0


def _paper(options: argparse.Namespace) -> int:
    found = ask("paper", assignment=read_assignment(options.file), student=options.student, code=options.code)
    if options.json:
        _print(found)
        return 0
    about = found["assignment"]
    print(f"{about['title']}\nStudent {found['student']}, {about['points']:g} points, {about['minutes']} minutes")
    for paragraph in (about["intro"], *about["goals"]):
        if paragraph:
            print(f"\n{paragraph}")
    for each in found["questions"]:
        points = f" ({each['points']:g} points)" if each["points"] else ""
        print(f"\n{each['id']}{points}\n{each['text']}")
        for line in _details(each):
            print(f"  {line}")
    return 0


def _details(question: dict[str, Any]) -> list[str]:
    """What there is besides the text: values of the figure, things to choose from, goals."""
    lines = []
    if figure := question["figure"]:
        lines.append(f"Figure {figure['id']}")
        lines += [f"{each['label']}: {each['value']}" for each in figure["given"]]
    lines += [f"{each['place']}) {each['text']}" for each in question.get("choices") or question.get("items") or []]
    lines += [f"Goal: {goal}" for goal in question.get("goals") or []]
    lines += [f"Path: {path['said']}" for path in question.get("paths") or []]
    if question["kind"] == "capture":
        lines.append(f"Capture at the {question['at']}: {question['file']}")
        lines += [f"{each['limit']}) {each['title']}. {each['text']}" for each in question["limits"]]
        lines.append(f"{question['reading']} ({question['unit']}, {question['tolerance']}). {question['how']}")
    lines += [f"| {line}" for line in (question.get("code") or "").splitlines()]
    return lines


def _key(options: argparse.Namespace) -> int:
    found = ask("key", assignment=read_assignment(options.file), student=options.student, code=options.code)
    if options.json:
        _print(found)
        return 0
    for id, each in found["key"].items():
        for word in ("said", "solution", "marking"):
            if each[word]:
                text = each[word].replace("\n", "\n    ")
                print(f"{id}, {'answer' if word == 'said' else word}: {text}")
    if found["marking"]:
        print(f"\n{found['marking']}")
    return 0


def _capture(options: argparse.Namespace) -> int:
    text = read_assignment(options.file)
    found = finish(DESK["capture_file"](text, options.student, options.question, options.code))
    file = options.output or Path(found["name"])
    file.write_bytes(b64decode(found["base64"]))
    print(file)
    return 0


def _print(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))
