"""Pasted output of tools: all is accounted for, stands where it is said to stand, and means what the book says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from inflight.figure.slices import finish
from inflight.yours.pasted import Pasted, recognise
from inflight.yours.pasted.desk import pasted
from inflight.yours.pasted.differences import differences
from inflight.yours.pasted.field import Field
from inflight.yours.pasted.recognise import MOST
from inflight.yours.pasted.remarks import RULES
from inflight.yours.pasted.report import WIDTH, report
from inflight.yours.pasted.rules.sysctl_defaults import DEFAULTS
from inflight.yours.pasted.shapes import PastedText

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
OWN = Path(__file__).parent / "pasted"
# Recorded for the incident room alone; what tshark says of captures is in a format of the tests' own.
OTHERS = {
    *("tshark", "ping-M", "tracepath", "mtr", "conntrack-S", "conntrack-C", "conntrack-L", "conntrack-L-chosen"),
    *("journalctl-k", "journalctl-u", "dmesg", "dmesg-T", "ss-filter", "top", "uptime", "vmstat", "sar-dev", "sar-tcp"),
    *("mpstat-together", "sar-more", "strace-trace", "tc-clsact", "tc-filter"),
    *("kfree-skb", "kfree-skb-format", "kfree-skb-reason", "strace", "ethtool-i"),
}
GOLDEN = [each for each in sorted((ROOT / "tests/golden").glob("*/*.txt")) if each.parent.name not in OTHERS]
RECORDINGS = [*sorted(OWN.glob("*.txt")), *sorted(OWN.glob("*.json")), *GOLDEN]
UNREAD_TOOLS = {"mpstat", "ping"}
SESSION = (OWN / "session.txt").read_text(encoding="utf-8")


def fields(block: Pasted) -> list[Field]:
    return [field for item in block.items for field in item]


def check(text: str) -> list[Pasted]:
    """Whatever is pasted: no line is lost, and each field stands where it is said to stand."""
    blocks = recognise(text).blocks
    lines = {line.number: line.text for block in blocks for line in block.lines}
    assert [number for block in blocks for number in (line.number for line in block.lines)] == sorted(lines)
    kept = text[:MOST].replace("\r", "").split("\n")
    assert all(at in lines for at, line in enumerate(kept, start=1) if line.strip())
    for block in blocks:
        unread = {line.number for line in block.unread}
        for field in fields(block):
            assert field.line not in unread
            shown = lines[field.line][field.column - 1 : field.column - 1 + field.width]
            assert len(shown) == field.width
            printed = "".join(field.value.split()).strip("()")
            assert printed in re.sub(r"\s", "", shown)
    return blocks


@pytest.mark.parametrize("file", RECORDINGS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_recording_is_understood_to_its_last_word(file: Path) -> None:
    blocks = check(file.read_text(encoding="utf-8"))
    unread = [line.text for block in blocks for line in block.unread if "sleep 4" not in line.text]
    if file.parent.name in UNREAD_TOOLS:
        assert unread
        assert not any(block.tool for block in blocks)
        return
    assert unread == []
    assert [field for block in blocks for field in fields(block) if not field.known] == []


def test_a_session_is_cut_at_its_prompts() -> None:
    blocks = check(SESSION)
    found = [(block.tool, block.command) for block in blocks]
    assert found == [
        ("nstat", "nstat -asz | grep Tcp"),
        ("nstat", "nstat -asz | grep Tcp"),
        ("ss", "sudo ss -lnt"),
        ("ss", "sudo ss -tanp"),
        ("ss -s", "ss -s"),
        ("tcpdump", "tcpdump -nn -i v0 -c 40 tcp"),
        ("tcpdump", "tcpdump -nn -ttt -S -v -i v0 -c 12 tcp"),
        ("tcpdump", "tcpdump -nn -tt -e -i v0 -c 12 tcp"),
        ("tc -s", "tc -s qdisc"),
        ("tc -s", "tc -s class show dev v0"),
        ("tc -s -j", "tc -s -j qdisc"),
        ("ip -s link", "ip -s -s link"),
        ("ip -s link", "ip -s link"),
        ("ip route", "ip route"),
        ("ip tcp_metrics", "ip tcp_metrics"),
        ("/proc/net/sockstat", "cat /proc/net/sockstat"),
        ("/proc/net/softnet_stat", "cat /proc/net/softnet_stat"),
        ("ethtool -k", "ethtool -k v0"),
        ("ethtool -S", "ethtool -S v0"),
        ("sysctl", "sysctl -a | grep net.ipv4.tcp"),
        ("ss", "sudo ss -tiepmO"),
    ]
    # without its prompts, too: each output is recognised by itself
    bare = "\n".join(line for line in SESSION.split("\n") if not re.match(r"root@|\[me@", line))
    tools = [block.tool for block in check(bare)]
    once = [tool for at, (tool, _) in enumerate(found) if at == 0 or found[at - 1][0] != tool]
    assert tools == once


def test_four_tools_print_the_same_counters() -> None:
    def counted(name: str) -> dict[str, float | None]:
        (block,) = recognise((OWN / f"counters-{name}").read_text(encoding="utf-8")).blocks
        return {field.name: field.number for field in fields(block)}

    nstat = counted("nstat.txt")
    assert nstat["TcpExtListenOverflows"] == 6
    assert counted("nstat.json") == nstat
    proc = counted("proc.txt")
    assert len(proc) > 250
    # nstat leaves out what is no counter (snmp's RtoMin), and reads snmp6 as well
    both = proc.keys() & nstat.keys()
    assert len(both) > 250
    assert {name: proc[name] for name in both} == {name: nstat[name] for name in both}
    sentences = counted("netstat.txt")
    named = {name: value for name, value in sentences.items() if re.fullmatch(r"\w+", name)}
    assert len(named) > 40
    assert {name: proc[name] for name in named.keys() & proc.keys()} == {k: v for k, v in named.items() if k in proc}
    assert named.keys() - proc.keys() <= {"IpForwarding"}


def test_tc_says_the_same_in_json() -> None:
    blocks = {
        each.tool: each for each in recognise(SESSION).blocks if each.command in ("tc -s qdisc", "tc -s -j qdisc")
    }
    names = ("dropped", "requeues", "direct_packets_stat", "refcnt")
    text, coded = (
        [(item.name, [item.number(name) for name in names]) for item in blocks[tool].items]
        for tool in ("tc -s", "tc -s -j")
    )
    assert text == coded


# ---- the book --------------------------------------------------------------------------------------------------------

OUTPUTS = {file.stem: file.read_text(encoding="utf-8") for file in DOCS.glob("outputs/*.yaml")}


def entries(tool: str) -> set[str]:
    return set(re.findall(r"^  ([a-z0-9_-]+):$", OUTPUTS[tool].split("\noutputs:")[0], re.M))


def annotated() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The outputs that the book annotates: file and id, text, and each span's field."""
    found = []
    for tool, yaml in OUTPUTS.items():
        for part in re.split(r"^  - id: ", yaml.split("\noutputs:")[1], flags=re.M)[1:]:
            text = re.search(r"^    text: \|\n((?:      .*\n|\n)+)", part, re.M)
            assert text
            shown = re.sub("^      ", "", text[1], flags=re.M)
            spans = re.findall(r"field: ([\w-]+),\s*text:\s*('(?:[^']|'')+'|[^,}\n]+)", part)
            pairs = [(field, span.strip().strip("'")) for field, span in spans]
            found.append((f"{tool}:{part.split(chr(10))[0]}", shown, pairs))
    return found


ELSEWHERE = {
    # a span about what only several lines show, or about a word that is no field
    *("tcpdump:dsack", "tcpdump:again", "tcpdump:probe", "nstat:kernel", "nstat:value", "nstat:rate"),
    *("device:k-fixed", "tc:settings", "ss:skmem", "ss:closewait-recvq", "ss:retrying", "device:g-max", "device:g-now"),
}


@pytest.mark.parametrize(("name", "text", "spans"), annotated(), ids=[name for name, _, _ in annotated()])
def test_a_field_is_what_the_book_says_it_is(name: str, text: str, spans: list[tuple[str, str]]) -> None:
    tool = name.split(":")[0]
    blocks = check(text)
    about: dict[str, set[str]] = {}
    lines = text.split("\n")
    for block in blocks:
        for field in fields(block):
            shown = lines[field.line - 1][field.column - 1 : field.column - 1 + field.width]
            for each in (shown, field.name.split(" ")[-1]):
                about.setdefault(each, set()).add(field.about)
    for entry, span in spans:
        key = f"{tool}:{entry}"
        if key in ELSEWHERE or tool == "nstat":
            continue
        near = [abouts for shown, abouts in about.items() if shown in span or span in shown]
        assert any(key in abouts for abouts in near), f"{span!r} is {key} in the book, and here {near}"


def test_what_fields_and_remarks_lead_to_is_in_the_book() -> None:
    abouts, sees = set(), set()
    texts = [*(file.read_text(encoding="utf-8") for file in RECORDINGS), *(text for _, text, _ in annotated())]
    for text in texts:
        told = finish(pasted(text))
        abouts |= {field["about"] for block in told["blocks"] for line in block["lines"] for field in line["fields"]}
        sees |= {remark["see"] for remark in told["remarks"]}
    outputs = {each for each in abouts if each and not each.startswith(("counter:", "knob:"))}
    assert len(outputs) > 100
    assert {each for each in outputs if each.split(":")[1] not in entries(each.split(":")[0])} == set()
    known = set(
        re.findall(r"^- name: '?([^'\n]+)'?$", "\n".join(f.read_text("utf-8") for f in DOCS.glob("knobs/*.yaml")), re.M)
    )
    rules = [rule for table in RULES.values() for rule in table]
    for see in {*sees, *(rule.see for rule in rules)}:
        if see.startswith("knob:"):
            assert see[5:] in known
            continue
        page, _, section = see.partition("#")
        chapter = (DOCS / f"{page}.mdx").read_text(encoding="utf-8")
        assert not section or f"{{/* #{section} */}}" in chapter, see


def test_the_defaults_of_settings_are_the_book_s() -> None:
    yaml = (DOCS / "knobs/sysctl.yaml").read_text(encoding="utf-8")
    for entry in re.split(r"^- name: ", yaml, flags=re.M)[1:]:
        name = entry.split("\n")[0]
        block = re.search(r"^  defaults:\n(.*?)^  limits:", entry, re.M | re.S)
        assert block
        values = [a or b for a, b in re.findall(r"\bvalue: (?:'([^']*)'|([^,\n]+?))(?=,|\n| \})", block[1])]
        if name in DEFAULTS:
            assert tuple(each for each in values if not re.match("no such|no effect|gone", each)) == DEFAULTS[name]


# ---- what is remarkable ----------------------------------------------------------------------------------------------


def said(text: str, weight: int = 1) -> list[str]:
    """The sentences of this weight or more."""
    return [each["text"] for each in finish(pasted(text))["remarks"] if each["weight"] >= weight]


def golden(name: str) -> str:
    return (ROOT / f"tests/golden/{name}.txt").read_text(encoding="utf-8")


def of(name: str) -> str:
    """An output that the book annotates."""
    return next(text for each, text, _ in annotated() if each == name)


REMARKABLE = [
    (
        of("ss:rwnd"),
        3,
        "rwnd_limited is 12,296 ms of 12,360 ms busy (99%): the receiver’s window held this connection back.",
    ),
    (of("ss:rwnd"), 3, "The other end has shut its window, and 293,148 bytes wait: its program isn’t reading."),
    (of("ss:bulk-sender"), 2, "rtt is 29.4 ms and minrtt 20 ms: 9.37 ms of it is time in queues."),
    (of("ss:bulk-sender"), 2, "cwnd is 247 and 246 segments are unacknowledged: the congestion window is the limit."),
    (golden("ss-tin/losing"), 2, "85 retransmissions so far: 0.71% of what was sent had been sent before."),
    (
        golden("ss-tin/slow-reader"),
        3,
        "The receive buffer is nearly full (r is 129,160 of rb 143,232): the program hasn’t read 105,016 bytes, "
        "and the window shrinks.",
    ),
    (
        golden("ss-lnt/full"),
        3,
        "The accept queue of 0.0.0.0:8080 is full: 4 connections wait for accept(), and the backlog is 3. "
        "More handshakes are dropped.",
    ),
    (golden("nstat/losing"), 3, "209 segments were sent again, 2.7% of the 7656 that were sent."),
    (
        of("device:softnet"),
        3,
        "CPU 0 dropped 99 packets (hexadecimal 63) because its backlog was full; "
        "net.core.netdev_max_backlog sets its length.",
    ),
    (of("tc:tbf"), 2, "pfifo 10: dropped 15 packets, 0.03% of all: its queue was full."),
    (
        of("tc:fq-codel"),
        1,
        "fq_codel 10: dropped 161 packets, 1.9% of all. It does so on purpose, to keep the queue short.",
    ),
    (of("tc:fq-codel"), 1, "fq_codel 10: marked 45 packets (ECN) instead of dropping them."),
    (
        golden("tc/tbf"),
        2,
        "2 packets wait in tbf 8004: (6.06 kB), which is 9.69 ms at 5 Mbit/s: the line behind it is busy.",
    ),
    (of("tc:netem"), 2, "netem 8005: has a jitter of 1ms, so it lets packets overtake each other."),
    (golden("ethtool-g/idle"), 1, "The RX ring of eth0 has 256 entries and could have 4096."),
    (
        of("sockets:metrics-ssthresh"),
        2,
        "New connections to 10.2.0.2 leave slow start at 88 segments, because an earlier one did (ssthresh).",
    ),
    (
        SESSION,
        2,
        "The route to 10.9.0.0/24 has cwnd lock 30: no connection there can have a larger congestion window.",
    ),
    (SESSION, 1, "Connections to 10.9.0.0/24 start with 40 segments instead of 10 (initcwnd)."),
    (
        "net.ipv4.tcp_mem = 100 200 300\nsockets: used 1\nTCP: inuse 1 orphan 0 tw 0 alloc 1 mem 250\n",
        3,
        "TCP’s buffers take 250 pages (1.02 MB), and tcp_mem is 100 200 300: "
        "the second mark is passed, and sockets are squeezed.",
    ),
    (
        "net.ipv4.tcp_slow_start_after_idle = 0\n",
        1,
        "net.ipv4.tcp_slow_start_after_idle is 0; by itself, Linux has 1.",
    ),
    (
        of("tcpdump:zero"),
        3,
        "10.2.0.2.82 > 10.1.0.2.37828: the window is 0 in 4 packets: the program on this side isn’t reading.",
    ),
    (
        of("tcpdump:zero"),
        3,
        "10.1.0.2.37828 > 10.2.0.2.82: 1 segment was sent again, of 3 different ones in these lines.",
    ),
    (
        re.sub(r" timer:\(\S+", "", (OWN / "ss-twice.txt").read_text(encoding="utf-8")),
        3,
        "backoff is 1: the timer has doubled once, because nobody answered.",
    ),
    (
        golden("ss-unam/drops"),
        2,
        "This socket has thrown away 1479 packets.",
    ),
]


@pytest.mark.parametrize(("text", "weight", "sentence"), REMARKABLE, ids=[each[2][:40] for each in REMARKABLE])
def test_what_is_remarkable_is_said_with_its_numbers(text: str, weight: int, sentence: str) -> None:
    assert sentence in said(text, weight)


def test_what_is_healthy_is_left_alone() -> None:
    for name in ("ss-lnt/idle", "tc/idle", "ss-s/idle", "sysctl/default"):
        assert said(golden(name), 2) == []


def test_two_snapshots_are_judged_by_what_lies_between() -> None:
    text = (OWN / "ss-twice.txt").read_text(encoding="utf-8")
    told = finish(pasted(text))
    slow = next(each for each in told["differences"] if each["item"].startswith("10.1.0.2:58972"))
    grown = {each["name"]: each["after"] - each["before"] for each in slow["changes"]}
    assert slow["seconds"] == 4.004
    assert (grown["bytes_acked"], grown["busy"], grown["rwnd_limited"]) == (610_808, 4004, 3924)
    assert "Of 4004 ms busy, the receiver’s window held it back for 3924 ms (98%)." in said(text, 3)
    assert "611 kB were acknowledged between the two in 4 s, 1.22 Mbit/s." in said(text)
    assert told["still"] == 5
    # counters that grew, and only these; what nstat printed without -a are differences already
    counters = "\n".join(SESSION.split("\n")[: SESSION.split("\n").index("[me@receiver ~]$ sudo ss -lnt")])
    assert said(counters, 3)[0].startswith("TCPTimeouts grew by 12:")
    assert said(counters)[-1] == "15 segments were sent again, 0.057% of the 26,304 that were sent."
    assert differences(recognise(counters.replace("nstat -asz", "nstat")).blocks) == []


def test_the_same_trouble_of_many_is_told_once() -> None:
    line = golden("ss-lnt/full").split("\n")[2]
    many = "\n".join(line.replace("8080", str(port)) for port in range(1000, 3000))
    assert len(said(many, 3)) == 6
    assert said(many, 3)[-1].endswith("The same holds for 1994 more.")


# ---- anything else ---------------------------------------------------------------------------------------------------

HOSTILE = {
    "nothing": "",
    "10 MB without a line's end": "a" * 10_000_000,
    "more sockets than are read": (OWN / "ss-twice.txt").read_text(encoding="utf-8") * 300,
    "an endless list of users": "ESTAB 0 0 1.1.1.1:1 1.1.1.1:2 " + "users:((" * 150_000,
    "brackets that never close": ("ESTAB 0 0 1.1.1.1:1 1.1.1.1:2\n\t cwnd:1 " + "a:( " * 3000 + "\n") * 20,
    "a program's name with blanks": 'ESTAB 0 0 1.1.1.1:1 1.1.1.1:2 users:(("Web Content",pid=1,fd=2)) skmem:(a b)\n',
    "400 digits": "TcpInSegs "
    + "9" * 400
    + " 0.0\nESTAB 0 0 1.1.1.1:1 1.1.1.1:2\n\t cwnd:"
    + "9" * 400
    + " retrans:0/"
    + "9" * 400
    + "\n",
    "values without names": "Tcp: InSegs OutSegs\nTcp: 1 2 3 4\nTcp: 1\n",
    "blanks": ("x" + " " * 16_000 + "y\n") * 20,
    "nested JSON": ('[{"kind":' + '{"a":' * 3000 + "\n") * 20,
    "prompts": "$ " * 8000 + "\n" + "root@x:~# " * 100 + "ss -tin\n",
    "no text": "".join(map(chr, range(0x300))) + "\ud800",
    "CPUs without end": ("00000000 " * 9 + "\n") * 3000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_anything_can_be_pasted(name: str) -> None:
    text = HOSTILE[name]
    told = finish(pasted(text))
    json.dumps(told, allow_nan=False)
    lines = report(text).split("\n")
    assert max(map(len, lines)) <= WIDTH
    # nothing in it may steer a terminal
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "".join(lines))
    shown = sum(line.count("\n") + 1 for line in text[:MOST].split("\n") if line.strip())
    quoted = sum(each["text"].count("\n") + 1 for block in told["blocks"] for each in block["unread"])
    read = sum(len(block["lines"]) + block["more"] for block in told["blocks"])
    assert len(text) > MOST or "\r" in text or quoted + read == shown


def test_a_line_s_end_of_another_system_is_one() -> None:
    text = golden("ss-tin/losing")
    assert [block.tool for block in check(text.replace("\n", "\r\n"))] == ["ss"]


LINES = [line for file in RECORDINGS for line in file.read_text(encoding="utf-8").split("\n") if line]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(LINES),
            st.integers(0, 400),
            st.integers(0, 400),
            st.sampled_from(["", " ", "\t", "9", ":", "("]),
        ),
        max_size=12,
    )
)
def test_damaged_lines_in_any_order_are_accounted_for(parts: list[tuple[str, int, int, str]]) -> None:
    text = "\n".join(line[: max(0, len(line) - cut)][start // 20 :] + put for line, cut, start, put in parts)
    check(text)
    finish(pasted(text))
    report(text)


def test_the_answer_has_its_shape() -> None:
    told = finish(pasted((OWN / "ss-twice.txt").read_text(encoding="utf-8") + SESSION + "\nnot an output\n"))
    assert told["remarks"]
    assert told["differences"]
    assert told["blocks"][-1]["unread"]
    TypeAdapter(PastedText).validate_json(json.dumps(told), strict=True)
