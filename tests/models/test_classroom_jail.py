"""A student's code on the command line: it may compute, and it may fail, and no more."""

from __future__ import annotations

import functools
import json
import os
import random
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from inflight.classroom import sandbox_words as words
from inflight.classroom.algorithms import BY_RATE
from inflight.classroom.jail import Limits, process, run_all, tools
from inflight.classroom.jail.tools import JailError
from inflight.classroom.replay import record
from inflight.reader.starters import RENO
from inflight.scenes.algorithm_race import RacePath

PROGRAMS = Path(__file__).parent / "jail"
LINE: dict[str, Any] = {"rate": 4.0, "rtt": 40.0, "buffer": 20, "loss": 0.5, "duration": 3.0}
SHORT = Limits(total=20, silence=2)


# Digs out the real `__import__` (`inflight/reader/imports.py`): what is behind it has to hold by itself.
DIG = (
    "import contextlib; above = contextlib.suppress.__init__.__globals__['__builtins__']; "
    "globals()['__builtins__']['__import__'] = above['__import__']"
)


def run(code: str, **other: Any) -> dict[str, Any]:
    if code.startswith("import "):
        code = f"{DIG}; {code}"
    return {"code": code, "path": LINE, "seed": "s", **other}


@functools.cache
def decided(code: str, seed: str = "s") -> list[int]:
    """What CPython decides, outside."""
    random.seed(seed)
    work = record(code, RacePath(**LINE), seed, False)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return list(done.value)


@dataclass
class Outside:
    """What there is to get at: a file, a server, a variable, and a place to leave a mark."""

    folder: Path
    port: int
    asked: list[str] = field(default_factory=list)

    @property
    def names(self) -> dict[str, Any]:
        """For a hostile text to be filled with."""
        names = {"secret": "secret.txt", "mark": "mark.txt", "module": "module.mjs"}
        touch = shutil.which("touch")
        return {name: str(self.folder / file) for name, file in names.items()} | {"port": self.port, "touch": touch}

    @property
    def untouched(self) -> bool:
        return self.asked == [] and sorted(file.name for file in self.folder.iterdir()) == ["module.mjs", "secret.txt"]


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Outside]:
    (tmp_path / "secret.txt").write_text("the canary sings")
    (tmp_path / "module.mjs").write_text("export default 1;")
    monkeypatch.setenv("INFLIGHT_CANARY", "sings")
    found = Outside(tmp_path, 0)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()
            self.wfile.write(b"export default 1;")

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def verify_request(self, *_: object) -> bool:
            found.asked.append("a connection")
            return True

    with Server(("127.0.0.1", 0), Handler) as server:
        found.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()


# What Python can try: each ends well if it got through.
DOORS = {
    "open": "open({secret!r}).read()",
    "os.open": "os.read(os.open({secret!r}, os.O_RDONLY), 9)",
    "os.listdir": "os.listdir(os.path.dirname({secret!r}))",
    "os.stat": "os.stat({secret!r})",
    "socket": "socket.create_connection(('127.0.0.1', {port}), 3).close()",
    "urllib": "urllib.request.urlopen('http://127.0.0.1:{port}/', timeout=3).read()",
    "http.client": "c = http.client.HTTPConnection('127.0.0.1', {port}, 3); c.request('GET', '/'); c.getresponse()",
    "subprocess": "subprocess.run([{touch!r}, {mark!r}], check=True)",
    "os.system": "assert os.system({touch!r} + ' ' + {mark!r}) == 0",
    "os.posix_spawn": "os.waitpid(os.posix_spawn({touch!r}, ['touch', {mark!r}], {{}}), 0)",
    "os.fork": "os.waitpid(os.fork() or os._exit(0), 0)",
    "environment": "os.environ['INFLIGHT_CANARY']",
    "thread": "threading.Thread(target=int).start()",
}

# These lead to the browser in Pyodide, and nowhere in CPython.
JAVASCRIPT = {
    "js": "import js; js.fetch('http://127.0.0.1:{port}/')",
    "pyodide_js": "import pyodide_js; pyodide_js.mountNodeFS('/x', '/')",
    "_pyodide_core": "import _pyodide_core",
    "pyfetch": "from pyodide.http import pyfetch; pyfetch('http://127.0.0.1:{port}/')",
    "run_js": "from pyodide.code import run_js; run_js('1')",
    "run_js, dug out": "[o for o in gc.get_objects() if type(o) is dict and 'run_js' in o][0]['run_js']('1')",
    "a module made anew": "m = imp.create_builtin(Spec('_pyodide_core', None)); imp.exec_builtin(m); m.run_js('1')",
}

IMPORTS = f"""
{DIG}
import gc, os, socket, subprocess, threading, urllib.request, http.client
import _imp as imp
from importlib.machinery import ModuleSpec as Spec
"""


def tries(doors: dict[str, str], names: dict[str, Any]) -> str:
    """A program that tries each door, and then names those that were open."""
    text = IMPORTS + "through = []\n"
    for name, work in doors.items():
        body = indent(work.format(**names), "    ")
        text += f"try:\n{body}\n    through.append({name!r})\nexcept BaseException:\n    pass\n"
    return text + "raise ValueError('through: ' + ', '.join(through) + '.')\n"


def test_doors_are_shut(outside: Outside) -> None:
    error = run_all([run(tries(DOORS | JAVASCRIPT, outside.names))])[0]["error"]
    assert "ValueError: through: ." in error
    assert outside.untouched


def test_they_are_doors(outside: Outside) -> None:
    with pytest.raises(ValueError, match=re.escape(f"through: {', '.join(DOORS)}.")):
        exec(tries(DOORS, outside.names), {})
    assert not outside.untouched
    assert len(outside.asked) == 3


def said_by(program: str, given: str) -> tuple[str, int]:
    """What a program of JavaScript says in the jail, and how it ended."""
    with process.started(Limits(), PROGRAMS / program) as found:
        found.feed(given.encode())
        until, text = time.monotonic() + 60, b""
        while chunk := found.read(until):
            text += chunk
        return text.decode(), found.end()


def test_nor_does_javascript_get_out(outside: Outside) -> None:
    text, _ = said_by("doors.mjs", json.dumps(outside.names))
    outcomes = json.loads(text)
    assert len(outcomes) > 20
    assert {door: outcome for door, outcome in outcomes.items() if outcome == "done"} == {}
    assert outside.untouched


def test_which_it_would_otherwise(outside: Outside, tmp_path_factory: pytest.TempPathFactory) -> None:
    done = subprocess.run(
        [tools.deno(), "run", "--quiet", "--allow-all", "--no-config", PROGRAMS / "doors.mjs"],
        input=json.dumps(outside.names).encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DENO_DIR": str(tmp_path_factory.mktemp("deno"))},
        check=True,
        timeout=60,
    )
    outcomes = json.loads(done.stdout)
    assert {door: outcome for door, outcome in outcomes.items() if outcome != "done"} == {}


@pytest.mark.skipif(not Path("/proc").exists(), reason="only Linux holds to RLIMIT_DATA")
@pytest.mark.parametrize("kind", ["buffers", "objects", "shared"])
def test_javascript_meets_a_second_wall(kind: str) -> None:
    text, code = said_by("hoard.mjs", f"{kind}\n")
    held = [int(line) for line in text.split()]
    assert held, "it got something"
    assert held[-1] < 1536
    assert code != 0


# Code that misbehaves, and what may come of it.
BAD = {
    "deep recursion": ("def f(): return f()\nf()", "line 1: RecursionError"),
    "one big thing": ("x = bytearray(1 << 30)", "line 1: MemoryError"),
    "more than there are addresses": ("x = bytearray(4 << 30)", "line 1: (OverflowError|MemoryError)"),
    "growing": ("x = []\nwhile True: x.append(bytearray(1 << 26))", "line 2: MemoryError"),
    "words": ("for i in range(3000): print('x' * 9999)\n1 / 0", "line 2: ZeroDivisionError"),
    "written words": ('import os\nos.write(1, b\'{"run": 0, "answer": {}}\\n\')\n1 / 0', "line 3: ZeroDivisionError"),
    "an error that errs": ("class E(Exception):\n def __str__(self): raise self\nraise E", "line 3: E"),
    "a broken type": ("class E(Exception):\n __class__ = property(lambda s: 1 / 0)\nraise E", "."),
    "leaving": ("import sys\nsys.exit(0)", "line 2: SystemExit"),
    "leaving at once": ("import os\nos._exit(0)", "."),
    "abort": ("import os\nos.abort()", "."),
    "no builtins": ("__builtins__.clear()\nlen([])", "."),
    "nobody's builtins": ("import builtins\nvars(builtins).clear()\nlen([])", "."),
    "memory shot through": ("import ctypes\nctypes.memset(0, 255, 1 << 24)", "."),
    "JavaScript from C": ("import ctypes\nctypes.CDLL(None).emscripten_run_script(b'Deno.exit(0)')", words.BROKEN),
    "another's text": (
        "import inflight.bridge.answers as b\nb.Asked.text = lambda s: 'no JSON\\n{\"alive\": 0}'",
        "isn’t a result",
    ),
    "text without end": (
        "import inflight.bridge.answers as b\nb.Asked.text = lambda s: '1' * 10 ** 7",
        "isn’t a result",
    ),
    "a list": ("import inflight.bridge.answers as b\nb.Asked.text = lambda s: '[1]'", "isn’t a result"),
    "an error of lists": (
        "import inflight.bridge.answers as b\nb.Asked.text = lambda s: '{\"error\": [1]}'",
        "isn’t a result",
    ),
    "json": ("import json\njson.dumps = lambda *a, **k: 'NaN'", "isn’t a result"),
    "frames": (
        "import sys\nf = sys._getframe()\nwhile f:\n f.f_globals.clear()\n f = f.f_back",
        ".",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_goes_wrong_is_one_line(name: str, outside: Outside) -> None:
    code, expected = BAD[name]
    (found,) = run_all([run(code + "\ndef on_ack(cc, ack): pass")])
    assert found.keys() == {"error"}
    assert re.search(expected, found["error"])
    assert found["error"].isprintable()
    assert len(found["error"]) <= 500
    assert outside.untouched


def test_a_loop_is_stopped_and_the_next_code_is_fine() -> None:
    loop = "def on_ack(cc, ack):\n    while True: pass"
    silent = {"error": words.silent(2)}
    found = run_all([run(RENO), run(loop), run(loop), run("1 / 0")], Limits(silence=2))
    assert found[:3] == [{"decisions": decided(RENO)}, silent, silent]
    assert "ZeroDivisionError" in found[3]["error"]


@pytest.mark.parametrize(
    ("code", "limits", "said"),
    [
        ("import time\ntime.sleep(1000)", SHORT, words.silent(2)),
        ("while True: print('x' * 9999)", SHORT, words.silent(2)),
        # It gives signs of life, and takes ten times as long as it may.
        ("import time\ndef on_ack(cc, ack): time.sleep(0.05)", Limits(total=4), words.slow(4)),
    ],
)
def test_time_ends(code: str, limits: Limits, said: str) -> None:
    handler = "" if "on_ack" in code else "\ndef on_ack(cc, ack): pass"
    assert run_all([run(code + handler)] * 2, limits) == [{"error": said}] * 2


def test_python_and_pyodide_decide_the_same() -> None:
    runs = [run(code, seed=seed) for code in (RENO, BY_RATE) for seed in ("s", "t")]
    assert run_all(runs) == [{"decisions": decided(each["code"], each["seed"])} for each in runs]
    assert decided(RENO, "s") != decided(RENO, "t"), "the path loses packets by chance"


def test_a_lie_comes_out_as_data_and_nothing_else() -> None:
    lie = 'import inflight.bridge.answers as b\nb.Asked.text = lambda s: \'{"decisions": [1, 2, "x", {"a": null}]}\'\n'
    assert run_all([run(lie + RENO)]) == [{"decisions": [1, 2, "x", {"a": None}]}]


def test_sets_keep_their_order() -> None:
    code = "raise ValueError(list({'cubic', 'reno', 'bbr', 'vegas'}))"
    assert len({run_all([run(code)])[0]["error"] for _ in range(2)}) == 1


def test_recursion_ends_at_the_same_depth_whichever_compiler_v8_uses() -> None:
    """A browser's stack has another size than Deno's: code that asks for it would decide something else there."""
    code = (
        "def deeper(n):\n    try:\n        return deeper(n + 1)\n    except RecursionError:\n        return n\n"
        "def on_ack(cc, ack):\n    raise ValueError(f'depth {deeper(0)}')"
    )
    found = [run_all([run(code, path={**LINE, "rate": rate})])[0]["error"] for rate in (4.0, 400.0)]
    assert found[0] == found[1]
    depth = re.search(r"depth (\d+)", found[0])
    assert depth
    assert 400 < int(depth[1]) < 600


# Programs that end in what they have found out. `tests/browser/classroom-sandbox.spec.ts` runs them in the page.
TELLING: dict[str, list[str]] = json.loads((PROGRAMS / "telling.json").read_text())


@pytest.mark.parametrize("name", TELLING)
def test_code_cannot_tell_one_python_from_another(name: str) -> None:
    """In two, one of which has other things in its memory."""
    kept = ("kept = []", "kept = [[n] * n for n in range(999)]")
    found = [run_all([run("\n".join([first, *TELLING[name]]))])[0] for first in kept]
    assert found[0] == found[1]
    assert found[0].keys() == {"error"}
    assert "0x" not in found[0]["error"]
    if name.startswith("memory"):
        assert found[0] == {"error": words.MEMORY}


def test_ordinary_python_works_where_there_are_no_addresses() -> None:
    ordinary = """
import copy, enum, functools, json
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import asdict, dataclass, field
from typing import NamedTuple, Optional, Protocol
def f(): return 1
class A: pass
class E(enum.Enum): ONE = 1
class N(NamedTuple):
    x: int = 0
class P(Protocol):
    def g(self) -> int: ...
@dataclass(frozen=True)
class D:
    x: int = 1
    parts: list = field(default_factory=list, hash=False)
@functools.singledispatch
def kind(x): return "other"
@kind.register
def _(x: int): return "int"
@functools.lru_cache
def cached(x): return [x]
@functools.total_ordering
class T:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return self.x == o.x
    def __lt__(self, o): return self.x < o.x
a, b = A(), A()
assert {f: 1, int: 2, a: 3, f: 4} == {f: 4, int: 2, a: 3}
assert {a, b, a} == {b, a} and len({a, b}) == 2 and a != b and hash(a) == hash(a)
assert {1: "a"}[1.0] == "a" and {2.5} == {5 / 2} and hash(2**40) == hash(2.0**40)
assert copy.deepcopy({f: [A, 1, (2, [3])], "e": E.ONE})[f] == [A, 1, (2, [3])]
assert copy.deepcopy(b) is not b and copy.copy([1]) == [1]
assert asdict(D(parts=[1])) == {"x": 1, "parts": [1]} and {D(): 1}[D()] == 1
assert kind(1) == "int" and kind("") == "other" and cached(a) is cached(a) and T(1) <= T(2)
assert Optional[int] == Optional[int] and (int | None) == (None | int) and isinstance({}, Mapping)
assert isinstance(a, Hashable) and isinstance(f, Callable) and not isinstance([], Hashable)
assert Counter([f, f, a])[f] == 2 and OrderedDict({a: 1})[a] == 1 and defaultdict(list)[int] == []
assert str(N()) == "N(x=0)" and f"{E.ONE}" == "E.ONE" and json.loads(json.dumps({"x": 1.5})) == {"x": 1.5}
assert isinstance("", str) and type("") is str and sorted([2, 10], key=str) == [10, 2]
match "x":
    case str(): pass
print(f"{f}", a, {a, f})
"""
    assert run_all([run(ordinary + RENO)]) == [{"decisions": decided(RENO)}]


def test_nothing_to_run() -> None:
    assert run_all([]) == []


def test_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert "error" in run_all([run("1 / 0")])[0]
    assert list(tmp_path.iterdir()) == []


def test_what_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tools.PYODIDE, str(tmp_path))
    with pytest.raises(JailError, match=r"npm install pyodide@\d+\.\d+\.\d+"):
        run_all([run(RENO)])


def test_the_pinned_pyodide_is_what_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(tools.PYODIDE, str(tmp_path))
    package = json.loads((Path(__file__).parents[2] / "package.json").read_text())
    with pytest.raises(JailError, match=re.escape(f"pyodide@{package['dependencies']['pyodide']})")):
        tools.pyodide()


def test_a_jail_that_does_not_start_is_nobodys_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyodide.asm.wasm").write_bytes(b"no WebAssembly")
    monkeypatch.setenv(tools.PYODIDE, str(tmp_path))
    with pytest.raises(JailError, match="does not start"):
        run_all([run(RENO)])
