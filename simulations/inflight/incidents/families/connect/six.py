"""Connections that are tried over IPv6 first, and of which nothing comes back."""

from __future__ import annotations

from collections.abc import Sequence

from inflight.incidents.families.connect.model import Caller
from inflight.incidents.families.connect.setting import ConnectSetting
from inflight.incidents.scene import CapturedPacket, Machine, SsSocket
from inflight.incidents.shared.numbers import drawn
from inflight.incidents.shared.process import process
from inflight.incidents.shared.socket_list import unanswered
from inflight.incidents.shared.timers import syn_timeouts, syn_times, timer_text
from inflight.incidents.shared.traffic import add, fq_codel

_OCTETS, _FRAME = 80, 94
"""Of a SYN with IPv6's header of 40 bytes, without and with Ethernet's."""

_OPTIONS = "mss 1440,sackOK,TS val {stamp} ecr 0,nop,wscale 7"
_WINDOW = 64800
"""B: 45 segments of 1440 B (`tcp_select_initial_window`)."""


def address(four: str) -> str:
    """A host's, whose numbers follow from its IPv4 address; 2001:db8::/32 is for documentation (RFC 3849).

    >>> address("10.76.1.2")
    '2001:db8:76:1::2'
    """
    _, site, network, host = four.split(".")
    return f"2001:db8:{site}:{network}::{host}"


def target(s: ConnectSetting) -> str:
    """The server as the client's log names it."""
    return f"[{address(s.server)}]:{s.port}"


def repeats(s: ConnectSetting, waited: float) -> int:
    """How many more SYNs have been sent by then."""
    return sum(1 for time in syn_times(s.kernel)[1:] if time < min(waited, s.six))


def sent(s: ConnectSetting, callers: Sequence[Caller], now: float) -> tuple[int, int]:
    """SYNs over IPv6: how many connections were tried, and how many SYNs came after the first one of each."""
    if not s.six:
        return 0, 0
    return len(callers), sum(repeats(s, now - each.came) for each in callers)


def _here(s: ConnectSetting, caller: Caller) -> str:
    return f"[{address(s.client)}]:{32768 + caller.number * 2 % 28232}"


def attempts(s: ConnectSetting, callers: Sequence[Caller], now: float) -> list[SsSocket]:
    """Sockets that wait for an answer."""
    found = []
    for each in callers:
        waited = now - each.came
        if not 0 <= waited < s.six:
            continue
        again = repeats(s, waited)
        last, timeout = syn_times(s.kernel)[again], syn_timeouts(s.kernel)[again]
        found.append(
            SsSocket(
                state="SYN-SENT",
                here=_here(s, each),
                peer=target(s),
                send_q=1,
                timer=timer_text("on", last + timeout - waited, again),
                process=process(s.programs[0], 2114, 9 + each.number % 400),
                info=unanswered(again, timeout, waited - last, now),
            )
        )
    return found


def put(machine: Machine, s: ConnectSetting, callers: Sequence[Caller], now: float) -> None:
    """Add them to what the client shows."""
    tried, again = sent(s, callers, now)
    if not tried:
        return
    machine.connections[:0] = attempts(s, callers, now)
    add(
        machine.counters,
        {
            "TcpActiveOpens": tried,
            "TcpOutSegs": tried,
            "TcpRetransSegs": again,
            "TcpExtTCPTimeouts": again,
            "TcpExtTCPSynRetrans": again,
            **counted("Ip6Out", tried + again, "Requests"),
        },
    )
    add(machine.nic, {"tx_packets": tried + again, "tx_bytes": _FRAME * (tried + again)})
    machine.qdiscs = [fq_codel(machine)]


def counted(prefix: str, packets: int, name: str) -> dict[str, int]:
    """What IPv6 has counted of them."""
    return {f"{prefix}{name}": packets, f"{prefix}Octets": _OCTETS * packets} if packets else {}


def packets(s: ConnectSetting, caller: Caller, start: float) -> list[CapturedPacket]:
    """What tcpdump shows of one; times from `start`."""
    here = _here(s, caller)
    seq, stamp = drawn(f"six {here}", 1 << 32), drawn(f"stamp {s.client}", 1 << 32)
    since = syn_times(s.kernel)[: repeats(s, s.six) + 1]
    return [
        CapturedPacket(
            t=caller.came + later - start,
            source=here,
            to=target(s),
            flags="S",
            seq=seq,
            window=_WINDOW,
            options=_OPTIONS.format(stamp=(stamp + round(1000 * (caller.came + later))) % (1 << 32)),
        )
        for later in since
    ]
