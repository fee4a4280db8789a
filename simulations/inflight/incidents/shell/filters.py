"""What reads from a pipe: `grep`, `head`, `tail`, `wc`, `sort`, `uniq`, `cut`, `column`, `less`."""

from __future__ import annotations

import getopt
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from inflight.incidents.shell.line import ShellError

Filter = Callable[[Sequence[str], list[str]], list[str]]
"""Arguments and lines in, lines out."""

LONGEST_PATTERN = 200
"""Characters: patterns are matched by backtracking."""


def options(program: str, arguments: Sequence[str], short: str) -> tuple[dict[str, str], list[str]]:
    """What getopt(3) finds: options with their values, and the other words.

    Raises:
        ShellError: there is no such option here.
    """
    try:
        found, rest = getopt.gnu_getopt(list(arguments), short)
    except getopt.GetoptError as error:
        letter = error.opt
        said = "option requires an argument" if "requires" in error.msg else "invalid option"
        raise ShellError(f"{program}: {said} -- '{letter}'") from None
    return dict(found), rest


def _whole(program: str, text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise ShellError(f"{program}: invalid number of {what}: ‘{text}’")
    return int(text)


def grep(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """`-i -v -c -w -o -E -F -n -A -B -C`, and patterns as of extended regular expressions."""
    found, rest = options("grep", arguments, "ivcwoEFPnqA:B:C:e:m:")
    patterns = [found["-e"]] if "-e" in found else rest[:1]
    if not patterns:
        raise ShellError("grep: a pattern is missing")
    if rest[len(patterns) if "-e" not in found else 0 :]:
        raise ShellError(f"grep: {rest[-1]}: No such file or directory")
    matches = _matcher(patterns[0], found)
    hits = [place for place, line in enumerate(lines) if (matches(line) is not None) != ("-v" in found)]
    if "-m" in found:
        hits = hits[: _whole("grep", found["-m"], "lines")]
    if "-c" in found:
        return [str(len(hits))]
    if "-q" in found:
        return []
    if "-o" in found:
        return [] if "-v" in found else [text for place in hits for text in _parts(patterns[0], found, lines[place])]
    around = {flag: _whole("grep", found.get(flag, found.get("-C", "0")), "lines") for flag in ("-A", "-B")}
    return _with_context(lines, hits, before=around["-B"], after=around["-A"], numbered="-n" in found)


def _pattern(pattern: str, found: Mapping[str, str]) -> re.Pattern[str]:
    if len(pattern) > LONGEST_PATTERN:
        raise ShellError(f"grep: a pattern of {len(pattern)} characters; at most {LONGEST_PATTERN}")
    if _could_take_for_ever(pattern):
        raise ShellError("grep: repetition of a repetition; write the pattern without it")
    if "-F" in found:
        pattern = re.escape(pattern)
    elif "-E" not in found and "-P" not in found:
        # In a basic regular expression these are written with a backslash (POSIX, XBD 9.3).
        pattern = re.sub(r"\\?[|+?(){}]", lambda m: m[0][1:] if len(m[0]) == 2 else "\\" + m[0], pattern)
    if "-w" in found:
        pattern = rf"\b(?:{pattern})\b"
    try:
        return re.compile(pattern, re.IGNORECASE if "-i" in found else 0)
    except (re.error, OverflowError, RecursionError) as error:
        raise ShellError(f"grep: {error}") from None


def _could_take_for_ever(pattern: str) -> bool:
    """A group that repeats and is repeated: matching it may take exponential time."""
    return re.search(r"[*+}]\\?\)\\?[*+{]", pattern) is not None or pattern.count("*") + pattern.count("+") > 8


def _matcher(pattern: str, found: Mapping[str, str]) -> Callable[[str], object]:
    return _pattern(pattern, found).search


def _parts(pattern: str, found: Mapping[str, str], line: str) -> list[str]:
    return [each[0] for each in _pattern(pattern, found).finditer(line) if each[0]]


def _with_context(lines: list[str], hits: list[int], *, before: int, after: int, numbered: bool) -> list[str]:
    shown = sorted({near for hit in hits for near in range(hit - before, hit + after + 1) if 0 <= near < len(lines)})
    told: list[str] = []
    matched = set(hits)
    for place in shown:
        if (before or after) and told and place - 1 not in shown:
            told.append("--")
        mark = f"{place + 1}{':' if place in matched else '-'}" if numbered else ""
        told.append(mark + lines[place])
    return told


def _count(program: str, arguments: Sequence[str]) -> tuple[int, bool]:
    """`-n 5`, `-5`, and whether it is counted from the other end (`-n -5`, `-n +5`)."""
    words = [
        f"-n{word[1:]}" if re.fullmatch(r"-\d+", word) and before != "-n" else word
        for before, word in zip(["", *arguments], arguments, strict=False)
    ]
    found, rest = options(program, words, "n:")
    if rest:
        raise ShellError(f"{program}: cannot open '{rest[0]}' for reading: No such file or directory")
    text = found.get("-n", "10")
    other = text[:1] in ("-", "+")
    return _whole(program, text[other:], "lines"), other


def head(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """The first lines; `-n -5`: all but the last five."""
    count, others = _count("head", arguments)
    return lines[: max(len(lines) - count, 0)] if others else lines[:count]


def tail(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """The last lines; `-n +5`: from the fifth on."""
    count, others = _count("tail", arguments)
    return lines[max(count - 1, 0) :] if others else lines[len(lines) - min(count, len(lines)) :]


def wc(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """Lines, words and bytes."""
    found, _ = options("wc", arguments, "lwcm")
    text = "".join(f"{line}\n" for line in lines)
    counts = {"-l": len(lines), "-w": len(text.split()), "-m": len(text), "-c": len(text.encode())}
    chosen = [flag for flag in counts if flag in found]
    if len(chosen) == 1:
        return [str(counts[chosen[0]])]
    return ["".join(f"{counts[flag]:>7}" + " " for flag in chosen or ["-l", "-w", "-c"]).rstrip()]


def sort(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """`-r -n -u -k FIELD`."""
    found, _ = options("sort", arguments, "rnuhk:t:")
    field = found.get("-k")
    place = _whole("sort", re.sub(r"\D.*", "", field) or "x", "fields") if field else 0

    def key(line: str) -> tuple[float, str, str]:
        """By the number or the text that is asked for; where these are the same, by the whole line."""
        words = line.split(found["-t"]) if found.get("-t") else line.split()
        text = line if not place else " ".join(words[place - 1 :])
        if "-n" not in found and "-h" not in found:
            return 0.0, text, line
        number = re.match(r"\s*(-?\d+(?:\.\d+)?)", text)
        return float(number[1]) if number else 0.0, "", line

    ordered = sorted(lines, key=key, reverse="-r" in found)
    return list(dict.fromkeys(ordered)) if "-u" in found else ordered


def uniq(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """`-c`: with their number."""
    found, _ = options("uniq", arguments, "c")
    groups = [(line, len(list(same))) for line, same in groupby(lines)]
    return [f"{count:>7} {line}" if "-c" in found else line for line, count in groups]


def awk(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """Fields of each line, the one thing that most people use it for: `awk '{print $1, $5}'`."""
    program = re.fullmatch(r"\s*\{\s*print\s+([$\w, ]+?)\s*;?\s*\}\s*", arguments[0]) if len(arguments) == 1 else None
    names = [each.strip() for each in program[1].split(",")] if program else []
    if not names or not all(re.fullmatch(r"\$(\d{1,3}|NF)", name) for name in names):
        raise ShellError("awk: this one only knows programs such as '{print $1, $4}'")

    def field(words: list[str], line: str, name: str) -> str:
        place = len(words) if name == "$NF" else int(name[1:])
        return line if place == 0 else words[place - 1] if place <= len(words) else ""

    return [" ".join(field(line.split(), line, name) for name in names) for line in lines]


def unchanged(arguments: Sequence[str], lines: list[str]) -> list[str]:
    """`less`, `more`, `cat` and `column` at the end of a pipe: the page scrolls by itself."""
    return lines


FILTERS: Mapping[str, Filter] = {
    "grep": grep,
    "egrep": lambda arguments, lines: grep(["-E", *arguments], lines),
    "head": head,
    "tail": tail,
    "wc": wc,
    "sort": sort,
    "uniq": uniq,
    "awk": awk,
    "less": unchanged,
    "more": unchanged,
    "cat": unchanged,
}
"""By name."""
