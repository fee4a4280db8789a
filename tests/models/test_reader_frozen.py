"""Code decides the same wherever it runs: what differs between two Pythons is not there, or is frozen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from inflight.reader.code import ReaderAlgorithm, ReaderCodeError

HANDLER = "def on_ack(cc, ack):\n    pass\n"

SHOW = f"""
import sys
from inflight.reader.code import ReaderAlgorithm, ReaderCodeError
try:
    ReaderAlgorithm(sys.stdin.read() + {HANDLER!r})
except ReaderCodeError as error:
    print(error)
"""

# Each ends in what it has found out, which another Python would have found out differently.
VARYING = {
    "id": "class A: pass\nraise ValueError([id(A()), id(len), id('x')])",
    "hash of an object": "class A: pass\nraise ValueError([hash(A()) % 7 for _ in range(9)])",
    "hash of what is no number": "raise ValueError([hash(float('nan')) for _ in range(9)])",
    "shown": "class A: pass\nraise ValueError(repr(A()) + str(A()) + f'{A()}')",
    "slots": "class A:\n    __slots__ = 'x'\nraise ValueError([repr(A()), hash(A())])",
    "abc": "from abc import ABC\nclass A(ABC): pass\nraise ValueError([repr(A()), hash(A())])",
    "an exception": "class A(Exception): pass\nraise ValueError(hash(A()))",
    "order of a set": "class A: pass\na = [A() for _ in range(99)]\nraise ValueError([a.index(b) for b in set(a)])",
    "dice without a seed": "import random as r\nr.seed()\nraise ValueError([r.random(), r.Random().random()])",
}
GONE = {
    "time": "import time",
    "files": "open('/dev/urandom', 'rb').read(1)",
    "the system's chance": "from random import SystemRandom",
    "what random imported": "import random\nrandom._os",
    "what dataclasses imported": "import dataclasses\ndataclasses.sys",
    "what vars shows": "import random\nvars(random)['_urandom']",
    "what loads modules": "__loader__.load_module('time')",
    "an address in a hash": "hash(len)",
    "an address in a tuple": "hash((1, (lambda: 0)))",
}


@pytest.mark.parametrize("code", VARYING.values(), ids=VARYING.keys())
def test_what_varies_does_not(code: str) -> None:
    """In Pythons whose addresses are shifted, and whose clocks go on."""
    said = []
    for shift in (0, 1000):
        program = f"kept = [object() for _ in range({shift})]; more = bytearray({shift * 999})\n{SHOW}"
        done = subprocess.run(
            [sys.executable, "-c", program],
            input=code + "\n",
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
        said.append(done.stdout)
    assert "ValueError: " in said[0]
    assert said[0] == said[1]


@pytest.mark.parametrize("code", GONE.values(), ids=GONE.keys())
def test_what_is_gone(code: str) -> None:
    with pytest.raises(
        ReaderCodeError, match=r"ImportError|PermissionError|AttributeError|KeyError|NameError|TypeError"
    ):
        ReaderAlgorithm(f"{code}\n{HANDLER}")


@pytest.mark.parametrize(
    "code",
    [
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int\n"
        "assert hash(P(1)) == hash(P(1)) and P(1) == P(1) and {P(1): 2}[P(1)] == 2 and 'x=1' in repr(P(1))",
        "from typing import NamedTuple, Protocol\nclass P(NamedTuple):\n    x: int\nclass Q(Protocol): pass\n"
        "assert {P(1), P(1)} == {P(1)}",
        "from enum import Enum\nclass E(Enum):\n    A = 1\nassert {E.A: 1}[E(1)] == 1",
        "class A:\n    def __eq__(s, o): return True\nassert A.__hash__ is None",
        "class A:\n    def __init__(s): s.x = 1\nclass B(A):\n    def __init__(s):\n        super().__init__()\n"
        "assert B().x == 1",
        "a = [1]\nassert id(a) == id(a) != id([1]) and len({id(x) for x in ([], [], [])}) == 3",
        "import random\nrandom.seed(5)\nx = random.random()\nassert random.Random(5).random() == x",
        "import collections.abc as c, json\nfrom math import *\nassert isinstance([], c.Sequence) and sqrt(4) == 2",
        "assert hash((1, 'a')) == hash((1, 'a')) and hash(2.0) == hash(2)",
        "from decimal import Decimal as D\nfrom fractions import Fraction as F\n"
        "assert hash(D(2)) == hash(F(2)) == hash(2)",
    ],
)
def test_what_honest_code_does_works(code: str) -> None:
    ReaderAlgorithm(f"{code}\n{HANDLER}")


def test_dice_are_thrown_anew_by_whoever_marks() -> None:
    import random

    said = []
    for seed in ("a", "a", "b"):
        random.seed(seed)
        with pytest.raises(ReaderCodeError) as found:
            ReaderAlgorithm(f"import random\nraise ValueError(random.random())\n{HANDLER}")
        said.append(str(found.value))
    assert said[0] == said[1] != said[2]
