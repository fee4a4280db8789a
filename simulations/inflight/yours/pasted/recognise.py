"""Finds the outputs in a paste. Each is recognised by itself; what nobody can read is kept as it is."""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass, field

from inflight.figure.slices import finish
from inflight.yours.pasted.field import Item, Line
from inflight.yours.pasted.lines import LONGEST, Prompt, is_idle_prompt, prompt, split
from inflight.yours.pasted.reader import Reader
from inflight.yours.pasted.tools.ethtool import Features, Moderation, Rings, Statistics
from inflight.yours.pasted.tools.link import Links
from inflight.yours.pasted.tools.netstat import Netstat
from inflight.yours.pasted.tools.nstat import Nstat, NstatJson
from inflight.yours.pasted.tools.proc_counters import ProcCounters
from inflight.yours.pasted.tools.routes import Metrics, Routes
from inflight.yours.pasted.tools.sockstat import Sockstat
from inflight.yours.pasted.tools.softnet import Softnet
from inflight.yours.pasted.tools.ss import Sockets
from inflight.yours.pasted.tools.ss_summary import Summary
from inflight.yours.pasted.tools.sysctl import Sysctl
from inflight.yours.pasted.tools.tc import Disciplines
from inflight.yours.pasted.tools.tc_json import DisciplinesJson
from inflight.yours.pasted.tools.tcpdump import Packets

READERS: tuple[type[Reader], ...] = (
    Sockets,
    Summary,
    Nstat,
    NstatJson,
    ProcCounters,
    Netstat,
    Softnet,
    Sockstat,
    Disciplines,
    DisciplinesJson,
    Statistics,
    Features,
    Rings,
    Moderation,
    Links,
    Metrics,
    Routes,
    Sysctl,
    Packets,
)

MOST = 2_000_000
"""Characters that are read of a paste, up to the end of a line."""

# `ip -j` and `tc -j -p` begin with a line of brackets
_BRACKETS = re.compile(r"[\[\]{}, ]{1,20}")


@dataclass
class Pasted:
    """One output."""

    tool: str
    """What printed it; '' if nobody knows."""
    kind: str
    """Which rules are about it; '' as above."""
    command: str
    """As it stands above the output; '' if it doesn't."""
    lines: list[Line] = field(default_factory=list)
    """All of them, the command's own included."""
    items: list[Item] = field(default_factory=list)
    unread: list[Line] = field(default_factory=list)
    """Lines in which nothing could be recognised."""


@dataclass(frozen=True)
class Recognised:
    """What a paste holds."""

    blocks: list[Pasted]
    left_out: int
    """Lines at the end that are beyond what is read."""


def recognise(text: str) -> Recognised:
    """The outputs of a paste, in their order. Takes any text, and raises nothing."""
    return Recognised(finish(steps(text)), left_out(text))


def left_out(text: str) -> int:
    """Lines of a text that are too far down to be read."""
    return 0 if len(text) <= MOST else text.count("\n", _end(text)) + (not text.endswith("\n"))


def _end(text: str) -> int:
    """Where reading ends: behind a line's end, unless there is none."""
    return len(text) if len(text) <= MOST else text.rfind("\n", 0, MOST) + 1 or MOST


def steps(text: str) -> Generator[float, None, list[Pasted]]:
    """Read a paste; yields which share of it has been read."""
    lines = split(text[: _end(text)])
    taking = _Taking()
    for line in lines:
        taking.take(line)
        if line.number % 500 == 0:
            yield line.number / len(lines)
    return taking.blocks


class _Taking:
    """Line after line goes to the reader of the output it stands in, or opens another one."""

    def __init__(self) -> None:
        self.blocks: list[Pasted] = []
        self._reader: Reader | None = None

    def take(self, line: Line) -> None:
        if not line.text.strip():
            if self.blocks:
                self.blocks[-1].lines.append(line)
            return
        if len(line.text) > LONGEST and not line.text.startswith(("[{", "{")):
            self._keep(line)
            return
        typed = prompt(line.text)
        if typed is not None:
            self._command(line, typed)
        elif self._reader is not None and self._reader.take(line):
            self.blocks[-1].lines.append(line)
            self.blocks[-1].tool = self._reader.tool
        elif not self._open(line):
            if _BRACKETS.fullmatch(line.text) or is_idle_prompt(line.text):
                self._block().lines.append(line)
            else:
                self._keep(line)

    def _open(self, line: Line) -> bool:
        """Begin another output, if this line does."""
        for each in READERS:
            reader = each() if each.opens(line.text) else None
            if reader is None or not reader.take(line):
                continue
            self._reader = reader
            waiting = self.blocks[-1] if self.blocks else None
            # a command waits for its output
            block = waiting if waiting and not waiting.kind and not waiting.unread else self._new("")
            block.tool, block.kind, block.items = reader.tool, reader.kind, reader.items
            block.lines.append(line)
            return True
        return False

    def _command(self, line: Line, typed: Prompt) -> None:
        self._reader = None
        self._new(typed.command).lines.append(line)

    def _keep(self, line: Line) -> None:
        self._block().lines.append(line)
        self._block().unread.append(line)

    def _block(self) -> Pasted:
        """The one that is under way, or one that nobody recognises."""
        return self.blocks[-1] if self.blocks else self._new("")

    def _new(self, command: str) -> Pasted:
        block = Pasted("", "", command)
        self.blocks.append(block)
        return block
