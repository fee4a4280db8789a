"""Hashes of what the models answer: every preset, every ready-made assignment's key, incidents, comparisons.

    python scripts/test/fingerprints.py > before.txt    # then change what ought to change nothing, and compare

Asks the command line alone, so it works across any change of the package's plan.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import sys
from collections.abc import Iterator, Sequence
from multiprocessing import Pool
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "simulations"))
# An installed package must not answer for this checkout.
sys.meta_path[:] = [finder for finder in sys.meta_path if "__editable__" not in repr(finder)]

from inflight.cli import main  # noqa: E402

STUDENTS = ("ada", "grace", "lin")
INCIDENTS = 200
LEVELS = 3


def said(*argv: str) -> str:
    """What a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        main(argv)
    return out.getvalue()


def commands() -> Iterator[tuple[str, ...]]:
    """Long ones first, so that both ends of a list of jobs keep all cores busy."""
    recordings = ROOT / "tests/kernel/recordings/6.1"
    for family in sorted({file.name[0] for file in recordings.glob("*.json")}):
        yield "compare", str(recordings), "--family", family, "--json"
    for experiment in json.loads(said("list", "--json"))["experiments"]:
        for preset in experiment["presets"]:
            yield "run", experiment["id"], "--preset", preset["id"], "--json"
    for file in sorted((ROOT / "docs/assignments").glob("*.json")):
        for student in STUDENTS:
            yield "assignment", "key", str(file), "--student", student, "--json"
    for seed in range(INCIDENTS):
        yield "incident", "--seed", str(seed), "--level", str(1 + seed % LEVELS), "--json"


def answer(argv: Sequence[str]) -> str:
    """A command and the hash of what it prints; of an incident, all probes and a verdict are asked, too."""
    text = said(*argv)
    if argv[0] == "incident":
        case = json.loads(text)["incident"]
        probes = [word for probe in case["probes"] for word in ("--probe", probe["id"])]
        judged = ("--cause", case["suspects"][0]["id"], "--fix", case["fixes"][0]["id"])
        text = said(*argv, *probes, *judged)
    name = " ".join(argv).replace(f"{ROOT}/", "")
    return f"{hashlib.sha256(text.encode()).hexdigest()[:16]}  {name}"


if __name__ == "__main__":
    with Pool() as pool:
        for line in sorted(pool.imap_unordered(answer, commands()), key=lambda line: line.split("  ")[1]):
            print(line)
