"""`inflight read`: captures and pasted output in words; captures beside the model, anonymised, or held to labels."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import TypeVar

from inflight.figure.bad_input import BadInput
from inflight.yours.anonymise import anonymise
from inflight.yours.book import Source, read
from inflight.yours.confusion import Confusion, hold
from inflight.yours.connection.connection import Connection
from inflight.yours.desk import connections, overview
from inflight.yours.labels import load
from inflight.yours.pasted.recognise import recognise
from inflight.yours.pasted.report import report
from inflight.yours.replay.command import add_options, print_replay, replayed
from inflight.yours.told.connection import busier, told
from inflight.yours.told.printed import print_connection, print_overview

T = TypeVar("T")


def main(argv: Sequence[str]) -> int:
    """Run the command; the exit status is 0.

    Raises:
        BadInput: a file that can't be read, or an option that doesn't fit; the message is meant for the reader.
    """
    options = _parser().parse_args(argv)
    if options.labels:
        return _labels(options.files, as_json=options.json)
    if options.anonymise:
        return _anonymise(options.files, options.anonymise)
    if (text := _text(options.files)) is not None:
        return _pasted(text, options.files)
    return _captures(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="inflight read",
        description="What held your connection back: reads captures (pcap and pcapng, also with gzip or zstd), and "
        "what ss, nstat, tc, ip, ethtool, sysctl and tcpdump print.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a capture; two: of both ends; -: text")
    parser.add_argument("--connection", metavar="N", help="all about this one, by its number in the list; default: 0")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.add_argument("--labels", action="store_true", help="FILE is a folder of labelled captures: what is right?")
    parser.add_argument(
        "--anonymise",
        action="append",
        type=Path,
        metavar="NEW",
        help="write the capture without payload and with other addresses; once for each FILE",
    )
    add_options(parser)
    return parser


def _text(files: Sequence[Path]) -> str | None:
    """What was printed by tools, if that is what the files are; None: they are captures."""
    texts = []
    for path in files:
        data = sys.stdin.buffer.read() if str(path) == "-" else _start_of_text(path)
        if data is None:
            return None
        texts.append(data.decode("utf-8", errors="replace"))
    return "\n".join(texts)


def _start_of_text(path: Path) -> bytes | None:
    """The whole file, if it begins like text."""
    with open(path, "rb") as file:
        start = file.read(4096)
        if not start or b"\0" in start or any(byte < 9 for byte in start):
            return None
        return start + file.read()


def _pasted(text: str, files: Sequence[Path]) -> int:
    if not any(block.items for block in recognise(text).blocks):
        names = ", ".join("standard input" if str(path) == "-" else path.name for path in files)
        raise BadInput(
            f"{names}: neither a capture (pcap and pcapng, plain or with gzip or zstd) nor output of ss, nstat, "
            "netstat -s, tc -s, ethtool, ip, sysctl or tcpdump"
        )
    print(report(text), end="")
    return 0


def _captures(options: argparse.Namespace) -> int:
    found = [_finish(read(Source(str(path), path.name)), path.name) for path in options.files]
    everything = overview(found)
    all_of_them = connections(found)
    numbers = _chosen(options.connection, len(all_of_them))
    if options.replay:
        return _replay(options, [(number, all_of_them[number][0]) for number in numbers])
    told_of = [told(number, *all_of_them[number]) for number in numbers]
    if options.json:
        print(json.dumps({**everything, "told": told_of}, ensure_ascii=False, indent=1))
        return 0
    print_overview(everything)
    for each in told_of:
        print_connection(each)
    return 0


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


def _replay(options: argparse.Namespace, chosen: Sequence[tuple[int, Connection]]) -> int:
    replays = [_finish(replayed(options, *each, busier(each[1])), "model") for each in chosen]
    if options.json:
        print(json.dumps(replays, ensure_ascii=False, indent=1))
    else:
        for each in replays:
            print_replay(each)
    return 0


def _anonymise(files: Sequence[Path], new: Sequence[Path]) -> int:
    if len(files) != len(new):
        raise BadInput(f"--anonymise is given {len(new)} times for {len(files)} captures: give it once for each")
    for written in _finish(anonymise(list(zip(files, new, strict=True))), "anonymising"):
        print(written)
    return 0


def _labels(folders: Sequence[Path], *, as_json: bool) -> int:
    confusion = Confusion()
    for folder in folders:
        for labelled in load(folder):
            hold(labelled, confusion)
    print(json.dumps(confusion.as_dict(), ensure_ascii=False, indent=1) if as_json else confusion.as_text())
    return 0


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
