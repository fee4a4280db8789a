"""What Wireshark says of the segments of a connection: its TCP analysis, as small rules.

Wireshark knows no more than the packets that it is shown, in their order. Of each it asks whether it carries on where
the segments before it have ended. The rules are those of Wireshark 4.0 with its default settings: `packet-tcp.c`,
`tcp_analyze_sequence_number`, described in its User's Guide under "TCP Analysis". Tests hold them to tshark.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

FIN, SYN, RST, ACK = 0x01, 0x02, 0x04, 0x10

RETRANSMISSION = "Retransmission"
FAST_RETRANSMISSION = "Fast Retransmission"
SPURIOUS_RETRANSMISSION = "Spurious Retransmission"
OUT_OF_ORDER = "Out-Of-Order"
PREVIOUS_NOT_CAPTURED = "Previous segment not captured"
DUP_ACK = "Dup ACK"
ACKED_UNSEEN = "ACKed unseen segment"
KEEP_ALIVE = "Keep-Alive"
KEEP_ALIVE_ACK = "Keep-Alive ACK"
WINDOW_FULL = "Window Full"
WINDOW_UPDATE = "Window Update"
ZERO_WINDOW = "ZeroWindow"
ZERO_WINDOW_PROBE = "ZeroWindowProbe"
ZERO_WINDOW_PROBE_ACK = "ZeroWindowProbeAck"

SOON_AFTER_DUP_ACK = 20_000_000
"""ns: a retransmission that comes later than that after the last duplicate ACK is not called fast."""
SOON_AFTER_NEW_DATA = 3_000_000
"""ns: what comes that soon after newer data is called out of order, where the handshake has given no round trip."""

_WRAP = 1 << 32


class Packet(NamedTuple):
    """A captured segment, as far as its headers matter here.

    number: its place in the capture, from 1. time: ns. side: which end has sent it, 0 or 1. seq, ack, window: as in the
    header. length: bytes of data. shift: the window scale that a SYN offers; None: none.
    """

    number: int
    time: int
    side: int
    seq: int
    ack: int
    length: int
    flags: int
    window: int
    shift: int | None = None


class Remark(NamedTuple):
    """One of the names above. Of a duplicate ACK also: which packet it repeats, and for which time."""

    name: str
    of: int = 0
    times: int = 0

    def __str__(self) -> str:
        """As in Wireshark's column Info, between brackets."""
        return f"TCP {self.name}" + (f" {self.of}#{self.times}" if self.of else "")


def follows(later: int, sooner: int) -> bool:
    """Whether a sequence number lies behind another: they wrap at 2³² (RFC 9293 §3.4).

    >>> follows(5, 4), follows(4, 4), follows(2, 2**32 - 1)
    (True, False, True)
    """
    return 0 < (later - sooner) % _WRAP < _WRAP // 2


@dataclass
class _End:
    """What has been seen from one end; None: nothing of the kind.

    expected: the number behind the newest byte, which came at `newest` (ns). whole: up to where nothing is missing.
    repeated: how many duplicate ACKs there were; -1: it has acknowledged what was not seen. fresh: the packet with the
    last ACK that was none. shift: its window scale; None: no handshake was seen. scaled: its windows are.
    """

    expected: int | None = None
    newest: int = 0
    whole: int | None = None
    ack: int | None = None
    spoke: int = 0
    window: int = 0
    repeated: int = 0
    fresh: int = 0
    shift: int | None = None
    offered: bool = False
    scaled: bool = False
    said: frozenset[str] = frozenset()

    @property
    def edge(self) -> int | None:
        """Behind the last byte that it allows; None: not known."""
        if self.shift is None or self.ack is None:
            return None
        return (self.ack + (self.window << (self.shift if self.scaled else 0))) % _WRAP


class Analysis:
    """Of one connection, packet by packet in the order of the capture."""

    def __init__(self) -> None:
        self._ends = _End(), _End()
        self._syn: int | None = None
        self._round_trip = 0

    def remarks(self, packet: Packet) -> list[Remark]:
        """What Wireshark writes in front of this packet."""
        here, there = self._ends[packet.side], self._ends[1 - packet.side]
        if packet.flags & SYN:
            self._open(packet, here, there)
        found = _of_form(packet, here, there)
        if packet.ack != here.ack:
            here.fresh, here.repeated = packet.number, 0
        if _acks_unseen(packet, there):
            found.append(Remark(ACKED_UNSEEN))
        said = {remark.name for remark in found}
        if (packet.length or packet.flags & (SYN | FIN)) and KEEP_ALIVE not in said:
            found += [Remark(name) for name in self._sent_before(packet, here, there)]
        here.said = frozenset(remark.name for remark in found)
        _note(packet, here)
        if packet.flags & (SYN | ACK) == ACK:
            here.scaled = True
            if self._syn is not None and not self._round_trip:
                self._round_trip = packet.time - self._syn
        return found

    def _open(self, packet: Packet, here: _End, there: _End) -> None:
        """Windows are scaled only where both ends offer it (RFC 7323 §2.2)."""
        here.scaled, here.offered = False, packet.shift is not None
        if not packet.flags & ACK:
            self._syn = packet.time
            here.shift = packet.shift or 0
            return
        agreed = here.offered and there.offered
        here.shift = (packet.shift or 0) if agreed else 0
        if not agreed:
            there.shift = 0

    def _sent_before(self, packet: Packet, here: _End, there: _End) -> list[str]:
        """It does not carry on behind the newest byte: why? The first that fits."""
        end = (packet.seq + packet.length) % _WRAP
        if packet.length and there.ack is not None and not follows(end, there.ack):
            return [SPURIOUS_RETRANSMISSION]
        if here.expected is None or not follows(here.expected, packet.seq):
            return []
        if packet.length > 1 and packet.seq == (here.expected - 1) % _WRAP:
            return []  # behind a probe of one byte
        # after it has acknowledged what was not seen, any number of duplicates may have been missed (dupacknum −1)
        is_asked_for = there.repeated not in (0, 1) and there.ack == packet.seq
        if is_asked_for and packet.time - there.spoke < SOON_AFTER_DUP_ACK:
            return [FAST_RETRANSMISSION]
        end += 1 if packet.flags & (SYN | FIN) else 0
        is_soon = packet.time - here.newest < (self._round_trip or SOON_AFTER_NEW_DATA)
        return [OUT_OF_ORDER if is_soon and end % _WRAP != here.expected else RETRANSMISSION]


def _of_form(packet: Packet, here: _End, there: _End) -> list[Remark]:
    """What its own form and its place behind the one before say."""
    carries_on = packet.seq == here.expected
    probes = packet.length == 1 and carries_on and there.ack is not None and there.window == 0
    if probes:
        return [Remark(ZERO_WINDOW_PROBE)]
    found: list[Remark] = []
    is_plain = not packet.flags & (SYN | FIN | RST)
    if is_plain and packet.window == 0:
        found.append(Remark(ZERO_WINDOW))
    if here.expected is not None and follows(packet.seq, here.expected) and not packet.flags & RST:
        found.append(Remark(PREVIOUS_NOT_CAPTURED))
    if not is_plain:
        return found
    if packet.length <= 1 and here.expected is not None and packet.seq == (here.expected - 1) % _WRAP:
        found.append(Remark(KEEP_ALIVE))
    if packet.length:
        if (packet.seq + packet.length) % _WRAP == there.edge:
            found.append(Remark(WINDOW_FULL))
        return found
    if not carries_on or packet.ack != here.ack:
        return found
    if packet.window != here.window:
        return [*found, Remark(WINDOW_UPDATE)] if packet.window else found
    if packet.window == 0:
        return [*found, Remark(ZERO_WINDOW_PROBE_ACK)] if ZERO_WINDOW_PROBE in there.said else found
    if KEEP_ALIVE in there.said:
        return [*found, Remark(KEEP_ALIVE_ACK)]
    here.repeated = max(here.repeated, 0) + 1
    return [*found, Remark(DUP_ACK, here.fresh, here.repeated)]


def _acks_unseen(packet: Packet, there: _End) -> bool:
    """It acknowledges more than was seen without a gap; that is said once for each gap."""
    if not packet.flags & ACK or there.whole is None or not follows(packet.ack, there.whole):
        return False
    if there.expected is not None and follows(there.expected, there.whole):
        there.whole = there.expected
        return True
    first = there.repeated == 0
    there.repeated = -1
    return first


def _note(packet: Packet, here: _End) -> None:
    """Remember what matters for those that come."""
    behind = packet.seq + packet.length + (1 if packet.flags & (SYN | FIN) else 0)
    behind %= _WRAP
    if ZERO_WINDOW_PROBE not in here.said:
        if here.expected is None or follows(behind, here.expected):
            here.expected, here.newest = behind, packet.time
        if here.whole is None or packet.seq == here.whole:
            here.whole = here.expected
    here.window, here.ack, here.spoke = packet.window, packet.ack, packet.time
