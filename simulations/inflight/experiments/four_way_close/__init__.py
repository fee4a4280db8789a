"""Closing a connection: both state machines, what can go wrong at each step, and what then ends the waiting."""

from __future__ import annotations

import random
from collections.abc import Iterator

from inflight.experiments.four_way_close.parameters import PRESETS, FourWayCloseParameters
from inflight.experiments.four_way_close.tables import fill, lead, shown_until, states_table, stays, waits_table
from inflight.experiments.four_way_close.teardown import (
    AFTER_ACK,
    ALL,
    CLIENT,
    CLOSE,
    LATER,
    LINGER,
    SERVER,
    SHUTDOWN,
    SIDES,
    Closing,
    ClosingSetting,
)
from inflight.experiments.four_way_close.words import note, summarise
from inflight.figure.bets import ValueBet
from inflight.figure.experiment import Commands, experiment
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Ladder, Machine, Screen, Shown, States, Terminal
from inflight.kernel.clock import JIFFY
from inflight.kernel.sockets.log import Log
from inflight.kernel.sockets.sysctls import Sysctls
from inflight.scenes import socket_tables as tables

_ADDRESSES = ("10.1.0.2:32768", "10.2.0.2:80")
_HEAD = "State      Recv-Q Send-Q  Local\u00a0Address:Port  Peer\u00a0Address:Port"


def _screen(side: int) -> Screen:
    name, here, there = SIDES[side], _ADDRESSES[side], _ADDRESSES[1 - side]
    line = f"{{{name}_state:<10}} {{{name}_recv:>6}} {{{name}_send:>6}} {here:>19}  {there:>17}  {{{name}_timer:<25}}"
    return Screen(f"ss -tano   # on the {name}", (_HEAD, Shown(line, f"{name}_there")))


def _ss_columns(side: str) -> tuple[Column, ...]:
    """What `ss -tano` shows of one side."""
    return (
        Column(f"{side}_there", "", f"1: the {side} still has the connection", "inflight"),
        Column(f"{side}_state", "", f"the {side}’s state", "sequence"),
        Column(f"{side}_recv", "B", f"the {side}’s Recv-Q: received, not read; a FIN counts as 1", "rwnd"),
        Column(f"{side}_send", "B", f"the {side}’s Send-Q: not acknowledged; a FIN counts as 1", "unacked"),
        Column(f"{side}_timer", "", f"the {side}’s timer", "rto"),
    )


@experiment("four-way-close", part="closing", question="In which state does it hang, and for how long?")
class FourWayClose:
    """One side closes a connection, or both do. Time starts at the first close()."""

    title = "Closing a connection"
    parameters = FourWayCloseParameters
    points = ("client", "server")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            Column("t", "s", "time since the first close()", "time"),
            *(column for side in SIDES for column in _ss_columns(side)),
        ),
        figures=(
            Output("client_gone", "s", "The client’s socket is gone after"),
            Output("server_gone", "s", "The server’s socket is gone after"),
            Output("fin_wait1", "s", "Longest in FIN_WAIT1"),
            Output("fin_wait2", "s", "Longest in FIN_WAIT2"),
            Output("time_wait", "s", "Longest in TIME_WAIT"),
            Output("close_wait", "s", "Longest in CLOSE_WAIT"),
            Output("last_ack", "s", "Longest in LAST_ACK"),
            Output("fins", "", "FINs sent"),
            Output("resets", "", "Resets sent"),
            Output("retransmissions", "", "Retransmissions"),
            Output("probes", "", "Probes of the closed window"),
        ),
    )
    views = (
        Machine(states="path"),
        States(stretched=True),
        Ladder(sides=SIDES),
        Terminal((_screen(CLIENT), _screen(SERVER))),
        Grid("waits", title="Who waits"),
    )
    bets = (
        ValueBet(
            id="fin-timeout",
            question="With tcp_fin_timeout at 60 the client was in FIN_WAIT2 for 60.4 s. How long is it with 70?",
            at="tcp_fin_timeout 70",
            summary="fin_wait2",
            min=1,
            max=1000,
        ),
        ValueBet(
            id="nobody",
            question="The server’s host has lost power, and the client calls close(). When is its socket gone?",
            at="Nobody answers",
            summary="client_gone",
            min=0.1,
            max=2000,
        ),
        ValueBet(
            id="time-wait",
            question="The server closes first, and tcp_fin_timeout is set to 5. How long is it in TIME_WAIT?",
            at={"first": SIDES[SERVER], "other": LATER, "after": 0.1, "fin_timeout": 5},
            summary="time_wait",
            min=1,
            max=1000,
        ),
    )
    sources = (
        "RFC 9293 §3.6",
        "RFC 9293 §3.3.2",
        "RFC 2525 §2.17",
        "tcp.c:__tcp_close",
        "tcp_input.c:tcp_rcv_state_process",
        "tcp_minisocks.c:tcp_timewait_state_process",
        "tcp_timer.c:tcp_write_timeout",
        "tcp_timer.c:tcp_probe_timer",
        "T01",
        "T02",
        "T03",
        "T04",
        "T05",
        "T06",
        "T07",
        "T08",
        "T18",
    )
    leaves_out = """
        Data in flight at the close, except where a preset asks for them; congestion windows; the memory of orphans,
        which counts against tcp_mem; ICMP errors, which make an orphan count four times; TCP_LINGER2, TCP_USER_TIMEOUT
        and keepalive. Timers run on the kernel’s wheel with ticks of 4 ms, so a minute may last up to two seconds
        longer, depending on when it began. A peer that has restarted isn’t here: it would answer any segment with a
        reset.
    """

    @staticmethod
    def commands(p: FourWayCloseParameters) -> list[Commands]:
        """The sysctls, a client that closes, and where to look."""
        call = {CLOSE: "s.close()", SHUTDOWN: "s.shutdown(socket.SHUT_WR)"}[p.how]
        linger = ["s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))"] * (p.catch == LINGER)
        drop = {
            ALL: ["iptables -A INPUT -p tcp --dport 80 -j DROP   # on the server, before the close: nobody answers"],
            AFTER_ACK: ["iptables -A INPUT -p tcp --dport 80 -j DROP   # on the server, after the first FIN"],
        }.get(p.lost, [])
        return [
            Commands(
                "Set it",
                [
                    f"sysctl net.ipv4.tcp_fin_timeout={p.fin_timeout:g} net.ipv4.tcp_orphan_retries={p.orphan_retries}",
                    f"sysctl net.ipv4.tcp_retries2={p.retries2} net.ipv4.tcp_max_orphans={p.max_orphans}",
                    f"tc qdisc add dev eth0 root netem delay {p.rtt:g}ms   # on the server",
                    *drop,
                ],
            ),
            Commands(
                "Close it (Python, the side that is first)",
                ["import socket, struct", "s = socket.create_connection(('10.2.0.2', 80))", *linger, call],
            ),
            Commands(
                "See it",
                [
                    "ss -tano state connected '( dport = :80 or sport = :80 )'   # states and timers",
                    "ss -tnp state close-wait                                    # and whose they are",
                    "cat /proc/net/sockstat                                      # TCP: inuse, orphan, tw",
                    "nstat -az TcpExtTCPAbortOnClose TcpExtTCPAbortOnData TcpExtTCPAbortOnTimeout "
                    "TcpExtTCPAbortOnMemory",
                    "tcpdump -ni eth0 'tcp port 80 and tcp[13] & 5 != 0'         # FINs and resets",
                ],
            ),
        ]

    @staticmethod
    def run(p: FourWayCloseParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the first close())."""
        result = FourWayClose.outputs.result()
        run = _closing(p)
        for _ in run.run():
            yield result
        found = stays(run)
        until = shown_until(run, found)
        fill(result, run, until)
        hosts = (run.hosts[CLIENT].address, run.hosts[SERVER].address)
        # What is over within a tick is no timer that anybody waits for.
        logs = [Log(fired=[each for each in host.log.fired if each.end - each.start > JIFFY]) for host in run.hosts]
        begin = run.begin + lead(run)
        result.tables = {
            "segments": tables.ladder(
                [passage for passage in run.network.passages if passage.sent >= begin], SIDES, hosts, run.begin
            ),
            "states": states_table(found, until, lead(run)),
            "path": states_table(found, until),
            "timers": tables.timers(logs, SIDES, lambda host, _port, _peer: hosts.index(host), run.begin),
            "waits": waits_table(found),
        }
        note(result, run, found)
        summarise(result, run, found)
        yield result


def _closing(p: FourWayCloseParameters) -> Closing:
    return Closing(
        ClosingSetting(
            first=p.first,
            how=p.how,
            other=p.other,
            after=p.after,
            catch=p.catch,
            lost=p.lost,
            times=p.times,
            rtt=p.rtt / 1000,
            orphans=p.orphans,
        ),
        Sysctls(
            tcp_fin_timeout=p.fin_timeout,
            tcp_orphan_retries=p.orphan_retries,
            tcp_retries2=p.retries2,
            tcp_max_orphans=p.max_orphans,
        ),
    )
