"""SYN cookies: what a server that keeps no request puts into its sequence number and its timestamp (`syncookies.c`)."""

from __future__ import annotations

from dataclasses import dataclass

MSS_TABLE = (536, 1300, 1440, 1460)
"""The maximum segment sizes that a cookie can name, in bytes (`msstab`)."""
PERIOD_S = 60
"""How often the counter in the upper eight bits goes on, in s (`TCP_SYNCOOKIE_PERIOD`)."""
MAX_AGE = 2
"""A cookie is good while the counter is less than this ahead of it (`MAX_SYNCOOKIE_AGE`)."""
VALID_S = MAX_AGE * PERIOD_S
"""How long after its last overflow a listener still looks for cookies, in s (`TCP_SYNCOOKIE_VALID`)."""

_BITS = 24  # COOKIEBITS
_DATA = (1 << _BITS) - 1
_U32 = 0xFFFFFFFF
_U64 = 0xFFFFFFFFFFFFFFFF

_TS_BITS = 6  # TSBITS
_TS_WSCALE = 0xF
_TS_SACK = 1 << 4
_TS_ECN = 1 << 5


def siphash(key: bytes, message: bytes) -> int:
    """SipHash-2-4 of `message` under a key of 16 bytes: 64 bits (Aumasson and Bernstein 2012).

    >>> siphash(bytes(range(16)), bytes(range(15))).to_bytes(8, "big").hex()
    'a129ca6149be45e5'
    """
    k0, k1 = int.from_bytes(key[:8], "little"), int.from_bytes(key[8:16], "little")
    v = (k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573)
    whole = len(message) & ~7
    words = [int.from_bytes(message[at : at + 8], "little") for at in range(0, whole, 8)]
    words.append(int.from_bytes(message[whole:], "little") | (len(message) & 0xFF) << 56)
    for word in words:
        v0, v1, v2, v3 = _rounds(2, (v[0], v[1], v[2], v[3] ^ word))
        v = (v0 ^ word, v1, v2, v3)
    v0, v1, v2, v3 = _rounds(4, (v[0], v[1], v[2] ^ 0xFF, v[3]))
    return v0 ^ v1 ^ v2 ^ v3


def _rounds(count: int, state: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """So many SipRounds."""
    v0, v1, v2, v3 = state
    for _ in range(count):
        v0, v2 = v0 + v1 & _U64, v2 + v3 & _U64
        v1, v3 = (v1 << 13 | v1 >> 51) & _U64 ^ v0, (v3 << 16 | v3 >> 48) & _U64 ^ v2
        v0, v2 = (v0 << 32 | v0 >> 32) & _U64, v2 + v1 & _U64
        v0 = v0 + v3 & _U64
        v1, v3 = (v1 << 17 | v1 >> 47) & _U64 ^ v2, (v3 << 21 | v3 >> 43) & _U64 ^ v0
        v2 = (v2 << 32 | v2 >> 32) & _U64
    return v0, v1, v2, v3


def mss_index(mss: int) -> int:
    """The place in the table of the largest size that is not above `mss`; what is below all of them gets the first."""
    return max((at for at, size in enumerate(MSS_TABLE) if size <= mss), default=0)


class Cookies:
    """A host's SYN cookies: sequence numbers that only it can make, and can recognise without having kept anything.

    Addresses, ports and sequence numbers are integers of 32, 16 and 32 bits; `saddr` and `sport` are the client's.
    """

    __slots__ = ("_keys",)

    def __init__(self, key: bytes) -> None:
        """`key` is the secret of 32 random bytes, which the kernel draws when it sends its first cookie.

        Raises:
            ValueError: it has another length.
        """
        if len(key) != 32:
            raise ValueError(f"a SYN cookie's key has 32 bytes, not {len(key)}")
        self._keys = key[:16], key[16:]

    def make(
        self, saddr: int, daddr: int, sport: int, dport: int, client_isn: int, mss: int, now_s: float
    ) -> tuple[int, int]:
        """The sequence number of the SYN-ACK, and the index of the MSS in it (`secure_tcp_syn_cookie`).

        Its layers are a hash of the addresses, the client's own number, the minute in the upper eight bits, and in the
        24 below a hash that also depends on the minute, to which the index is added.
        """
        index, minute = mss_index(mss), _minute(now_s)
        data = self._hash(saddr, daddr, sport, dport, minute, 1) + index & _DATA
        base = self._hash(saddr, daddr, sport, dport, 0, 0) + client_isn
        return base + (minute << _BITS) + data & _U32, index

    def check(
        self, saddr: int, daddr: int, sport: int, dport: int, client_isn: int, cookie: int, now_s: float
    ) -> int | None:
        """The MSS in `cookie`, in bytes; None if it is too old or not ours (`check_tcp_syn_cookie`).

        An ACK carries both numbers one higher than they are meant here.
        """
        minute = _minute(now_s)
        rest = cookie - self._hash(saddr, daddr, sport, dport, 0, 0) - client_isn & _U32
        age = minute - (rest >> _BITS) & 0xFF
        if age >= MAX_AGE:
            return None
        index = rest - self._hash(saddr, daddr, sport, dport, minute - age & _U32, 1) & _DATA
        return MSS_TABLE[index] if index < len(MSS_TABLE) else None

    def _hash(self, saddr: int, daddr: int, sport: int, dport: int, count: int, which: int) -> int:
        """32 bits under one of the two keys (`cookie_hash`); the message has the bytes of `siphash_4u32` on a PC."""
        message = b"".join(
            (
                saddr.to_bytes(4, "big"),
                daddr.to_bytes(4, "big"),
                dport.to_bytes(2, "big"),
                sport.to_bytes(2, "big"),
                count.to_bytes(4, "little"),
            )
        )
        return siphash(self._keys[which], message) & _U32


def _minute(now_s: float) -> int:
    """The counter of minutes (`tcp_cookie_time`)."""
    return int(now_s // PERIOD_S) & _U32


@dataclass(frozen=True)
class Options:
    """What a SYN asked for that does not fit into the sequence number.

    The low bits of the server's first timestamp can hold it, if the client sends timestamps: it will echo them.
    """

    wscale: int | None = None
    """The client's window scale, 0 to 14; None without that option."""
    sack: bool = False
    ecn: bool = False


def timestamp_of(options: Options) -> int:
    """The six low bits of the timestamp: four for the window scale, one for SACK, one for ECN."""
    bits = _TS_WSCALE if options.wscale is None else options.wscale
    return bits | (_TS_SACK if options.sack else 0) | (_TS_ECN if options.ecn else 0)


def initial_timestamp(now_ms: int, options: Options) -> int:
    """The SYN-ACK's timestamp, in ms: the latest that is not after now and ends in the options.

    It may be up to 63 ms old, but never ahead of the clock, as later ones come from there (`cookie_init_timestamp`).
    """
    stamp = now_ms >> _TS_BITS << _TS_BITS | timestamp_of(options)
    return stamp - (1 << _TS_BITS) if stamp > now_ms else stamp


def options_of(tsecr: int | None) -> Options:
    """What an echoed timestamp still knows; without timestamps nothing (`cookie_timestamp_decode`, `cookie_ecn_ok`)."""
    if tsecr is None:
        return Options()
    wscale = tsecr & _TS_WSCALE
    return Options(None if wscale == _TS_WSCALE else wscale, bool(tsecr & _TS_SACK), bool(tsecr & _TS_ECN))
