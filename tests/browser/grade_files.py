"""A small class: `python grade_files.py FOLDER [COUNT]` writes an assignment and what was handed in for it.

Ada has all of it right, Grace the number wrong; Linus's file was cut off on its way, and Ken edited his. Dennis and
Brian have the same text. With a COUNT there are so many students more, each with some of it right.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

from inflight.classroom import desk
from inflight.figure.slices import finish

ASSIGNMENT = {
    "schema": "inflight.assignment/1",
    "id": "small-class",
    "title": "A small class",
    "intro": "Three questions.",
    "goals": ["Say what fills a path."],
    "minutes": 20,
    "key": "small-class-key",
    "secret": "small-class-secret",
    "feedback": "after",
    "marking": "",
    "roster": ["ada", "grace", "linus", "ken", "dennis", "brian", "barbara"],
    "questions": [
        {
            "id": "bdp",
            "kind": "numeric",
            "text": "A line has {rate}, and a round trip takes {rtt}. How many MB fill it?",
            "points": 4,
            "figure": {
                "id": "bandwidth-delay",
                "at": {"rate": {"of": [20, 50, 100, 200]}, "rtt": {"of": [10, 20, 40, 80]}},
                "show": "after",
            },
            "ask": {"summary": "bdp"},
            "tolerance": {"percent": 5},
        },
        {
            "id": "window",
            "kind": "choice",
            "text": "Who says how much the receiver has room for?",
            "points": 2,
            "choices": [
                {"text": "The receiver, in the window field.", "right": True, "why": "It is in every segment."},
                {"text": "The sender, from what was lost.", "why": "That is the congestion window."},
                {"text": "The router, in the TTL.", "why": "The TTL counts hops."},
            ],
        },
        {
            "id": "why",
            "kind": "text",
            "text": "Why is `cwnd` not enough to fill a path? Two sentences.",
            "points": 3,
            "most": 1200,
        },
    ],
}
TEXT = json.dumps(ASSIGNMENT, indent=2)

ESSAY = (
    "The congestion window bounds what the sender may have on its way, and the receiver's window and the send buffer "
    "bound it as well. Whichever is the smallest rules, so a large congestion window alone fills nothing if the "
    "program at the other end has set a small buffer or reads slowly."
)
WORDS = ("window", "buffer", "receiver", "sender", "path", "queue", "delay", "rate", "bytes", "limit", "grows", "waits")


def handed(student: str, name: str, answers: dict[str, Any], minute: int = 0) -> str:
    """The text of a file that the student's page would make."""
    work = {
        "questions": {id: {"answer": answer, "attempts": 1, "told": None} for id, answer in answers.items()},
        "log": [[20 * place + len(student), "answer", id] for place, id in enumerate(answers, 1)],
        "started": "2026-11-20T09:00:00.000Z",
        "handed_in": f"2026-11-20T10:{minute:02}:00.000Z",
    }
    return str(finish(desk.hand_in(TEXT, student, name, work))["file"])


def key(student: str) -> dict[str, Any]:
    """The model's own answers."""
    found = finish(desk.key(TEXT, student))["key"]
    return {id: each["answer"] for id, each in found.items() if each["answer"] is not None}


def files(count: int) -> dict[str, str]:
    """All files by their names."""
    ada, grace, linus, ken = (key(each) for each in ("ada", "grace", "linus", "ken"))
    edited = json.loads(handed("ken", "Ken Thompson", {"bdp": ken["bdp"] * 3, "window": ken["window"]}, 12))
    edited["questions"]["bdp"]["told"] = 1
    found = {
        "ada.json": handed("ada", "Ada Lovelace", {**ada, "why": "The receiver may offer less."}, 5),
        "grace.json": handed("grace", "Grace Hopper", {**grace, "bdp": grace["bdp"] * 2, "why": "=1+1"}, 6),
        "linus.json": handed("linus", "Linus Torvalds", linus)[:300],
        "ken.json": json.dumps(edited),
        "dennis.json": handed("dennis", "Dennis Ritchie", {**key("dennis"), "why": ESSAY}, 8),
        "brian.json": handed("brian", "Brian Kernighan", {**key("brian"), "why": ESSAY}, 9),
    }
    rng = random.Random(1)
    for number in range(count):
        student = f"s{1000 + number}"
        answers = key(student)
        if rng.random() < 0.4:
            answers["bdp"] *= rng.choice([8, 0.125, 1000])
        if rng.random() < 0.3:
            answers["window"] = [rng.randrange(3)]
        answers["why"] = " ".join(rng.choices(WORDS, k=rng.randrange(8, 60)))
        if rng.random() < 0.1:
            del answers["why"]
        found[f"class/{student}.json"] = handed(student, f"Student {number + 1}", answers, number % 60)
    return found


def main(folder: Path, count: int = 0) -> None:
    """Write it all."""
    for name, text in {"assignment.json": TEXT, **{f"handed/{n}": t for n, t in files(count).items()}}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
