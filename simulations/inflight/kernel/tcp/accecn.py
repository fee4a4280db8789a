"""Accurate ECN: RFC 9768, as the kernel does it with tcp_ecn=3 (`tcp_ecn.h`).

A receiver counts the marks. Each of its packets carries the count in the three flags AE, CWR and ECE, together the ACE
field, and as an option (`tcp_ecn_option`) the bytes that came with each codepoint. The sender gets the number of marks
out of a count that wraps at 8, though ACKs are delayed and lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

NOT_ECT, ECT_1, ECT_0, CE = range(4)
"""The ECN field of the IP header (RFC 3168 §5)."""

OFF, CLASSIC, ACCURATE = range(3)
"""What feedback was agreed on."""

FIRST_COUNT = 5
"""Of marked packets: a middlebox that clears the flags gives itself away (`TCP_ACCECN_CEP_INIT_OFFSET`)."""
FIRST_BYTES = {ECT_1: 1, CE: 0, ECT_0: 1}
"""Of the option's fields, in their order on the wire (`TCPOPT_ACCECN1`): what each starts with (RFC 9768 §3.2.1)."""

_REFLECTED = {NOT_ECT: 0b010, ECT_1: 0b011, ECT_0: 0b100, CE: 0b110}
"""How a SYN-ACK, and the ACK of it, say what ECN field the other's packet came with (RFC 9768 table 2)."""

_MASK = 0b111
_BYTES = (1 << 24) - 1
_WEIGHT = _PRECISION = 6  # PKTS_ACKED_WEIGHT, PKTS_ACKED_PREC
_THINNED = 4  # ACK_COMP_THRESH


@dataclass(frozen=True)
class Handshake:
    """The ACE fields of the three packets, and the feedback that both ends use then."""

    syn: int
    syn_ack: int
    ack: int
    feedback: int


@dataclass(frozen=True)
class Host:
    """tcp_ecn: the sysctl. needs_ecn: its congestion control, as DCTCP, works with ECN only (TCP_CONG_NEEDS_ECN)."""

    tcp_ecn: int = 2
    needs_ecn: bool = False

    @property
    def asks(self) -> int:
        """For what feedback as a client (`tcp_ecn_send_syn`)."""
        if self.tcp_ecn == 3:
            return ACCURATE
        return CLASSIC if self.tcp_ecn in (1, 4) or self.needs_ecn else OFF

    @property
    def field(self) -> int:
        """The ECN field of its SYN or SYN-ACK."""
        return ECT_0 if self.needs_ecn else NOT_ECT


def handshake(client: Host, server: Host) -> Handshake:
    """On a path that changes nothing: RFC 9768 §3.1, `tcp_ecn_create_request`, `tcp_ecn_rcv_synack`.

    >>> [bin(flags) for flags in (handshake(Host(3), Host(3)).syn, handshake(Host(3), Host(2)).syn_ack)]
    ['0b111', '0b1']
    """
    syn = {OFF: 0b000, CLASSIC: 0b011, ACCURATE: 0b111}[client.asks]
    if client.asks == ACCURATE and server.tcp_ecn >= 3:
        return Handshake(syn, _REFLECTED[client.field], _REFLECTED[server.field], ACCURATE)
    # a SYN with ECT is taken for a broken path, unless it is one of AccECN (RFC 3168 §6.1.1)
    plain = client.field == NOT_ECT or client.asks == ACCURATE
    if client.asks and (server.needs_ecn or (server.tcp_ecn and plain)):
        return Handshake(syn, 0b001, 0b000, CLASSIC)
    return Handshake(syn, 0b000, 0b000, OFF)


class Counters:
    """What a receiver counts (`tcp_ecn_received_counters`)."""

    __slots__ = ("_bytes", "packets")

    def __init__(self) -> None:
        self.packets = 0
        """Marked ones, with or without data (`received_ce`)."""
        self._bytes = dict(FIRST_BYTES)

    def arrive(self, field: int, length: int) -> None:
        """A packet with that ECN field and so many bytes of data."""
        if field == NOT_ECT:
            return
        self.packets += field == CE
        self._bytes[field] += length

    @property
    def ace(self) -> int:
        """The ACE field of the next packet (`tcp_accecn_set_ace`)."""
        return self.packets + FIRST_COUNT & _MASK

    @property
    def option(self) -> tuple[int, ...]:
        """The option's fields: bytes with ECT(1), CE and ECT(0), of which 24 bits are sent."""
        return tuple(count & _BYTES for count in self._bytes.values())


class Marks:
    """What a sender makes of the ACKs (`tcp_accecn_process`). `mss` in bytes."""

    __slots__ = ("_bytes", "_estimate", "_mss", "_packets_per_ack", "packets")

    def __init__(self, mss: int) -> None:
        self._mss = mss
        self.packets = 0
        """Marked, as far as it knows (`delivered_ce`)."""
        self._bytes = dict(FIRST_BYTES)
        self._estimate = NOT_ECT  # the one codepoint that the last option had more bytes of (`est_ecnfield`)
        self._packets_per_ack = 0  # a moving average, with 6 fractional bits (`pkts_acked_ewma`)

    def heard(self, ace: int, packets: int, size: int, option: Sequence[int] | None = None) -> int:
        """How many more packets were marked, by an ACK that delivers `packets` with `size` bytes, and is no old one.

        More than seven may hide a wrap of the counter.
        """
        known = self._bytes[CE]
        valid = self._take(option, size)
        if packets:
            sample, average = packets << _PRECISION, self._packets_per_ack
            self._packets_per_ack = (average * 63 + sample) >> _WEIGHT if average else sample
        more = ace - FIRST_COUNT - self.packets & _MASK
        if packets > _MASK:
            more = self._with_wraps(more, packets, size, self._bytes[CE] - known if valid else None)
        self.packets += more
        return more

    def _with_wraps(self, least: int, packets: int, size: int, marked: int | None) -> int:
        """`least` or some multiple of 8 more; `marked`: bytes, None if no option says (RFC 9768 appendix A.2).

        Without the option the worst is assumed, unless ACKs are thinned out all the time: then the counter would seem
        to wrap with each.
        """
        most = packets - (packets - least & _MASK)
        if marked is None:
            return least if self._packets_per_ack > _THINNED << _PRECISION else most
        if not marked:
            return least
        if packets >= 2 * (_MASK + 1):
            if size <= marked:
                return most
            share = -(-marked * packets // size)
            return min(most, least + (share & ~_MASK))
        if marked > least * self._mss:
            return most
        return least if marked < most * self._mss >> 1 else most

    def _take(self, option: Sequence[int] | None, size: int) -> bool:
        """The byte counters of an option, or what they must be; False: nobody knows (`tcp_accecn_process_option`)."""
        estimate = self._estimate
        if option is None:
            if estimate:
                self._bytes[estimate] += size
            return bool(estimate)
        more = {field: self._catch_up(field, value) for field, value in zip(FIRST_BYTES, option, strict=False)}
        others = [field for field, change in more.items() if change and field != estimate]
        if others:
            self._estimate = others[0]
        if len(others) > 1 or min(more.values(), default=0) < 0:
            self._estimate = NOT_ECT
            return False
        return bool(estimate)

    def _catch_up(self, field: int, value: int) -> int:
        """How many bytes more there are than was thought; negative where an estimate was wrong."""
        more = value - self._bytes[field] & _BYTES
        if more > _BYTES >> 1:
            more -= _BYTES + 1
        self._bytes[field] += more
        return more
