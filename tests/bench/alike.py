"""Looks through a class of 1000 for what is alike: two texts of 650 words and one program each, every tenth a copy.

Prints the seconds, how many groups there are, and how long the longest slice between two yields took, in which a page
cannot draw.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from inflight.classroom.assignment import parse
from inflight.classroom.similarity import alike

TEXTS = ("one", "two")
SIGNS = ["+", "-", "*", "/", "(", ")", "[", "]", "if", "else", "or", "and", "not", "<", ">", "in", ":", ",", "1", "a"]


def assignment() -> str:
    """Two texts and an algorithm."""
    said = [{"id": id, "kind": "text", "text": "Why?", "points": 1} for id in TEXTS]
    goals = [{"measure": "score", "at_least": 1}]
    code = {"id": "code", "kind": "algorithm", "text": "Write.", "points": 1, "path": {}, "goals": goals}
    head = {"schema": "inflight.assignment/1", "id": "a", "title": "A", "key": "k"}
    return json.dumps({**head, "questions": [*said, code]})


def rows(students: int) -> list[dict[str, Any]]:
    """What they wrote; words as often as in English (Zipf)."""
    rng = random.Random(1)
    words = [f"w{number}" for number in range(5000)]
    often = [1 / (place + 1) for place in range(len(words))]
    made: list[dict[str, Any]] = []
    for number in range(students):
        answers = {id: " ".join(rng.choices(words, often, k=650)) for id in TEXTS}
        answers["code"] = "\n".join(" ".join(rng.choices(SIGNS, k=8)) for _ in range(80))
        if number % 10 == 9:
            answers = {each["id"]: each["answer"] for each in made[number - 5]["questions"]}
        questions = [{"id": id, "answer": answer, "share": None, "values": {}} for id, answer in answers.items()]
        made.append({"file": f"{number}.json", "student": {"id": f"s{number}"}, "trail": "", "questions": questions})
    return made


def measure(students: int) -> dict[str, float]:
    """Seconds in all, groups, and the longest slice in ms."""
    work, longest = alike(parse(assignment()), rows(students)), 0.0  # type: ignore[arg-type]
    began = last = time.perf_counter()
    while True:
        try:
            next(work)
        except StopIteration as end:
            found = end.value
            break
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    took = time.perf_counter() - began
    return {"students": students, "seconds": round(took, 2), "groups": len(found), "slice_ms": round(1000 * longest)}


if __name__ == "__main__":
    for students in map(int, sys.argv[1:] or ("250", "500", "1000")):
        print(json.dumps(measure(students)), flush=True)
