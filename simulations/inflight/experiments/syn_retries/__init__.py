"""A SYN that is not answered: when it is sent again, when connect() gives up, and how likely it is to get through."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum
from typing import Any

from inflight.experiments.syn_retries.chance import chances
from inflight.experiments.syn_retries.connecting import PORT, SERVER, SIDES, Attempt, Forged, Plan
from inflight.experiments.syn_retries.tables import MOST, gives_up, put_rows, put_tables, sent
from inflight.experiments.syn_retries.timers import Rules, spans
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Choice, Preset, Slider
from inflight.figure.result import Column, Result
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes, States
from inflight.figure.words import seconds, significant
from inflight.kernel.sockets.states import SYN_RECV
from inflight.scenes.transfer import NAN, RTT

REAL, FORGERY = "client", "forged"
_CLIENT = {"who": (REAL,)}
NEVER = -1


def _count(name: str, label: str, least: int, most: int, default: int, **more: Any) -> Slider:
    return Slider(name=name, label=label, unit="", min=least, max=most, default=default, step=1, integer=True, **more)


def _loss(name: str, label: str) -> Slider:
    return Slider(
        name=name,
        label=label,
        unit="%",
        min=0,
        max=100,
        default=0,
        step=1,
        knob="iptables … -m statistic",
        quantity="loss",
        chance=True,
        matters_when=_CLIENT,
    )


@experiment("syn-retries", part="opening", question="How long may connect() hang?")
class SynRetries:
    """A client that calls until it is answered or gives up; or a server that answers a SYN, and hears no more."""

    title = "How long may connect() hang?"
    parameters = (
        Choice(
            name="who",
            label="Who has sent the SYN",
            choices={REAL: "a client that goes on calling", FORGERY: "nobody: its sender is forged"},
            default=REAL,
            help="With a forged SYN you see the server’s timers alone.",
        ),
        _count(
            "syn_retries",
            "SYN retries",
            1,
            MOST,
            6,
            knob="net.ipv4.tcp_syn_retries, TCP_SYNCNT",
            quantity="rto",
            matters_when=_CLIENT,
            help="The kernel takes 1 to 127.",
        ),
        _count(
            "linear",
            "Linear timeouts",
            0,
            10,
            0,
            knob="net.ipv4.tcp_syn_linear_timeouts",
            quantity="rto",
            matters_when=_CLIENT,
            help="So many retries more, a second apart, before the time doubles. 4 since Linux 6.5; before, as 0.",
        ),
        Slider(
            name="user_timeout",
            label="TCP_USER_TIMEOUT",
            unit="s",
            min=0.1,
            max=300,
            default=0,
            scale="log10",
            special={0: "not set"},
            knob="TCP_USER_TIMEOUT",
            quantity="rto",
            matters_when=_CLIENT,
            help="The kernel takes it in milliseconds.",
        ),
        Slider(
            name="patience",
            label="The application waits",
            unit="s",
            min=0.1,
            max=300,
            default=0,
            scale="log10",
            special={0: "for ever"},
            knob="curl --connect-timeout",
            quantity="yours",
            matters_when=_CLIENT,
            help="A timeout of its own: then it closes the socket.",
        ),
        _count(
            "synack_retries",
            "SYN-ACK retries",
            0,
            8,
            5,
            knob="net.ipv4.tcp_synack_retries",
            quantity="queue",
            help="How often the server answers again if it hears no more.",
        ),
        Slider(
            name="back",
            label="The server answers from",
            unit="s",
            min=0,
            max=200,
            default=NEVER,
            step=1,
            special={NEVER: "never"},
            matters_when=_CLIENT,
            help="Until then, what is sent to it is lost: it is down, or a firewall drops it without a word.",
        ),
        _loss("loss_out", "Lost on the way there"),
        _loss("loss_back", "Lost on the way back"),
        replace(RTT, default=20, max=1000, help="", matters_when=_CLIENT),
        Slider(
            name="phase",
            label="Where the timer wheel stands",
            unit="ms",
            min=0,
            max=2044,
            default=24,
            step=4,
            quantity="time",
            help="The kernel’s ticks of 4 ms, counted round to 2.048 s, when the first one is sent. It is luck.",
        ),
        _count("runs", "Attempts", 1, 1000, 200, matters_when=_CLIENT, help="To lay beside the computed chance."),
    )
    presets = (
        Preset(
            "Nobody answers",
            {},
            "Seven SYNs, and an error after 131 s, where 127 are said. Most of the time it waits for the seventh.",
        ),
        Preset(
            "Since Linux 6.5",
            {"linear": 4},
            "Four more of them at the start, a second apart. The end is where it was, four seconds later.",
        ),
        Preset("Two retries", {"syn_retries": 2}, "Known to be dead after 7 s. But so is what comes back after 8."),
        Preset(
            "TCP_USER_TIMEOUT",
            {"user_timeout": 10},
            "A time instead of a number: the last timer is cut to what is left of the ten seconds.",
        ),
        Preset(
            "Back after 35 s",
            {"back": 35},
            "The server is up again. The client does not ask: its next SYN is due at 65 s.",
        ),
        Preset(
            "A bad path",
            {"back": 0, "loss_out": 30, "loss_back": 30},
            "One exchange in two succeeds. Each round is worth more than one: the server repeats its answer, too.",
        ),
        Preset(
            "A bad path, since Linux 6.5",
            {"back": 0, "loss_out": 30, "loss_back": 30, "linear": 4},
            "99 of 100 are connected within 4.1 s, where it took 14: this is what the linear timeouts are for.",
        ),
        Preset(
            "No way back",
            {"back": 0, "loss_back": 100},
            "The server hears every SYN, answers each of them, and repeats its answers. It has a half-open connection.",
        ),
        Preset(
            "A forged SYN",
            {"who": FORGERY},
            "One packet. The server answers six times, and keeps a place in its queue for 65 s.",
        ),
        Preset("A forged SYN, two retries", {"who": FORGERY, "synack_retries": 2}, "The place is free after 7 s."),
    )
    views = (
        Lanes(
            (
                Lane("syns", "SYNs sent, and SYN-ACKs in answer", "", ("SYNs", "nominal", "SYN-ACKs"), kind="step"),
                Lane("connected", "Connected by then", "%", ("computed", "attempts"), kind="step"),
            ),
        ),
        Grid("timers_table", title="Timer by timer"),
        Ladder(SIDES, title="Packets"),
        States(title="Both sides"),
        Bars("settings", label="retries", value="over", title="Each setting"),
    )
    bets = (
        ValueBet(
            id="gives-up",
            question="Nobody answers, and every setting is as it comes. After how many seconds does connect() fail?",
            summary="over",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="back",
            question="The server comes back after 35 s. After how many seconds is the client connected?",
            at="Back after 35 s",
            summary="connected",
            min=20,
            max=200,
        ),
        ValueBet(
            id="forged",
            question="One forged SYN. For how many seconds does the server keep a place for it?",
            at="A forged SYN",
            summary="over",
            min=1,
            max=1000,
        ),
    )
    sources = (
        "RFC 6298 §2",
        "RFC 9293 §3.8.3",
        "tcp_timer.c:tcp_write_timeout",
        "tcp_timer.c:tcp_retransmit_timer",
        "inet_connection_sock.c:reqsk_timer_handler",
        "timer.c:calc_wheel_index",
        "recordings F_syn_retries, F_synack_retries",
        "H20",
        "H21",
        "H22",
        "H24",
    )
    leaves_out = """
        Both hosts count the same ticks, and all attempts begin at the same one; in reality the phase differs from
        attempt to attempt, which moves the steps within the bounds that the table shows. Losses are independent of
        each other; real ones come in groups, so a second SYN is less of a new chance than here. The answer to a host
        that is down may be an ICMP message, which ends it at once (see the three segments). The server has room for
        every request: in a crowded queue old requests are given up earlier. Several addresses for one name, which a
        program may try in turn, each with all of its retries. The ticks are those of HZ 250.
    """

    @staticmethod
    def commands(p: Any) -> list[Commands]:
        """The settings, what drops the packets, and where the timer can be watched."""
        if p.who == FORGERY:
            return [
                Commands("Set it", [f"sysctl -w net.ipv4.tcp_synack_retries={p.synack_retries}   # server"]),
                Commands(
                    "See it",
                    [
                        f"ss -tno state syn-recv sport = :{PORT}   # timer:(on,…,retries)",
                        "nstat -az TcpRetransSegs TcpExtTCPTimeouts",
                    ],
                ),
            ]
        random_loss = f"-m statistic --mode random --probability {p.loss_out / 100:g} "
        dead = p.back == NEVER or p.back > 0
        drop = [f"iptables -A INPUT -p tcp --dport {PORT} -j DROP   # server"] if dead else []
        undo = [f"sleep {p.back:g}; iptables -D INPUT -p tcp --dport {PORT} -j DROP   # server"] if p.back > 0 else []
        flags = "--tcp-flags SYN,ACK SYN,ACK"
        back = f"-m statistic --mode random --probability {p.loss_back / 100:g} -j DROP   # client"
        timeout = f"s.setsockopt(6, 18, {round(p.user_timeout * 1000)}); " if p.user_timeout else ""
        patience = f"s.settimeout({p.patience:g}); " if p.patience else ""
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_syn_retries={p.syn_retries}             # client",
                    f"sysctl -w net.ipv4.tcp_syn_linear_timeouts={p.linear}     # client, Linux 6.5 and newer",
                    f"sysctl -w net.ipv4.tcp_synack_retries={p.synack_retries}          # server",
                    *drop,
                    *([f"iptables -A INPUT -p tcp --dport {PORT} {random_loss}-j DROP   # server"] * bool(p.loss_out)),
                    *([f"iptables -A INPUT -p tcp --sport {PORT} {flags} {back}"] * bool(p.loss_back)),
                ],
            ),
            Commands(
                "Run it",
                [
                    f'time python3 -c "import socket; s = socket.socket(); {timeout}{patience}'
                    f"s.connect(('{SERVER}', {PORT}))\"",
                    *undo,
                ],
            ),
            Commands(
                "See it",
                [
                    f"ss -tno state syn-sent dst {SERVER}   # timer:(on,until the next one,retries)",
                    f"tcpdump -ttt -nni eth0 'tcp port {PORT} and tcp[tcpflags] & tcp-syn != 0'",
                    "nstat -az TcpRetransSegs TcpExtTCPTimeouts TcpExtTCPAbortOnTimeout TcpAttemptFails",
                ],
            ),
        ]

    @staticmethod
    def run(p: Any, rng: random.Random) -> Iterator[Result]:
        """Columns over the time since the first SYN (s), a row for each moment at which one of them changes."""
        result = Result(
            [
                Column("t", "s", "since the first SYN", "time"),
                Column("computed", "%", "chance to be connected by then, computed", "throughput"),
                Column("attempts", "%", "attempts that were connected by then", "yours"),
                Column("SYNs", "", "SYNs sent in the first attempt", "rto"),
                Column("nominal", "", "with timers that fire when they are due", "time"),
                Column("SYN-ACKs", "", "SYN-ACKs that the server has sent in it", "queue"),
            ]
        )
        plan = _plan(p)
        shown: Attempt | Forged
        found: list[float | None] = []
        if p.who == FORGERY:
            shown = Forged(plan)
        else:
            shown = Attempt(plan, rng, keep=True)
            shown.until_quiet()
            found.append(shown.connected)
            while len(found) < p.runs:
                found.append(Attempt(plan, rng).until_known())
                if not len(found) % 20:
                    yield result
        gains = chances(plan) if p.who == REAL else []
        put_rows(result, plan, shown, gains, found)
        until = result["t"][-1]
        put_tables(result, plan, shown, until)
        _summarise(result, p, plan, shown, gains, found)
        yield result


def _plan(p: Any) -> Plan:
    phase, answering = p.phase / 1000, Rules(p.synack_retries)
    if p.who == FORGERY:
        return Plan(rules=answering, answering=answering, phase=phase, rtt=0.02)
    return Plan(
        rules=Rules(p.syn_retries, p.linear, p.user_timeout),
        answering=answering,
        phase=phase,
        rtt=p.rtt / 1000,
        out=p.loss_out / 100,
        back=p.loss_back / 100,
        away=float("inf") if p.back == NEVER else p.back,
        patience=p.patience,
    )


def _summarise(
    result: Result,
    p: Any,
    plan: Plan,
    shown: Attempt | Forged,
    gains: Sequence[tuple[float, float]],
    found: Sequence[float | None],
) -> None:
    _, end = spans(plan.rules)
    over, syns, answers = gives_up(plan), sent(shown, "S"), sent(shown, "SA")
    forged = isinstance(shown, Forged)
    result.figure("over", over, "s", "The server forgets it after" if forged else "Unanswered, it fails after")
    result.figure("due", end.nominal, "s", "By the timers’ nominal times")
    result.figure("earliest", end.earliest, "s", "Earliest, as the wheel may stand")
    result.figure("latest", end.latest, "s", "Latest, as the wheel may stand")
    result.figure("syns", len(syns), "", "SYNs sent")
    result.figure("answers", len(answers), "", "SYN-ACKs sent")
    for number, time in enumerate(syns[1:], 1):
        result.event(time, "retransmission", f"SYN again, retry {number}")
    if isinstance(shown, Forged):
        for number, time in enumerate(answers[1:], 1):
            result.event(time, "retransmission", f"SYN-ACK again, retry {number}")
        result.event(shown.over, "timeout", "The server forgets the SYN")
        result.sentence = (
            f"One SYN that nobody has sent costs the server {len(answers)} SYN-ACKs, and a place in its queue for "
            f"{significant(over)} s."
        )
        return
    chance = 100 * fsum(each for _, each in gains)
    soon = 100 * fsum(each for time, each in gains if time <= 3)
    nearly_all = next(
        (time for n, (time, _) in enumerate(gains, 1) if fsum(each for _, each in gains[:n]) >= 0.99), NAN
    )
    there = sum(time is not None for time in found)
    connected = NAN if shown.connected is None else shown.connected
    late = connected - p.back if p.back > 0 else NAN
    result.figure("connected", connected, "s", "The first attempt was connected after")
    result.figure("late", late, "s", "After the server was back")
    result.figure("exchange", 100 * (1 - plan.out) * (1 - plan.back), "%", "One SYN and its answer get through")
    result.figure("chance", chance, "%", "Chance to be connected before it fails")
    result.figure("soon", soon, "%", "Chance to be connected within 3 s")
    result.figure("nearly_all", nearly_all, "s", "99 in 100 are connected within")
    result.figure("share", 100 * there / len(found), "%", "Of the attempts that were made")
    waits = [change.time for change in shown.server.log.states if change.state == SYN_RECV]
    if waits:
        result.event(waits[0] - shown.start, "state", "The server has a half-open connection")
    if p.back > 0 and p.back <= result["t"][-1]:
        result.event(p.back, "state", "The server is back")
    if shown.connected is not None:
        result.event(shown.connected, "state", "connect() returns")
    elif shown.over is not None:
        result.event(shown.over, "timeout", f"connect() fails: {shown.error}")
    result.events.sort(key=lambda event: event.t)
    result.sentence = _sentence(p, plan, shown, len(syns), len(answers), over, chance, soon)


def _sentence(
    p: Any, plan: Plan, shown: Attempt, syns: int, answers: int, over: float, chance: float, soon: float
) -> str:
    again = "1 SYN" if syns == 1 else f"{syns} SYNs"
    if shown.connected is None:
        why = "the application gives up" if plan.patience and over == plan.patience else "connect() fails"
        first = f"{again} and no answer: {why} after {seconds(over)}"
    else:
        first = f"{again}, and connected after {seconds(shown.connected)}"
        if p.back > 0:
            first += f", {seconds(shown.connected - p.back)} after the server was back"
    if shown.connected is None and answers:
        first += f"; the server has answered with {answers} SYN-ACKs"
    if not (plan.out or plan.back) or not chance:
        return first + "."
    nearly = "more than 99.99" if 99.995 <= chance < 100 else significant(chance, 4)
    return (
        f"{first}. Of all such attempts {significant(soon)} % are connected within 3 s, and {nearly} % "
        "before the timers give up."
    )
