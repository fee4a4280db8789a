"""Programs that look again and again: the call’s time goes on, and each row is what has happened between two looks."""

from __future__ import annotations

import re

import pytest
from calls import begin

from inflight.figure.slices import finish
from inflight.incidents.call import THINK
from inflight.incidents.case import open_case
from inflight.incidents.shell.complete import completions
from inflight.incidents.shell.programs.sampling import INTERRUPT, ROWS


def typed(family: str, *lines: str):
    """The call, what each line on its first machine has printed, and how long each has taken, s."""
    call = begin(open_case(6, 2, family))
    texts, times = [], []
    for line in lines:
        before = call.world.seconds
        texts.append(finish(call.do(f"{call.world.machines[0].name}# {line}")))
        times.append(call.world.seconds - before)
    return call, texts, times


def rows(text: str, device: str = "") -> list[list[float]]:
    """Numbers of the rows that begin with a time of day."""
    found = [line.split() for line in text.splitlines() if re.match(r"\d\d:\d\d:\d\d", line) and device in line]
    return [[float(each) for each in words[1:] if each[0].isdigit()] for words in found if words[-1][0].isdigit()]


@pytest.mark.parametrize("family", ["arrivals", "requests", "transfer"])
def test_rates_are_what_has_been_counted_between(family):
    call = begin(open_case(6, 2, family))
    host = call.world.machines[0].name
    finish(call.do(f"{host}# nstat -n"))
    before = dict(call.world.machines[0].nic), call.world.seconds
    text = finish(call.do(f"{host}# sar -n DEV 2 4"))
    packets = [each[0] for each in rows(text, "eth0")]
    assert len(packets) == 4
    average = float(next(line for line in text.splitlines() if re.match(r"Average: +eth0", line)).split()[2])
    assert average == pytest.approx(sum(packets) / 4, abs=0.011)
    # The time before its first look belongs to somebody who types.
    counted = call.world.machines[0].nic["rx_packets"] - before[0]["rx_packets"]
    assert counted >= 8 * average - 0.1
    assert call.world.seconds - before[1] == THINK + 8


def test_a_transfer_is_never_faster_than_its_line():
    """Counters go on evenly from look to look, however short the time between them is."""
    case = open_case(6, 2, "transfer")
    _, (text,), _ = typed("transfer", "sar -n DEV 1 8")
    rates = [each[2] * 1024 * 8 for each in rows(text, "eth0")]
    assert max(rates) <= case.healthy.rate
    assert min(rates) > 0.9 * max(rates)


def test_without_a_number_somebody_presses_ctrl_c_and_a_pipe_does_not_see_it():
    _, (plain, piped, one, killed), times = typed(
        "arrivals",
        "mpstat -P ALL 1",
        "sar -n SOCK 2 | tail -3",
        "vmstat 1 | wc -l",
        "timeout 5 sar -n TCP 1 | tail -n +4",
    )
    assert plain.splitlines().count(INTERRUPT) == 1
    assert plain.count("Average:") == 6
    assert piped.splitlines()[:2] == ["", ""]
    assert piped.splitlines()[2].startswith("Average:")
    assert one == str(2 + ROWS)
    assert [bool(re.match(r"\d\d:", each)) for each in killed.splitlines()] == [True] * 5
    assert times == [THINK + ROWS, THINK + 2 * ROWS, THINK + ROWS - 1, THINK + 5]


def test_vmstat_and_mpstat_see_the_same_cpus():
    """Whole per cent of all CPUs together; softirqs are system time for vmstat."""
    _, (first, second), _ = typed("arrivals", "vmstat 1 4", "mpstat 1 3")
    idle = [int(line.split()[14]) for line in first.splitlines()[3:]]
    others = [float(line.split()[-1]) for line in second.splitlines() if line.split()[1:2] == ["all"]]
    assert idle == pytest.approx(others[:3], abs=3)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("vmstat 1 3", "doesn’t say what this machine’s CPUs do"),
        ("sar -n NFS 1 3", "DEV, EDEV, SOCK, TCP, ETCP"),
        ("sar -n DEV", "nothing is collected here"),
        ("sar -n DEV 60 60", "too long to watch"),
        ("sar -n DEV one", "whole number"),
        ("timeout sar", "timeout SECONDS COMMAND"),
    ],
)
def test_what_cannot_be_watched_is_told(line, said):
    _, (text,), _ = typed("requests", line)
    assert said in text


def test_they_complete_and_have_help():
    call, texts, _ = typed("arrivals", "help sar", "help vmstat", "help timeout")
    assert [text.split()[0].strip(":") for text in texts] == ["sar", "vmstat", "timeout"]
    host = call.world.machines[0]
    assert completions("vms", host) == ["vmstat"]
    assert "DEV" in completions("sar -n D", host)
