"""A student's algorithm as nothing but the windows it chose, and the model run again with them.

    sandbox:  the code runs on the path ──▶ what each call changed ──▶ out, as a list of whole numbers
    here:     the model runs on the same path, and takes each change from the list instead of asking any code

What comes out of the sandbox was in the hands of the code, so it may be anything. It is believed about one thing only,
which windows were chosen: their effect is measured here. A forged list is just a choice of other windows, and the model
says what those are worth.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from functools import partial
from typing import Any

from inflight.kernel.congestion.base import AckSample, CongestionControl
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.reader.code import MAX_CWND, ReaderAlgorithm
from inflight.scenes.algorithm_race import Algorithm, Alone, Beside, RacePath

PACKET = 1514 * 8e-6
"""The size of a full packet on the line, Mbit."""


class TraceError(ValueError):
    """A list of decisions that doesn't belong to the run; the message tells the student why."""


Decisions = list[int]
"""Runs of equal decisions, three numbers each: how many, what they add to `cwnd`, what they add to `ssthresh`."""


def _triples(decisions: Decisions) -> Iterator[tuple[int, int, int]]:
    numbers = iter(decisions)
    return zip(numbers, numbers, numbers, strict=False)


class Recorder(ReaderAlgorithm):
    """Runs the reader's code, and records in `decisions` what each call that counts has changed.

    While a loss is being repaired, what `on_ack` sets doesn't count (PRR decides), and isn't recorded.
    """

    def __init__(self, text: str, decisions: Decisions) -> None:
        super().__init__(text)
        self._decisions = decisions

    def init(self, srtt_us: int) -> None:
        """First call: the reader may choose the window."""
        before = self.cwnd, self.ssthresh
        super().init(srtt_us)
        self._note(*before)

    def on_ack(self, ack: AckSample) -> None:
        """An ACK came."""
        before = self.cwnd, self.ssthresh
        super().on_ack(ack)
        if not ack.in_recovery:
            self._note(*before)

    def on_loss(self, now: float) -> None:
        """A loss was found; the reader decides only `ssthresh`."""
        before = self.cwnd, self.ssthresh
        super().on_loss(now)
        self._note(*before)

    def on_rto(self, now: float, nxt: int) -> None:
        """The timer fired."""
        before = self.cwnd, self.ssthresh
        super().on_rto(now, nxt)
        self._note(*before)

    def _note(self, cwnd: int, ssthresh: int) -> None:
        made = self._decisions
        change = [self.cwnd - cwnd, self.ssthresh - ssthresh]
        if made and made[-2:] == change:
            made[-3] += 1
        else:
            made += 1, *change


class Replay(CongestionControl):
    """Changes the windows as a checked list says, call by call. Like a reader's algorithm, it has no `name`."""

    def __init__(self, decisions: Decisions) -> None:
        super().__init__()
        self._runs = _triples(decisions)
        self._left = self._cwnd = self._ssthresh = 0  # of the current run
        self._calls = 0

    def init(self, srtt_us: int) -> None:
        """First call."""
        self._take(1)

    def on_ack(self, ack: AckSample) -> None:
        """An ACK came; while a loss is being repaired there is nothing to decide."""
        if not ack.in_recovery:
            self._take(1)

    def on_loss(self, now: float) -> None:
        """A loss was found: only `ssthresh` may change, and not to below 2."""
        cwnd = self.cwnd
        self._take(2)
        if self.cwnd != cwnd:
            raise TraceError(f"call {self._calls} sets cwnd where only ssthresh can be set")

    def on_rto(self, now: float, nxt: int) -> None:
        """The timer fired."""
        self._take(1)

    def finish(self) -> None:
        """The run is over.

        Raises:
            TraceError: there are decisions left.
        """
        if self._left or next(self._runs, None):
            raise TraceError(f"the run has {self._calls} calls, but more decisions than that came back")

    def _take(self, least: int) -> None:
        if not self._left:
            self._left, self._cwnd, self._ssthresh = next(self._runs, (0, 0, 0))
            if not self._left:
                raise TraceError(f"only {self._calls} decisions came back, but the run goes on")
        self._left -= 1
        self._calls += 1
        if self._cwnd:
            self.cwnd = self._within("cwnd", self.cwnd + self._cwnd, 1, MAX_CWND)
        if self._ssthresh:
            self.ssthresh = self._within("ssthresh", self.ssthresh + self._ssthresh, least, INFINITE_SSTHRESH)

    def _within(self, name: str, value: int, low: int, high: int) -> int:
        if low <= value <= high:
            return value
        raise TraceError(f"call {self._calls} makes {name} {value}: must be from {low} to {high}")


def capacity(path: RacePath) -> int:
    """Full packets that the line can carry."""
    return int(path.rate * path.duration / PACKET)


def checked(trace: object, path: RacePath) -> Decisions:
    """What came back from the sandbox for a race on `path`, if it can be a list of decisions.

    Raises:
        TraceError: it cannot, or the sandbox says that the code could not be run.
    """
    if not isinstance(trace, dict):
        raise TraceError("nothing usable came back")
    error, found = trace.get("error"), trace.get("decisions")
    if isinstance(error, str):
        raise TraceError(_plain(error))
    if not isinstance(found, list) or len(found) % 3:
        raise TraceError("what came back isn’t a list of decisions")
    # There are no more acknowledgements than packets; a few packets are smaller than a full one.
    most = 3 * capacity(path) + 1000
    if len(found) > 3 * most:
        raise TraceError(f"{len(found) // 3} decisions came back, but the path allows at most {most}")
    # bool is an int, and 1.0 == 1: the exact type, before anything is computed
    if not all(type(number) is int for number in found):
        raise TraceError("what came back contains something other than whole numbers")
    for count, cwnd, ssthresh in _triples(found):
        if not 1 <= count <= most or abs(cwnd) > MAX_CWND or abs(ssthresh) > INFINITE_SSTHRESH:
            raise TraceError("what came back contains a number that no window can have")
    return found


def _plain(text: str) -> str:
    """A message from the sandbox, on one line and printable."""
    line = " ".join(text[:1000].split())
    return "".join(c if c.isprintable() else "?" for c in line)[:400] or "the code could not be run"


def race(algorithm: Algorithm, path: RacePath, seed: str, beside: bool) -> Generator[None, None, Alone | Beside]:
    """One race from start to end; the same seed gives the same losses.

    Raises:
        TraceError: it sends so much more than the line carries that nobody would wait for the end.
    """
    found = (Beside if beside else Alone)(algorithm, path, random.Random(seed))
    link = found.bell.link
    most = 4 * capacity(path) + 10_000
    for _ in found.bell.clock.run(path.duration):
        if link.sent + link.drops + link.lost > most:
            raise TraceError(f"it sends more than {most} packets, four times what the line can carry")
        yield
    return found


def record(code: str, path: RacePath, seed: str, beside: bool) -> Generator[None, None, Decisions]:
    """Run the code and return what it decided. Only where the code can't reach anything; see `sandbox_runs`.

    Raises:
        ReaderCodeError, TraceError: it can't be run.
    """
    decisions: Decisions = []
    yield from race(partial(Recorder, code, decisions), path, seed, beside)
    return decisions


def replay(trace: Any, path: RacePath, seed: str, beside: bool) -> Generator[None, None, Alone | Beside]:
    """The race that these decisions make.

    Raises:
        TraceError: they don't belong to this race.
    """
    algorithm = Replay(checked(trace, path))
    found = yield from race(lambda: algorithm, path, seed, beside)
    algorithm.finish()
    return found
