"""What the two machines of a slow call show when somebody looks during the pause after one."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import pairwise
from math import inf
from statistics import median
from typing import Any

from inflight.incidents.families.requests.firewall import firewall
from inflight.incidents.families.requests.machines import HOSTS, machine
from inflight.incidents.families.requests.model import Calls, Line, Option, pings
from inflight.incidents.families.requests.packets import in_vain, lookups, packets
from inflight.incidents.families.requests.path import DATA, EndCounters, Recorder, kind_of
from inflight.incidents.families.requests.setting import CALLS, WELL, RequestsSetting
from inflight.incidents.fault import Run
from inflight.incidents.passing import Passing
from inflight.incidents.scene import (
    Listening,
    LogLine,
    Machine,
    Measured,
    Metrics,
    Scene,
    SkMem,
    SsSocket,
    TcpInfo,
    TcQdisc,
)
from inflight.incidents.scene_host import SystemCall
from inflight.incidents.shared.idle_hosts import CLIENT, SERVER, remembered, tbf
from inflight.incidents.shared.process import process
from inflight.incidents.shared.timers import timer_text
from inflight.incidents.shared.traffic import Traffic, add, fq_codel
from inflight.kernel.constants import INFINITE_SSTHRESH
from inflight.kernel.tcp.chrono import BUSY, RWND_LIMITED, SNDBUF_LIMITED
from inflight.kernel.tcp.duplex import DuplexSocket
from inflight.kernel.tcp.process import Recv, Send

SHOWN = 40
"""Connections of the past that are listed."""

SOCKET, LOG = 11, 2
"""Descriptors of the program."""

WARM = 4
"""Calls until windows have grown."""

TIME_WAIT = 60.0
"""s (TCP_TIMEWAIT_LEN)."""


def run(setting: RequestsSetting, rng: random.Random) -> Run:
    """Make the calls, then look at both machines: first the client, which complains, then the server."""
    calls = Calls(setting)
    yield from calls.run()
    calls.looked = calls.clock.now
    scene = look(calls, rng)
    Passing(scene, _gap(calls), calls.go_on, lambda unseen: look(calls, rng, unseen))
    return scene


def _gap(calls: Calls) -> float:
    """From one call to the next, s, as it was until the first look."""
    began = calls.began[:CALLS]
    return median(after - before for before, after in pairwise(began)) if len(began) > 1 else calls.setting.period


def look(calls: Calls, rng: random.Random, unseen: float = 0.0) -> Scene:
    """The scene. unseen: time that has passed unseen, s."""
    s = calls.setting
    calls.unseen = unseen
    times = pings(calls, rng)
    client, server = (_side(calls, side, times) for side in (CLIENT, SERVER))
    client.role, server.role = "asks and waits", "answers"
    client.log, server.log = _client_log(calls), _server_log(calls)
    here = f"0.0.0.0:{s.ports[SERVER]}"
    server.listening.insert(0, Listening(here=here, recv_q=0, send_q=511, process=_process(s, SERVER, 6)))
    warm = calls.times[WARM:] or calls.times
    slow = [time for time in warm if time > WELL * s.least]
    return Scene(
        machines=(client, server, firewall(calls, times)),
        well=calls.median <= WELL * s.least,
        outcome=f"a call takes {1000 * calls.median:.0f} ms; path and size account for {1000 * s.least:.0f}",
        affected=len(slow) / max(len(warm), 1),
        share=min(s.least / calls.median, 1.0),
        measured=_measured(calls, max(warm)),
    )


def _measured(calls: Calls, longest: float) -> Measured:
    """Nothing fails: it only takes long."""
    sent = sum(out.out.packets for out in (calls.path.there, calls.path.back))
    again = sum(each.sender.retransmissions for pair in calls.sockets for each in pair)
    return Measured(
        rate=60 / _gap(calls),
        unit="calls/min",
        errors=0.0,
        p99=longest,
        retrans=again / max(sent, 1),
    )


def _process(s: RequestsSetting, side: int, descriptor: int) -> str:
    return process(s.names[side].rstrip("0123456789-"), _pid(side), descriptor)


def _pid(side: int) -> int:
    return (2114, 1377)[side]


def _traced(calls: Calls, side: int) -> list[SystemCall]:
    """What the program has asked for in the last call.

    Each takes some microseconds more, since somebody watches; so one read() gets what has come meanwhile, too.
    """
    rng = random.Random(f"{calls.setting.names} {side} {len(calls.times)}")
    written = len(_client_log(calls)[-1].text) if side == CLIENT else 0
    lines: list[SystemCall] = []
    for each in calls.traced[side]:
        match each.call:
            case Recv(size):
                text, result = f'read({SOCKET}, ""..., {size})', each.result
            case Send(size):
                text, result = f'write({SOCKET}, ""..., {size})', each.result
            case Option(value):
                text, result = f"setsockopt({SOCKET}, SOL_TCP, TCP_CORK, [{value}], 4)", 0
            case Line():
                text, result = f'write({LOG}, ""..., {written})', written
        after = lines[-1].t + lines[-1].took + rng.uniform(20e-6, 60e-6) if lines else each.t
        if isinstance(each.call, Recv) and each.t < after and lines and lines[-1].text.startswith("read"):
            lines[-1] = replace(lines[-1], result=str(int(lines[-1].result) + result))
            continue
        took = each.took + rng.uniform(20e-6, 60e-6)
        lines.append(SystemCall(t=max(each.t, after), took=took, text=text, result=str(result)))
    return lines


def _ends(calls: Calls, number: int) -> tuple[str, str]:
    """Addresses of the connection of that number, from 0."""
    s = calls.setting
    port = 32768 + (s.ports[CLIENT] - 32768 + 2 * number) % 28232
    return f"{s.addresses[CLIENT]}:{port}", f"{s.addresses[SERVER]}:{s.ports[SERVER]}"


def _ways(calls: Calls, side: int) -> tuple[Recorder, Recorder]:
    """The one on which it sends, and the one on which it receives."""
    path = calls.path
    return (path.there, path.back) if side == CLIENT else (path.back, path.there)


def _side(calls: Calls, side: int, times: list[float]) -> Machine:
    s = calls.setting
    out, back = _ways(calls, side)
    sent, got = out.out, back.into
    m = machine(s, side, times)
    renewed = s.fresh or calls.path.there.refused
    newest = len(calls.sockets) - 1 + (round(calls.unseen / _gap(calls)) if renewed else 0)
    ends = _ends(calls, newest)
    if s.fresh:
        if side == CLIENT:
            m.connections += _time_wait(calls)
    else:
        running = _connection(calls, side, ends)
        if side == SERVER:
            m.connections += _left(calls, running, newest)
        m.connections.append(running)
    add(m.counters, _counted(calls, side, sent, got, back.came.joined))
    came, went = Traffic(got.packets, got.size, back.came.joined), Traffic(sent.packets, sent.size, out.left.joined)
    if side == CLIENT and s.lookups:
        calls_made = len(calls.began)
        answers, questions = Traffic(calls_made, 90 * calls_made), Traffic(2 * calls_made, 2 * 75 * calls_made)
        if s.lookups.first < s.lookups.patience:
            questions = Traffic(calls_made, 75 * calls_made)
        add(m.counters, {"UdpInDatagrams": answers.frames, "UdpOutDatagrams": questions.frames})
        came, went = came + answers, went + questions
    HOSTS.finish(m, s, side, came, went)
    shaped = side == SERVER and s.shaper
    m.qdiscs = [_shaper(calls) if shaped else fq_codel(m, longest=out.card.longest, new_flows=out.card.begun)]
    m.traced = {_pid(side): _traced(calls, side)}
    m.packets = packets(calls.path, side, calls.sockets[-1], ends)
    if side == CLIENT:
        if calls.path.there.vain:
            m.packets = in_vain(calls.path, calls.sockets[-2][CLIENT], _ends(calls, newest - 1), m.packets)
        m.packets = lookups(s, m.packets, len(calls.times))
    own = Metrics(
        peer=s.addresses[1 - side], source=s.addresses[side], age=3_611.4, cwnd=10, rtt=s.rtt * 1.01, rttvar=s.rtt / 20
    )
    m.metrics = remembered(s, side, own)
    return m


def _shaper(calls: Calls) -> TcQdisc:
    shaper, device = calls.setting.shaper, calls.path.shaped
    assert shaper
    assert device
    return tbf(
        shaper.rate,
        shaper.burst,
        shaper.limit,
        f"{shaper.burst}b",
        device.tbf,
        packets=device.frames,
        size=device.bytes,
        dropped=device.drops,
    )


def _time_wait(calls: Calls) -> list[SsSocket]:
    now, gap = calls.clock.now, _gap(calls)
    others = [now - gap * (number + 1) for number in reversed(range(round(calls.unseen / gap)))]
    last = calls.closed[-1:]
    closed = [*(at - calls.unseen for at in calls.closed[:-1]), *others, *last]
    left = ((number, TIME_WAIT - (now - at)) for number, at in enumerate(closed))
    return [
        SsSocket(
            state="TIME-WAIT",
            here=_ends(calls, number)[CLIENT],
            peer=_ends(calls, number)[SERVER],
            timer=timer_text("timewait", seconds),
        )
        for number, seconds in left
        if seconds > 0
    ]


def _connection(calls: Calls, side: int, ends: tuple[str, str]) -> SsSocket:
    socket = calls.sockets[-1][side]
    sender, receiver = socket.sender, socket.receiver
    return SsSocket(
        state="ESTAB",
        here=ends[side],
        peer=ends[1 - side],
        recv_q=receiver.expected - receiver.copied,
        send_q=sender.buffer.write_seq - sender.una,
        timer=_timer(socket, calls.clock.now),
        process=_process(calls.setting, side, SOCKET),
        info=_info(calls, side, socket),
        memory=SkMem(
            r=receiver.queue.memory, rb=receiver.window.buffer, tb=sender.buffer.limit, w=sender.buffer.queued
        ),
    )


def _left(calls: Calls, running: SsSocket, newest: int) -> list[SsSocket]:
    """Connections that the client has given up without the server’s learning of it: each carried one call."""
    gap = _gap(calls)
    assert running.info
    calls.left.setdefault(newest, running.info)
    first = next(iter(calls.left.values()))
    found = []
    for number in range(max(newest - SHOWN, 0), newest):
        quiet = gap * (newest - number)
        here, peer = _ends(calls, number)[::-1]
        times = {name: getattr(first, name) + quiet for name in ("lastsnd", "lastrcv", "lastack")}
        info = replace(calls.left.get(number, first), **times)
        found.append(replace(running, here=here, peer=peer, info=info))
    return found


def _timer(socket: DuplexSocket, now: float) -> str:
    sender = socket.sender
    timer = sender.recovery.timer
    if timer.pending:
        return timer_text("on", timer.due - now, timer.backoff)
    persist = sender.persist
    return timer_text("persist", persist.due - now, persist.backoff) if persist.due < inf else ""


def _info(calls: Calls, side: int, socket: DuplexSocket) -> TcpInfo:
    """`tcp_info`. The client's SYN counts as acknowledged; the server's SYN-ACK doesn't belong to its socket."""
    s, now = calls.setting, calls.clock.now
    out, back = _ways(calls, side)
    sent, got = out.out, back.into
    there, there_came, homeward, home_came = calls.before[-1]
    old_sent, old_got = (there, home_came) if side == CLIENT else (homeward, there_came)
    sender, receiver, window = socket.sender, socket.receiver, socket.receiver.window
    congestion, rtt, board, chrono = sender.congestion, sender.rtt, sender.board, sender.chrono
    opened = int(side == CLIENT)
    threshold = congestion.ssthresh
    return TcpInfo(
        algorithm=s.algorithm if side == SERVER else "cubic",
        wscale=(socket.peer.receiver.window.shift, window.shift),
        rto=sender.recovery.timer.rto_us() * 1e-6,
        rtt=(rtt.srtt_us >> 3) * 1e-6,
        rttvar=(rtt.mdev_us >> 2) * 1e-6,
        mss=sender.mss,
        rcvmss=receiver.rcv_mss,
        cwnd=congestion.cwnd,
        ssthresh=threshold if threshold < INFINITE_SSTHRESH else None,
        bytes_sent=sender.nxt,
        bytes_acked=sender.una + opened,
        bytes_received=receiver.expected,
        segs_out=sent.packets - old_sent.packets - (1 - opened),
        segs_in=got.packets - old_got.packets,
        data_segs_out=sent.data - old_sent.data,
        data_segs_in=got.data - old_got.data,
        lastsnd=now - sent.last_data,
        lastrcv=now - got.last_data,
        lastack=now - got.last,
        pacing_rate=sender.pacing_rate * 8,
        delivery_rate=_delivered(out, back),
        delivered=board.delivered + opened,
        app_limited=True,
        busy=chrono.spent(BUSY),
        rwnd_limited=chrono.spent(RWND_LIMITED),
        sndbuf_limited=chrono.spent(SNDBUF_LIMITED),
        unacked=board.packets_out,
        retrans=(board.retrans_out, sender.retransmissions),
        rcv_rtt=window.rtt_us * 1e-6,
        rcv_space=window.space,
        rcv_ssthresh=window.ssthresh,
        notsent=sender.buffer.unsent,
        min_rtt=rtt.min_rtt_us * 1e-6,
        snd_wnd=sender.window_end - sender.una,
    )


def _delivered(out: Recorder, back: Recorder) -> float:
    """Data of the last call divided by the time from its first byte's departure to the last ACK, bit/s."""
    data: list[tuple[float, Any]] = [(t, packet) for t, packet in out.seen if kind_of(packet) == DATA]
    if not data or not back.arrived:
        return 0.0
    time = back.arrived[-1][0] - data[0][0]
    return sum(packet.end - packet.seq for _, packet in data) * 8 / time if time > 0 else 0.0


def _counted(calls: Calls, side: int, sent: EndCounters, got: EndCounters, joined: int) -> dict[str, int]:
    """TCP's counters. joined: segments that came in the skb of another, which counts once (`tcp_v4_rcv`)."""
    sockets = [pair[side] for pair in calls.sockets]
    client = side == CLIENT
    probes, timeouts = calls.fired(side)
    again = _sum(sockets, lambda each: each.sender.retransmissions)
    return {
        "TcpActiveOpens": len(sockets) if client else 0,
        "TcpPassiveOpens": 0 if client else len(sockets),
        "TcpInSegs": got.packets - joined,
        "TcpOutSegs": sent.packets - again,
        "TcpRetransSegs": again,
        "TcpExtTW": len(calls.closed) if client else 0,
        "TcpExtDelayedACKs": _sum(sockets, lambda each: each.receiver.delayed_acks),
        "TcpExtTCPHPHits": got.data - joined,
        "TcpExtTCPPureAcks": got.unforeseen,
        "TcpExtTCPHPAcks": got.pure - got.unforeseen,
        "TcpExtTCPTimeouts": timeouts,
        "TcpExtTCPLossProbes": probes,
        "TcpExtTCPOrigDataSent": _sum(sockets, lambda each: each.sender.packets_sent) - again,
        "TcpExtTCPDelivered": _sum(sockets, lambda each: each.sender.board.delivered) + client * len(sockets),
    }


def _sum(sockets: Iterable[DuplexSocket], of: Callable[[DuplexSocket], int]) -> int:
    return sum(of(each) for each in sockets)


# ---- what the programs wrote -----------------------------------------------------------------------------------------


def _client_log(calls: Calls) -> list[LogLine]:
    """A line for each call."""
    s = calls.setting
    lines = [
        _line(calls, began + time, f"{s.call}: {s.size} bytes from {s.names[SERVER]} in {1000 * time:.0f} ms")
        for began, time in zip(calls.began, calls.times, strict=False)
    ]
    if calls.path.there.refused:
        gave_up = f"no answer from {s.names[SERVER]} for {1000 * s.patience:.0f} ms: opening another connection"
        late = [began for began, time in zip(calls.began, calls.times, strict=False) if time > s.patience]
        lines += [_line(calls, began + s.patience, gave_up) for began in late]
    return [_line(calls, -calls.unseen, f"one call every {_gap(calls):.2f} s"), *sorted(lines)]


def _server_log(calls: Calls) -> list[LogLine]:
    """A line for each request."""
    s = calls.setting
    peer = s.addresses[CLIENT]
    return [_line(calls, time, f'{peer} "{s.call}" 200 {size}') for time, size in calls.served]


def _line(calls: Calls, time: float, text: str) -> LogLine:
    """It was written at that time of the model, s."""
    return LogLine(time + calls.unseen - calls.looked, text)
