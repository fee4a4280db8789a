"""The shell of the incident room: its filters against the programs of this machine, and what it says to odd lines."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from dataclasses import replace

import golden
import pytest
from golden import machine, text

from inflight.incidents.scene import LogLine
from inflight.incidents.scene_network import Conntrack, Ends, Hop, Tracked
from inflight.incidents.shell.complete import completions
from inflight.incidents.shell.elsewhere import ELSEWHERE
from inflight.incidents.shell.filters import FILTERS
from inflight.incidents.shell.line import ShellError, pipeline
from inflight.incidents.shell.programs import PROGRAMS
from inflight.incidents.shell.session import HELP, OWN, repeated, run, slept

SOCKETS = text("ss-tan", "server")

PIPES = (
    "grep TIME-WAIT",
    "grep -c TIME-WAIT",
    "grep -v -i estab",
    "grep -E 'ESTAB|LISTEN'",
    "grep 'ESTAB\\|LISTEN'",
    "grep -o '10\\.[0-9.]*:[0-9]*'",
    "grep -n -m 2 ESTAB",
    "grep -A 1 LISTEN",
    "grep -B1 -n LISTEN",
    "grep -C 1 LISTEN",
    "grep -w 22",
    "grep -F '0.0.0.0:*'",
    "egrep '^(LISTEN|ESTAB)'",
    "grep nothing-like-it",
    "head",
    "head -n 3",
    "head -3",
    "head -n -2",
    "tail -n 2",
    "tail -2",
    "tail -n +3",
    "wc",
    "wc -l",
    "wc -w",
    "wc -c",
    "sort",
    "sort -r",
    "sort -k 2 -n",
    "sort -u",
    "uniq",
    "awk '{print $1}'",
    "awk '{ print $1, $NF }'",
    "cat",
    "grep ESTAB | wc -l",
    "awk '{print $1}' | sort | uniq -c | sort -rn | head -2",
)


@pytest.mark.parametrize("pipe", PIPES)
def test_filters_print_what_those_of_this_machine_print(pipe):
    names = {each[0] for each in pipeline(pipe)}
    if not all(map(shutil.which, names)):
        pytest.skip(f"not here: {names}")
    env = {**os.environ, "LC_ALL": "C"}
    real = subprocess.run(
        ["sh", "-c", pipe], input=SOCKETS + "\n", capture_output=True, text=True, env=env, check=False
    )
    lines = SOCKETS.splitlines()
    for name, *arguments in pipeline(pipe):
        lines = FILTERS[name](arguments, lines)
    # Columns of `wc` and `uniq` differ from system to system.
    squeezed = ("wc", "uniq")
    ours, theirs = ("\n".join(lines), real.stdout.rstrip("\n"))
    if names & set(squeezed):
        ours, theirs = (" ".join(each.split()) for each in (ours, theirs))
    assert ours == theirs


def shown():
    connections, listening = golden.sockets(SOCKETS)
    return machine(
        connections=connections,
        listening=listening,
        counters={"TcpInSegs": 12, "TcpExtListenOverflows": 3},
        ping=[0.02] * 10,
        peer="10.30.4.8",
        log=[LogLine(60.0 * k, f"INFO call {k}") for k in range(20)],
        addresses=["10.20.1.15"],
        sysctls={"net.ipv4.tcp_sack": "0"},
    )


def typed(line: str) -> str:
    host = shown()
    return run(line, host, [host], {}).text


def test_options_choose_columns_and_sockets():
    """Each is a part of what was recorded with all of them."""
    whole = SOCKETS.splitlines()
    assert typed("ss -tanop") == SOCKETS
    assert list(map(str.split, typed("ss -Htanop").splitlines())) == list(map(str.split, whole[1:]))
    assert len(typed("ss -ltn").splitlines()) == 1 + sum(line.startswith("LISTEN") for line in whole)
    assert "timer:" not in typed("ss -tanp")
    assert "users:" not in typed("ss -tano")
    assert ":ssh" in typed("ss -lt")
    assert not any(line.startswith(("LISTEN", "TIME-WAIT")) for line in typed("ss -tn").splitlines())
    assert {line.split()[0] for line in typed("ss -tuln").splitlines()[1:]} == {"tcp"}


def test_nstat_tells_what_is_new_and_remembers_unless_it_is_told_not_to():
    host, told = shown(), {}
    assert "TcpInSegs" in run("nstat -s", host, [host], told).text
    assert "TcpInSegs" in run("nstat", host, [host], told).text
    host.counters["TcpInSegs"] += 5
    assert run("nstat", host, [host], told).text.split()[1:3] == ["TcpInSegs", "5"]
    assert run("nstat", host, [host], told).text == "#kernel"
    assert run("nstat -a 'TcpExt*'", host, [host], told).text.split()[1:3] == ["TcpExtListenOverflows", "3"]


def test_a_pipe_gets_what_is_not_for_people():
    """On stderr conntrack says how many it has shown, and ping tells its own errors; 2>&1 puts that into the pipe."""
    ends = Ends(source="10.20.1.15", to="10.30.4.8", sport=40000, dport=80)
    host = shown()
    host.conntrack = Conntrack(entries=[Tracked(original=ends, reply=ends, timeout=9, state="CLOSE")])
    host.hops, host.path_mtu = [Hop(address="10.20.1.1"), Hop(address="10.30.4.8")], 1400

    def printed(line: str) -> list[str]:
        return run(line, host, [host], {}).text.splitlines()

    told = "conntrack v1.4.7 (conntrack-tools): 1 flow entries have been shown."
    assert printed("conntrack -L")[1:] == [told]
    assert printed("conntrack -L | wc -l") == [told, "1"]
    assert printed("conntrack -L 2>&1 | wc -l") == ["2"]
    ping = "ping -n -M do -s 1472 -c 2 10.30.4.8"
    error = "ping: local error: message too long, mtu=1400"
    assert printed(ping)[1:3] == [error] * 2
    assert printed(f"{ping} | grep -c PING") == [error, error, "1"]
    assert printed(f"{ping} 2>&1 | grep -c error:") == ["2"]


def test_a_list_of_one_state_proves_that_state():
    """What was asked for isn’t printed; a list of all states proves nothing that it doesn’t print."""
    host = shown()
    host.connections = [replace(host.connections[0], state="CLOSE-WAIT", peer=f"10.9.9.9:{port}") for port in range(12)]

    def proves(line: str) -> str:
        return run(line, host, [host], {}).proves

    listed = proves("ss -tanp state close-wait").splitlines()
    assert [line.split()[0] for line in listed] == ["Recv-Q", *["CLOSE-WAIT"] * 12, "12"]
    assert proves("ss -Htan state close-wait | wc -l").splitlines()[-1] == "12 CLOSE-WAIT"
    assert proves("ss -tan state close-wait | grep 10.9.9.9:3").splitlines()[-1] == "1 CLOSE-WAIT"
    assert proves("ss -tan state time-wait").splitlines()[-1] == "0 TIME-WAIT"
    assert proves("ss -tanp") == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ss", "-t for TCP"),
        ("ss -ty", "no option 'y'"),
        ("sss -t", "did you mean ss?"),
        ("frobnicate", "command not found"),
        ("netstat -s", "replaced by ss and nstat"),
        ("ulimit -n", "limits of this shell"),
        ("sysctl -w net.ipv4.tcp_nothing=1", "tcp_nothing can only be read"),
        ("systemctl restart shop", "one of the fixes"),
        ("ss -t > file", "no file to write to"),
        ("ss -t; nstat", "one command after the other"),
        ("rm -rf /", "would fix nothing"),
        ("ss -t | rm", "not part of this world"),
        ("ss -t | ping", "doesn’t read from a pipe"),
        ("ss -t |", "syntax error"),
        ("grep 'x", "matching quote"),
        ("ss -t | grep -E '('", "grep: "),
        ("ss -t | grep -E '(a+)+$'", "repetition"),
        ("ss -t | head -n many", "invalid number of lines"),
        ("cat /etc/shadow", "No such file or directory"),
        ("sysctl net.ipv4.tcp_nothing", "No such file or directory"),
        ("ping 192.0.2.1", "here: 10.30.4.8"),
        ("ethtool -S eth7", "no device"),
        ("x" * 600, "at most 500"),
    ],
)
def test_what_cannot_be_done_is_told_as_a_shell_does(line, said):
    assert said in typed(line)


def test_a_dollar_saved_by_a_backslash_is_one():
    """As bash does between double quotes, and not between single ones."""
    states = typed("ss -tan | awk '{print $1}'")
    assert len(set(states.splitlines())) > 1
    assert typed('ss -tan | awk "{print \\$1}"') == states
    assert typed("ss -tan | awk '{print \\$1}'") != states


def test_nothing_typed_raises_anything_but_a_shells_own_error():
    """Whatever is typed, however long it is."""
    rng = random.Random(7)
    words = [
        *PROGRAMS,
        *FILTERS,
        *OWN,
        *HELP,
        *list(ELSEWHERE)[:5],
        "-n",
        "-tan",
        "|",
        "'",
        '"',
        "\\",
        "$(x)",
        "(",
        "*",
    ]
    words += ["-c", "9" * 12, "-1", "eth0", "host", "and", "not", "net.ipv4", "{print $1}", "é", "\x00", "-", "--", "="]
    for _ in range(3_000):
        line = " ".join(rng.choice(words) for _ in range(rng.randint(1, 7)))
        assert isinstance(typed(line), str)
        repeated(line)
        slept(line)


def test_a_pipeline_is_taken_apart_and_a_lone_bar_is_refused():
    assert pipeline("") == []
    assert pipeline("sudo ss -t") == [["ss", "-t"]]
    with pytest.raises(ShellError):
        pipeline("| grep x")


def test_every_program_has_help_and_every_word_completes():
    host = shown()
    for name in PROGRAMS:
        assert typed(f"help {name}").startswith(f"{name}: ")
        assert name in completions(name[:1], host)
    assert completions("sysctl net.ipv4.tcp_sac", host) == ["net.ipv4.tcp_sack"]
    assert completions("ss -tan | gr", host) == ["grep"]
    assert "10.30.4.8" in completions("ping ", host)
    shared, *several = completions("sysctl net.ipv4.tcp_wm", host) or [""]
    assert all(each.startswith(shared) for each in several)


def test_elsewhere_are_commands_that_are_not_here():
    assert not ELSEWHERE.keys() & (PROGRAMS.keys() | FILTERS.keys())
