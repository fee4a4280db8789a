"""`ss` with filters against what it printed on Linux 6.1 (`tests/golden/ss-filter`), all of it in one quiet moment."""

import re
import shlex
from dataclasses import replace

import golden
import pytest
from golden import FOLDER, machine, text

from inflight.incidents.tools.ss import ss
from inflight.incidents.tools.ss_filter import BadFilter

COMMANDS = dict(line.split(": ", 1) for line in (FOLDER / "ss-filter" / "commands").read_text().splitlines())
ORDER = list(COMMANDS)


def shown(state):
    """What all of them were asked about. Two sockets in TIME-WAIT were gone before the last question."""
    source = {"l-sport": "tlnp", "tlnp": "tlnp", "ti-dst": "ti-dst"}.get(state, "all")
    living, listening = golden.sockets(text("ss-filter", source))
    timers = {line.split()[2]: re.findall(r"\((.*)\)", line)[0] for line in text("ss-filter", "o").splitlines()[1:]}
    gone = {"10.30.4.8:40590"} if ORDER.index(state) >= ORDER.index("dst") else set()
    if state == "o":
        gone = {each.here for each in living if each.state == "TIME-WAIT"} - set(timers)
    living = [each for each in living if each.here not in gone]
    living = [replace(each, timer=timers.get(each.here, ""), info=with_options(each.info)) for each in living]
    return machine(connections=living, listening=listening)


def with_options(info):
    """Without -o, ss doesn't say that all of these connections have timestamps and SACK."""
    return info and replace(info, timestamps=True, sack=True)


@pytest.mark.parametrize("state", [each for each in COMMANDS if not each.startswith("wrong")])
def test_filters(state):
    assert ss(shown(state), shlex.split(COMMANDS[state])[1:]) == text("ss-filter", state)


@pytest.mark.parametrize("state", [each for each in COMMANDS if each.startswith("wrong")])
def test_what_ss_says_of_a_wrong_filter(state):
    """Its first words: usage follows."""
    with pytest.raises(BadFilter) as found:
        ss(shown(state), shlex.split(COMMANDS[state])[1:])
    assert text("ss-filter", state).startswith(str(found.value))


@pytest.mark.parametrize(("tool", "options"), [("ss-tin", "-tinmop"), ("ss-tan", "-tanop"), ("ss-lnt", "-lntp")])
def test_options(tool, options):
    """What was recorded without a filter, whichever order the options are in."""
    for state in golden.states(tool):
        living, listening = golden.sockets(text(tool, state))
        shown = machine(connections=living, listening=listening)
        assert ss(shown, [options]) == ss(shown, [f"-{each}" for each in options[:0:-1]]) == text(tool, state)


def test_datagrams():
    for state in golden.states("ss-unam"):
        assert ss(machine(udp=golden.sockets(text("ss-unam", state))[0]), ["-unamp"]) == text("ss-unam", state)


def test_an_option_that_this_room_does_not_know():
    with pytest.raises(BadFilter, match="no option 'Z'"):
        ss(machine(), ["-tZ"])
