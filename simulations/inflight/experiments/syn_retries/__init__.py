"""A SYN that is not answered: when it is sent again, when connect() gives up, and how likely it is to get through."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import fsum, inf, nan

from inflight.experiments.syn_retries.chance import chances
from inflight.experiments.syn_retries.connecting import PORT, SERVER, SIDES, Attempt, ConnectPlan, Forged
from inflight.experiments.syn_retries.parameters import FORGERY, NEVER, PRESETS, REAL, SynRetriesParameters
from inflight.experiments.syn_retries.tables import gives_up, put_rows, put_tables, sent
from inflight.experiments.syn_retries.timers import spans
from inflight.experiments.syn_retries.words import sentence, tell_attempt, tell_forged
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Bars, Grid, Ladder, Lane, Lanes, States
from inflight.scenes import measured
from inflight.scenes.syn_timers import Rules


@experiment("syn-retries", part="opening", question="How long can connect() hang?")
class SynRetries:
    """A client tries until it gets an answer or gives up. Or a server answers a SYN and hears nothing more."""

    title = "How long can connect() hang?"
    parameters = SynRetriesParameters
    points = ("client", "server")
    knobs = ("who", "syn_retries", "loss_out")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.SINCE_FIRST_SYN,
            Column("computed", "%", "chance to be connected by then, computed", "throughput"),
            Column("attempts", "%", "attempts that were connected by then", "yours"),
            Column("SYNs", "", "SYNs sent in the first attempt", "rto"),
            Column("nominal", "", "with timers that fire when they are due", "time"),
            Column("SYN-ACKs", "", "SYN-ACKs that the server has sent in it", "queue"),
        ),
        figures=(
            Output("over", "s", "Unanswered, it is given up after"),
            Output("due", "s", "By the timers’ nominal times"),
            Output("earliest", "s", "Earliest, wherever the wheel is"),
            Output("latest", "s", "Latest, wherever the wheel is"),
            Output("syns", "", "SYNs sent"),
            Output("answers", "", "SYN-ACKs sent"),
            Output("connected", "s", "The first attempt was connected after"),
            Output("late", "s", "That is after the server was back"),
            Output("exchange", "%", "One SYN and its answer get through"),
            Output("chance", "%", "Chance to be connected before it fails"),
            Output("soon", "%", "Chance to be connected within 3 s"),
            Output("nearly_all", "s", "99 in 100 are connected within"),
            Output("share", "%", "Connected, of the attempts made"),
        ),
    )
    views = (
        Ladder(SIDES, title="Packets"),
        Lanes(
            (
                Lane("syns", "SYNs sent, and SYN-ACKs in answer", "", ("SYNs", "nominal", "SYN-ACKs"), kind="step"),
                Lane("connected", "Connected by then", "%", ("computed", "attempts"), kind="step"),
            ),
        ),
        Grid("timers_table", title="Timer by timer"),
        States(title="Both sides"),
        Bars("settings", label="retries", value="over", title="Each setting"),
    )
    bets = (
        ValueBet(
            id="gives-up",
            question="Nobody answers, and every setting has its default. After how many seconds does connect() fail?",
            summary="over",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="back",
            question="The server comes back after 40 s. After how many seconds is the client connected?",
            at="Back after 40 s",
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
        Both hosts count the same ticks, and all attempts begin at the same one. In reality the phase differs from
        attempt to attempt, which moves the steps within the bounds in the table. Losses are independent here; real ones
        come in groups, so a second SYN is less of a new chance. If a host is down, a router may answer with an ICMP
        message, which ends the attempt at once (see the three segments). The server has room for every request; in a
        crowded queue it gives up old ones earlier. A name may have several addresses, and a program may try each with
        all its retries. The ticks are those of HZ 250.
    """

    @staticmethod
    def commands(p: SynRetriesParameters) -> list[Commands]:
        """The settings, what drops the packets, and where you can watch the timer."""
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
        linear = f"sysctl -w net.ipv4.tcp_syn_linear_timeouts={p.linear}     # client"
        timeout = f"s.setsockopt(6, 18, {round(p.user_timeout * 1000)}); " if p.user_timeout else ""
        patience = f"s.settimeout({p.patience:g}); " if p.patience else ""
        return [
            Commands(
                "Set it",
                [
                    f"sysctl -w net.ipv4.tcp_syn_retries={p.syn_retries}             # client",
                    *([linear] * p.has_linear_timeouts),
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
    def run(p: SynRetriesParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over the time since the first SYN (s), a row for each moment at which one of them changes."""
        result = SynRetries.outputs.result()
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
        put_tables(result, plan, shown, result["t"][-1])
        _summarise(result, plan, shown)
        if isinstance(shown, Attempt):
            _summarise_attempts(result, p, plan, shown, gains, found)
        else:
            tell_forged(result, plan, shown)
        yield result


def _plan(p: SynRetriesParameters) -> ConnectPlan:
    phase, answering = p.phase / 1000, Rules(p.synack_retries)
    if p.who == FORGERY:
        return ConnectPlan(rules=answering, answering=answering, phase=phase, rtt=0.02)
    return ConnectPlan(
        rules=Rules(p.syn_retries, p.linear if p.has_linear_timeouts else 0, p.user_timeout),
        answering=answering,
        phase=phase,
        rtt=p.rtt / 1000,
        out=p.loss_out / 100,
        back=p.loss_back / 100,
        away=inf if p.back == NEVER else p.back,
        patience=p.patience,
    )


def _summarise(result: Result, plan: ConnectPlan, shown: Attempt | Forged) -> None:
    """What is known of either: how often it was sent, and until when."""
    _, end = spans(plan.rules)
    forged = isinstance(shown, Forged)
    label = "The server forgets it after" if forged else "Unanswered, it fails after"
    result.figure("over", gives_up(plan), label=label)
    result.figure("due", end.nominal)
    result.figure("earliest", end.earliest)
    result.figure("latest", end.latest)
    result.figure("syns", len(sent(shown, "S")))
    result.figure("answers", len(sent(shown, "SA")))


def _summarise_attempts(
    result: Result,
    p: SynRetriesParameters,
    plan: ConnectPlan,
    shown: Attempt,
    gains: Sequence[tuple[float, float]],
    found: Sequence[float | None],
) -> None:
    """Whether and when a client gets through: the first one, all that were tried, and the computed chance."""
    chance = 100 * fsum(each for _, each in gains)
    soon = 100 * fsum(each for time, each in gains if time <= 3)
    nearly_all = next(
        (time for n, (time, _) in enumerate(gains, 1) if fsum(each for _, each in gains[:n]) >= 0.99), nan
    )
    there = sum(time is not None for time in found)
    connected = nan if shown.connected is None else shown.connected
    result.figure("connected", connected)
    result.figure("late", connected - p.back if p.back > 0 else nan)
    result.figure("exchange", 100 * (1 - plan.out) * (1 - plan.back))
    result.figure("chance", chance)
    result.figure("soon", soon)
    result.figure("nearly_all", nearly_all)
    result.figure("share", 100 * there / len(found))
    tell_attempt(result, shown, p.back)
    result.sentence = sentence(plan, shown, p.back, chance, soon)
