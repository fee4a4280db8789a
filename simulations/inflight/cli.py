"""The command line: one function for each of `inflight list`, `run`, `compare` and the rest; `inflight --help`."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from inflight import __version__, bridge
from inflight.bridge.captures import capture
from inflight.classroom.command import main as assignment
from inflight.compare.between import Between, between
from inflight.compare.bounds import Verdict, regimes
from inflight.compare.files import load
from inflight.compare.recording import by_name
from inflight.compare.run import Comparison, as_dict, compare
from inflight.figure.bad_input import BadInput
from inflight.figure.catalogue import catalogue, find
from inflight.figure.experiment import Experiment
from inflight.figure.parameters import Code, Parameter, said
from inflight.figure.slices import finish
from inflight.incidents.command import main as incident
from inflight.yours.command import main as read

if TYPE_CHECKING:
    from inflight.figure import shapes


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1 (a comparison is out of bounds) or 2 (bad input)."""
    argv = list(sys.argv[1:] if argv is None else argv)
    try:
        if argv[:1] == ["run"]:
            return _run(argv[1:])
        if argv[:1] == ["sweep"]:
            return _sweep(argv[1:])
        if argv[:1] == ["incident"]:
            return incident(argv[1:])
        if argv[:1] == ["assignment"]:
            return assignment(argv[1:])
        if argv[:1] == ["grade"]:
            return _grade(argv[1:])
        if argv[:1] == ["read"]:
            return read(argv[1:])
        options = _parser().parse_args(argv)
        return int(options.handler(options))
    except BrokenPipeError:  # `inflight … | head`: nobody reads on
        sys.stdout = None
        return 0
    except (BadInput, OSError) as error:
        print(f"inflight: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="inflight", description="Models of Linux TCP, held to a real kernel.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    listing = commands.add_parser("list", help="the experiments with their parameters, presets and outputs")
    listing.add_argument("--json", action="store_true", help="as JSON")
    listing.set_defaults(handler=_list)
    comparing = commands.add_parser("compare", help="the models against recordings of a real kernel")
    compared = comparing.add_mutually_exclusive_group(required=True)
    compared.add_argument("directory", type=Path, nargs="?", metavar="DIR", help="recordings: a folder, or an archive")
    compared.add_argument(
        "--between", type=Path, nargs=2, metavar="DIR", help="two kernels' recordings: which metrics moved"
    )
    comparing.add_argument("--family", help="only this family, e.g. A")
    comparing.add_argument("--json", action="store_true", help="as JSON")
    comparing.set_defaults(handler=_compare)
    commands.add_parser("run", help="run one experiment; `inflight run ID --help` shows its parameters")
    commands.add_parser("sweep", help="many runs of one experiment, in parallel; `inflight sweep --help`")
    commands.add_parser("incident", help="find a hidden fault by what the tools print; `inflight incident --help`")
    commands.add_parser("read", help="what held your own connection back, from its capture; `inflight read --help`")
    commands.add_parser("assignment", help="check and print an assignment; `inflight assignment --help`")
    commands.add_parser("grade", help="mark what students handed in; `inflight grade --help`")
    return parser


def _list(options: argparse.Namespace) -> int:
    if options.json:
        print(json.dumps(bridge.listing(), ensure_ascii=False, indent=1))
        return 0
    for entry in catalogue().values():
        print(f"{entry.id}: {entry.question}")
        for parameter in entry.parameters:
            print(f"    {_flag(parameter):<16} {_help(parameter)}")
        print("    presets          " + ", ".join(preset.id for preset in entry.model.presets))
        print("    gives            " + ", ".join(output.name for output in entry.model.outputs.figures))
    return 0


def _compare(options: argparse.Namespace) -> int:
    if options.between:
        return _between(options)
    results = []
    for recordings in by_name(load(options.directory, options.family)).values():
        results.append(compare(*recordings))
        if not options.json:
            _print_comparison(results[-1])
    if options.json:
        print(json.dumps([as_dict(result) for result in results], ensure_ascii=False, indent=1))
    else:
        bad = sum(result.bad for result in results)
        print(f"{len(results)} recordings, {bad} out of bounds")
    return int(any(result.bad for result in results))


def _between(options: argparse.Namespace) -> int:
    one, other = options.between
    results = between(one, other, options.family)
    if options.json:
        print(json.dumps([result.as_dict() for result in results], ensure_ascii=False, indent=1))
    else:
        for result in results:
            _print_movements(result)
        moved = sum(result.moved for result in results)
        print(f"{len(results)} recordings of the same name, {moved} moved")
    return int(any(result.moved for result in results))


def _print_movements(result: Between) -> None:
    """Those beyond their bound; a line that says so where there is none."""
    beyond = [movement for movement in result.movements if movement.verdict in ("moved", "chance")]
    if not beyond:
        print(f"{result.name:<28} within")
    for movement in beyond:
        before, after = (_runs(values) for values in (movement.before, movement.after))
        room = f"± {movement.room:.3g} {movement.unit}".rstrip()
        print(f"{result.name:<28} {movement.verdict:<6} {movement.metric:<36} {before:>16} → {after:<16} {room}")


def _runs(values: tuple[float, ...]) -> str:
    """A number, a range of several runs, or that there is none."""
    if not values:
        return "–"
    low, high = (f"{value:.4g}" for value in (values[0], values[-1]))
    return low if low == high else f"{low} to {high}"


def _print_comparison(result: Comparison) -> None:
    if result.reason:
        print(f"{result.name:<28} bad    {result.reason}")
    for v in result.verdicts:
        bound = "" if v.bound is None else f"± {100 * v.bound:.0f}%"
        values = f"model {v.model:>10.4g}  kernel {v.kernel:>10.4g} {v.unit:<9}"
        print(f"{result.name:<28} {v.verdict:<6} {v.metric:<16} {values} {100 * v.error:+7.1f}%  {bound}")
        if len(v.spread) > 1 and v.bound is not None:
            print(f"{'':<28}        {_spread(v)}")
        if v.verdict == "known":
            print(f"{'':<28}        {v.excuse}")


def _spread(verdict: Verdict) -> str:
    """What several runs gave, and the regimes into which they fall."""
    ranges = [f"{low:.4g}" if low == high else f"{low:.4g} to {high:.4g}" for low, high in regimes(verdict.spread)]
    said = f"{len(ranges)} regimes, " if len(ranges) > 1 else ""
    return f"judged by the spread of {len(verdict.spread)} runs: {said}{' and '.join(ranges)} {verdict.unit}".rstrip()


def _flag(parameter: Parameter) -> str:
    return "--" + parameter.name.replace("_", "-")


def _help(parameter: Parameter) -> str:
    return f"{parameter.label}: {parameter.allowed}; default {said(parameter, parameter.default)}"


def _text(value: str) -> str:
    """What the file holds if `value` is `@FILE`; no Python is a single line that begins with @."""
    if not value.startswith("@") or "\n" in value:
        return value
    try:
        return Path(value[1:]).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise OSError(f"{value[1:]} is not text in UTF-8") from None


def _run(argv: Sequence[str]) -> int:
    if not argv or argv[0].startswith("-"):
        known = ", ".join(catalogue())
        print(f"usage: inflight run ID [--PARAMETER VALUE …]; ID is one of {known}", file=sys.stderr)
        return 0 if argv and argv[0] in ("-h", "--help") else 2
    entry = find(argv[0])
    options = _run_parser(entry).parse_args(argv[1:])
    given = dict(entry.preset(options.preset).values) if options.preset else {}
    for parameter in entry.parameters:
        value = getattr(options, parameter.name)
        if value is not None:
            given[parameter.name] = _text(value) if isinstance(parameter, Code) else value
    if getattr(options, "pcap", None):
        return _capture(entry, given, options)
    result = bridge.start(entry.id, json.dumps(given), options.seed).result()
    if options.csv:
        with open(options.csv, "w", newline="", encoding="utf-8") as file:
            _write_csv(entry, result, file)
    elif options.json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        _print_table(result)
    return 0


def _capture(entry: Experiment, given: Mapping[str, object], options: argparse.Namespace) -> int:
    points = options.pcap_at.split(",") if options.pcap_at else entry.points[:1]
    # What was in the file stays there until there is something to replace it.
    data = finish(capture(entry.id, given, options.seed, points, payload=options.pcap_payload))
    Path(options.pcap).write_bytes(data)
    return 0


def _sweep(argv: Sequence[str]) -> int:
    from inflight.sweep.command import main as sweep  # needs processes, which a browser does not have

    return sweep(argv)


def _grade(argv: Sequence[str]) -> int:
    from inflight.classroom.grade_command import main as grade  # processes, too

    return grade(argv)


def _run_parser(entry: Experiment) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=f"inflight run {entry.id}", description=entry.question, allow_abbrev=False)
    for parameter in entry.parameters:
        text, metavar = _help(parameter).replace("%", "%%"), "@FILE" if isinstance(parameter, Code) else "VALUE"
        parser.add_argument(_flag(parameter), dest=parameter.name, metavar=metavar, help=text)
    parser.add_argument("--preset", metavar="NAME", help=", ".join(preset.id for preset in entry.model.presets))
    parser.add_argument("--seed", type=int, default=1, help="seed of the random losses; default 1")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="the whole result as JSON")
    output.add_argument("--csv", metavar="FILE", help="the columns as CSV")
    if entry.points:
        output.add_argument("--pcap", metavar="FILE", help="all packets as a capture (pcapng), for Wireshark")
        first, *others = entry.points
        where = f"with --pcap: capture at {first} (the default), {', '.join(others)}, or several: {first},{others[0]}"
        parser.add_argument("--pcap-at", metavar="HOST[,HOST]", help=where)
        parser.add_argument("--pcap-payload", action="store_true", help="with --pcap: whole packets, not only headers")
    return parser


def _write_csv(entry: Experiment, result: shapes.CompleteResult, file: TextIO) -> None:
    file.write(f"# inflight {__version__}\n# experiment: {entry.id}\n")
    for parameter in entry.parameters:
        value = result["parameters"][parameter.name]
        file.write(f"# {parameter.name}: {said(parameter, value)}\n")
        if isinstance(parameter, Code):
            file.writelines(f"#     {line}\n" for line in str(value).splitlines())
    file.write(f"# seed: {result['seed']}\n")
    writer = csv.writer(file)
    writer.writerow(f"{c['name']} ({c['unit']})" if c["unit"] else c["name"] for c in result["columns"])
    for row in zip(*(c["values"] for c in result["columns"]), strict=True):
        writer.writerow("" if value is None else value for value in row)


def _print_table(result: shapes.CompleteResult) -> None:
    print(result["sentence"])
    for figure in result["summary"].values():
        value = "–" if figure["value"] is None else f"{figure['value']:.6g}"
        by_chance = "   ({:.6g} to {:.6g}, by chance)".format(*figure["band"]) if "band" in figure else ""
        print(f"  {figure['label']:<40} {value:>12} {figure['unit']}{by_chance}")
    for event in result["events"]:
        print(f"  {event['t']:10.4f}  {event['kind']:<16} {event['text']}")
