"""What the Linux of the page does beside the model and the laboratory's recordings.

`node machine/record.mjs` records the scenarios; `python tests/kernel/page.py` then writes the table of
`docs/about/linux.mdx` anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from inflight.compare.files import load
from inflight.compare.recorded import recorded
from inflight.compare.recording import Recording, by_name
from inflight.compare.run import compare

HERE = Path(__file__).parent
MACHINE = HERE.parent.parent / "machine/recordings"
LABORATORY = HERE / "recordings/6.12"
PAGE = HERE.parent.parent / "docs/about/linux.mdx"
METRICS = {
    "goodput": ("goodput, Mbit/s", 2),
    "mean_cwnd": ("window, segments", 1),
    "mean_srtt": ("RTT, ms", 1),
    "mean_queue": ("queue, packets", 1),
}
"""What the table shows of each scenario, and with how many places."""

_TABLE = re.compile(r"(?<=\n)\| scenario +\|.*?\n(?=\n)", re.DOTALL)


def rows() -> Iterator[list[str]]:
    """The head, and a row for each scenario: machine, model, recording."""
    yield ["scenario", *(name for name, _ in METRICS.values())]
    laboratory = by_name(load(LABORATORY))
    for machine in load(MACHINE):
        [theirs, *_] = laboratory[machine.name]
        measured = dict(recorded(theirs))
        judged = {verdict.metric: verdict.as_dict() for verdict in compare(machine).verdicts}
        cells = [
            " · ".join(f"{value:.{places}f}" for value in (judged[metric]["kernel"], judged[metric]["model"], known))
            for metric, (_, places) in METRICS.items()
            if isinstance(known := measured[metric], float | int)
        ]
        yield [said(machine), *cells]


def said(recording: Recording) -> str:
    """The scenario in a few words."""
    net, [flow] = recording.scenario["net"], recording.scenario["flows"]
    line, [sender] = net["bottleneck"], net["senders"]
    loss = f", {net['loss'] * 100:g}% lost" if net.get("loss") else ""
    return f"{flow['cc']}, {line['rate_mbit']} Mbit/s, {sender['rtt_ms']} ms, `{line['qdisc']}`{loss}"


def table() -> str:
    """As Markdown."""
    [head, *others] = [f"| {' | '.join(cells)} |\n" for cells in rows()]
    return f"{head}| --- |{' ---: |' * len(METRICS)}\n{''.join(others)}"


def written(page: str) -> str:
    """The page with the table of now."""
    text, count = _TABLE.subn(lambda _: table(), page)
    assert count == 1, "the page has no such table"
    return text


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
