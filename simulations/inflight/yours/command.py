"""`inflight read`: captures in words, or held to labels."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from inflight.figure.bad_input import BadInput
from inflight.yours.book import Source, read
from inflight.yours.confusion import Confusion, hold
from inflight.yours.connection.connection import Connection
from inflight.yours.desk import connections, overview
from inflight.yours.labels import load
from inflight.yours.replay.command import add_options, print_replay, replayed
from inflight.yours.told.connection import busier, told

if TYPE_CHECKING:
    from inflight.yours import shapes

T = TypeVar("T")


def main(argv: Sequence[str]) -> int:
    """Run the command; the exit status is 0."""
    options = _parser().parse_args(argv)
    if options.labels:
        return _labels(options.files, as_json=options.json)
    found = [_finish(read(Source(str(path), path.name)), path.name) for path in options.files]
    everything = overview(found)
    numbers = _chosen(options.connection, len(everything["connections"]))
    all_of_them = connections(found)
    told_of = [told(number, *all_of_them[number]) for number in numbers]
    if options.replay:
        return _replay(options, [(number, all_of_them[number][0]) for number in numbers])
    if options.json:
        print(json.dumps({**everything, "told": told_of}, ensure_ascii=False, indent=1))
        return 0
    _print_overview(everything)
    for each in told_of:
        _print_connection(each)
    return 0


def _replay(options: argparse.Namespace, chosen: Sequence[tuple[int, Connection]]) -> int:
    replays = [_finish(replayed(options, *each, busier(each[1])), "model") for each in chosen]
    if options.json:
        print(json.dumps(replays, ensure_ascii=False, indent=1))
    else:
        for each in replays:
            print_replay(each)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="inflight read", description="What held your connection back: reads captures (pcap, pcapng, gzip, zstd)."
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a capture; two: of both ends")
    parser.add_argument(
        "--connection",
        metavar="N",
        help="tell all about this connection, by its number in the list; default: the first",
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument(
        "--labels", action="store_true", help="FILE is a folder of labelled captures: how much is named right?"
    )
    add_options(parser)
    return parser


def _chosen(said: str | None, count: int) -> list[int]:
    if said is None:
        return [0] if count else []
    try:
        number = int(said)
    except ValueError:
        number = -1
    if not 0 <= number < count:
        allowed = f"0 to {count - 1}" if count else "none: there is no TCP connection"
        raise BadInput(f"--connection {said}: not a connection; allowed are {allowed}")
    return [number]


def _finish(work: Generator[float, None, T], name: str) -> T:
    """Run it to its end; on a terminal, with how much is done."""
    shown = -1
    while True:
        try:
            done = int(100 * next(work))
        except StopIteration as stop:
            if shown > 0:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
            result: T = stop.value
            return result
        if sys.stderr.isatty() and done > shown:
            shown = done
            print(f"\r{name}: {done} %", end="", file=sys.stderr, flush=True)


def _print_overview(everything: shapes.CaptureRead) -> None:
    for file in everything["files"]:
        other = ", ".join(f"{count} {kind}" for kind, count in file["other"].items())
        beside = f"; not TCP: {other}" if other else ""
        print(f"{file['name']}: {file['packets']:,} packets, {file['seconds']:.3g} s{beside}")
        for note in file["notes"]:
            print(f"  ! {note}")
        if file["notes_left_out"]:
            print(f"  ! … and {file['notes_left_out']} more")
    if not everything["connections"]:
        print("No TCP connection in it.")
    for row in everything["connections"][:50]:
        sent, back = row["bytes"]
        print(f"{row['id']:>4}  {row['client']} → {row['server']}  {sent:,} B → ← {back:,} B  {row['sentence']}")
        for remark in row["remarks"]:
            print(f"      {'!' if remark['bad'] else '·'} {remark['text']}")
    if len(everything["connections"]) > 50:
        print(f"  … and {len(everything['connections']) - 50} more; --json has all")


def _print_connection(each: shapes.ConnectionTold) -> None:
    print(f"\n{each['row']['client']} → {each['row']['server']}\n{each['viewpoint']}")
    for field in each["opening"]:
        print(f"  {field['name']:<14} {field['client']:>10} {field['server']:>10}  {field['meaning']}")
    for way in each["directions"]:
        print(f"\nData from {way['source']} to {way['target']}: {way['bytes']:,} B, {way['rate']:.3g} Mbit/s")
        for share in way["shares"]:
            print(f"  {share['seconds']:9.3f} s  {share['title']}")
        print()
        for interval in way["intervals"]:
            sure = "" if interval["sure"] else "  (not sure)"
            print(f"  {interval['start']:9.3f} to {interval['end']:9.3f} s  {interval['limit']}{sure}")
            if interval["end"] - interval["start"] > 0.05 * each["row"]["seconds"]:
                for line in interval["evidence"]:
                    print(f"      {line}")
                for line in interval["against"]:
                    print(f"      but: {line}")


def _labels(folders: Sequence[Path], *, as_json: bool) -> int:
    confusion = Confusion()
    for folder in folders:
        for labelled in load(folder):
            hold(labelled, confusion)
    print(json.dumps(confusion.as_dict(), ensure_ascii=False, indent=1) if as_json else confusion.as_text())
    return 0
