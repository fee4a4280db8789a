"""What is known of each kernel's sysctls, kept beside this file: `<series>.json`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NotRequired, TypedDict

from sysctl.extract import documented, registered

FOLDER = Path(__file__).parent


class Sysctl(TypedDict):
    """One of them. live: what /proc/sys said after boot, on a machine of `Kernel.memory_kB`."""

    table: str
    documented: bool
    live: NotRequired[str]


class Kernel(TypedDict):
    """What `tests/plugin/knobs.test.ts` and `test_sources.py` read. guest: what `uname -r` and `-v` said there."""

    package: str
    guest: str
    memory_kB: int
    sysctls: dict[str, Sysctl]


def from_sources(files: Mapping[str, str]) -> dict[str, Sysctl]:
    """What a kernel's files say."""
    texts = documented(files)
    return {name: {"table": table, "documented": name in texts} for name, table in sorted(registered(files).items())}


def load(series: str) -> Kernel:
    """What is kept of a series."""
    kernel: Kernel = json.loads((FOLDER / f"{series}.json").read_text())
    return kernel


def keep(series: str, kernel: Kernel) -> None:
    """Keep it."""
    (FOLDER / f"{series}.json").write_text(json.dumps(kernel, indent=1, ensure_ascii=False) + "\n")
