"""Sockets at the ends of the proxy's connections, as `ss` lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inflight.incidents.families.proxy.model import HELD, SLOTS, Front
from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.scene import SkMem, SsSocket, TcpInfo
from inflight.incidents.shared.idle_hosts import network
from inflight.incidents.shared.numbers import drawn
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_list import unanswered
from inflight.incidents.shared.timers import in_words, timer_text

HTTPS = 443
FRONTS = 48
"""Connections from the front to the proxy; they stay open."""

NGINX, RELAY = 871, 2114
"""Process ids."""


def address(s: ProxySetting) -> str:
    """The proxy’s, in the backend’s network."""
    return f"{network(s.server)}.10"


def targets(s: ProxySetting) -> list[str]:
    """Addresses of the backend: .7, and if it has more, those that follow."""
    return [s.server, *(f"{network(s.server)}.{250 + number}" for number in range(1, s.upstreams))]


def _ends(s: ProxySetting, serial: int) -> tuple[str, str]:
    """Of the connection to the backend with that number: ports of the lowest one’s parity come first."""
    low, high = s.ip_local_port_range
    to = targets(s)
    place = serial // len(to) % (high - low + 1)
    half = (high - low + 2) // 2
    port = low + 2 * place if place < half else low + 1 + 2 * (place - half)
    return f"{address(s)}:{port}", f"{to[serial % len(to)]}:{s.port}"


class Upstream(NamedTuple):
    """A connection to the backend: its number, its ends, whether a worker has taken it, the requests it has carried."""

    serial: int
    near: str
    far: str
    taken: bool
    carried: int


def to_backend(model: Front) -> list[Upstream]:
    """Those that are kept, then the newest, which share what is left if they stay, too."""
    s, count = model.setting, model.connections
    kept = min(count, s.keepalive)
    new = count - kept
    waiting = model.queued
    # One that has carried as many as it may is closed, and another takes its place.
    served = kept * (_answered(model) // s.reuses)
    serials = [drawn(f"{s.names} kept", s.ports) + served + number for number in range(kept)]
    serials += [model.totals.opened + number - new for number in range(new)]
    taken = count - waiting
    shared = model.totals.answered // max(count, 1) % s.reuses if kept else 0
    return [
        Upstream(serial, *_ends(s, serial), place < taken, _carried(model) if place < kept else shared)
        for place, serial in enumerate(serials)
    ]


def at_proxy(model: Front) -> list[SsSocket]:
    """From the front, and to the backend."""
    s, here = model.setting, address(model.setting)
    found = [
        SsSocket(
            state="ESTAB",
            here=f"{here}:{HTTPS}",
            peer=f"{s.client}:{_port(s, number)}",
            process=process("nginx", NGINX + s.restarts, 12 + number),
            info=_info(model, model.totals.requests // FRONTS, s.rtt, sends=s.response, gets=s.request),
            memory=SkMem(),
        )
        for number in range(FRONTS)
    ]
    found += [
        SsSocket(
            state="ESTAB",
            here=each.near,
            peer=each.far,
            process=process("nginx", NGINX, 70 + each.serial % 9_000),
            info=_info(model, each.carried, 0.0004, sends=s.request, gets=s.response, opened=True),
            memory=SkMem(),
        )
        for each in to_backend(model)
    ]
    return [*found, *_unanswered(model)]


def at_front(model: Front) -> list[SsSocket]:
    """All to the proxy."""
    s = model.setting
    info = _info(model, model.totals.requests // FRONTS, s.rtt, sends=s.request, gets=s.response, opened=True)
    return [
        SsSocket(
            state="ESTAB",
            here=f"{s.client}:{_port(s, number)}",
            peer=f"{address(s)}:{HTTPS}",
            process=process("relay", RELAY, 9 + number),
            info=info,
            memory=SkMem(),
        )
        for number in range(FRONTS)
    ]


def at_backend(model: Front) -> list[SsSocket]:
    """From the proxy; what no worker has taken has no process, and a request waits in it."""
    s = model.setting
    return [
        SsSocket(
            state="ESTAB",
            here=each.far,
            peer=each.near,
            recv_q=0 if each.taken else s.request,
            process=process(s.program, pid(s), 8 + each.serial % 9_000) if each.taken else "",
            info=_info(model, each.carried, 0.0004, sends=s.response, gets=s.request),
            memory=SkMem(r=0 if each.taken else s.request + 1280),
        )
        for each in to_backend(model)
    ]


def pid(s: ProxySetting) -> int:
    """Of the backend’s program: another one whenever it was started again."""
    return 1377 + 2_203 * s.restarts


def _port(s: ProxySetting, number: int) -> int:
    return 32768 + 2 * ((drawn(f"{s.names} front", 9_000) + number * 3) % 14_000)


def _answered(model: Front) -> int:
    """Requests in each place for a connection to the backend that is kept."""
    return model.totals.answered // max(model.setting.keepalive, 1)


def _carried(model: Front) -> int:
    """Those on the connection that is there now."""
    s = model.setting
    return _answered(model) % s.reuses if s.keepalive else 0


def _unanswered(model: Front) -> Iterator[SsSocket]:
    """SYNs that found the accept queue full."""
    s, serial = model.setting, model.totals.opened
    for due, group in sorted(model.again.items()):
        left = (due - model.slot) / SLOTS
        for each in group:
            timeout = model.syn_timeouts[each.sent - 1]
            info = unanswered(each.sent - 1, timeout, timeout - left, model.slot / SLOTS + 39_400)
            for _ in range(each.count):
                here, peer = _ends(s, serial)
                serial += 1
                yield SsSocket(
                    state="SYN-SENT",
                    here=here,
                    peer=peer,
                    send_q=1,
                    timer=timer_text("on", left, each.sent - 1),
                    process=process("nginx", NGINX, 300 + serial % 5_000),
                    info=info,
                )


class WithTimeWaits(list[SsSocket]):
    """All of the proxy's. There are many thousands in TIME-WAIT, which are made when somebody lists them."""

    def __init__(self, living: Sequence[SsSocket], model: Front) -> None:
        super().__init__(living)
        self._setting, self._slot = model.setting, model.slot
        self._waits = [(closed, count) for closed, count in model.waits]
        self._serial = model.totals.opened - model.connections - model.time_waits

    def __iter__(self) -> Iterator[SsSocket]:
        if self._waits:
            self.extend(self._made())
            self._waits = []
        return super().__iter__()

    def _made(self) -> Iterator[SsSocket]:
        serial = self._serial
        for closed, count in self._waits:
            timer = f"timewait,{in_words((closed + HELD - self._slot) / SLOTS)},0"
            for _ in range(count):
                here, peer = _ends(self._setting, serial)
                serial += 1
                yield SsSocket(state="TIME-WAIT", here=here, peer=peer, timer=timer)


def _info(model: Front, requests: int, rtt: float, *, sends: int, gets: int, opened: bool = False) -> TcpInfo:
    """Of a connection that has carried so many. opened: from here."""
    ago = 0.02 + model.slot % 7 / 100
    data = max(requests, 0)
    return TcpInfo(
        rto=0.2 + rtt,
        rtt=rtt,
        rttvar=rtt / 4,
        rcvmss=max(gets, 536),
        bytes_sent=data * sends,
        bytes_acked=data * sends + opened,
        bytes_received=data * gets,
        segs_out=(2 if opened else 1) * data + 1,
        segs_in=(1 if opened else 2) * data + 1,
        data_segs_out=data,
        data_segs_in=data,
        lastsnd=ago,
        lastrcv=ago,
        lastack=ago,
        pacing_rate=20 * 1448 * 8 / rtt,
        delivery_rate=1448 * 8 / rtt,
        delivered=data + 1,
        app_limited=True,
        busy=data * rtt,
        min_rtt=rtt * 0.9,
        snd_wnd=64_128,
    )
