"""SYN cookies: the published vectors of SipHash, the rules of `syncookies.c`, and how many numbers a forger may hit."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inflight.kernel.sockets.cookie import (
    MSS_TABLE,
    Cookies,
    Options,
    initial_timestamp,
    mss_index,
    options_of,
    siphash,
    timestamp_of,
)

# Aumasson and Bernstein's reference, `vectors_sip64`: key 00 01 … 0f, messages of 0, 1, 2 … bytes 00 01 02 …
VECTORS = (
    "310e0edd47db6f72", "fd67dc93c539f874", "5a4fa9d909806c0d", "2d7efbd796666785", "b7877127e09427cf",
    "8da699cd64557618", "cee3fe586e46c9cb", "37d1018bf50002ab", "6224939a79f5f593", "b0e4a90bdf82009e",
    "f3b9dd94c5bb5d7a", "a7ad6b22462fb3f4", "fbe50e86bc8f1e75", "903d84c02756ea14", "eef27a8e90ca23f7",
    "e545be4961ca29a1", "db9bc2577fcc2a3f", "9447be2cf5e99a69", "9cd38d96f0b3c14b", "bd6179a71dc96dbb",
    "98eea21af25cd6be", "c7673b2eb0cbf2d0", "883ea3e395675393", "c8ce5ccd8c030ca8", "94af49f6c650adb8",
)  # fmt: skip

KEY = bytes(range(32))
LINK = (0x0A420001, 0x0A020002, 1234, 443)
"""Client and server, then their ports."""

u32 = st.integers(0, 2**32 - 1)
u16 = st.integers(0, 2**16 - 1)
times = st.floats(0, 1e7)


@pytest.mark.parametrize("length", range(len(VECTORS)))
def test_the_hash_is_siphash_2_4(length: int) -> None:
    assert siphash(bytes(range(16)), bytes(range(length))).to_bytes(8, "little").hex() == VECTORS[length]


def test_the_last_published_vector_has_eight_words() -> None:
    assert siphash(bytes(range(16)), bytes(range(63))).to_bytes(8, "little").hex() == "724506eb4c328a95"


def test_a_key_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 16"):
        Cookies(bytes(16))


@given(
    key=st.binary(min_size=32, max_size=32),
    link=st.tuples(u32, u32, u16, u16),
    isn=u32,
    mss=u16,
    now=times,
    later=st.floats(0, 59.9),
)
def test_a_cookie_comes_back_with_its_mss(
    key: bytes, link: tuple[int, int, int, int], isn: int, mss: int, now: float, later: float
) -> None:
    """Whatever the minute it was made in: within the next 60 s the counter goes on at most once."""
    cookies = Cookies(key)
    cookie, index = cookies.make(*link, isn, mss, now)
    assert 0 <= cookie < 2**32
    assert cookies.check(*link, isn, cookie, now + later) == MSS_TABLE[index]


@pytest.mark.parametrize(("made", "last"), [(0.0, 119.9), (30.0, 119.9), (59.9, 119.9), (60.0, 179.9)])
def test_a_cookie_lives_for_one_to_two_minutes(made: float, last: float) -> None:
    """It is good in the minute it was made in and in the next (MAX_SYNCOOKIE_AGE 2)."""
    cookies = Cookies(KEY)
    cookie, _ = cookies.make(*LINK, 77, 1460, made)
    assert cookies.check(*LINK, 77, cookie, last) == 1460
    assert cookies.check(*LINK, 77, cookie, last + 0.1) is None


@pytest.mark.parametrize("minutes", [2, 3, 128, 255])
def test_an_old_cookie_is_refused_until_the_counter_has_gone_round(minutes: int) -> None:
    cookies = Cookies(KEY)
    cookie, _ = cookies.make(*LINK, 77, 1460, 0.0)
    assert cookies.check(*LINK, 77, cookie, 60.0 * minutes) is None


def test_after_256_minutes_the_hash_still_refuses_it() -> None:
    """The eight bits of the counter are the same again, but the whole counter went into the hash."""
    cookies = Cookies(KEY)
    cookie, _ = cookies.make(*LINK, 77, 1460, 0.0)
    assert cookies.check(*LINK, 77, cookie, 60.0 * 256) is None


@given(link=st.tuples(u32, u32, u16, u16), isn=u32, bit=st.integers(0, 95))
def test_a_cookie_is_good_for_one_connection_alone(link: tuple[int, int, int, int], isn: int, bit: int) -> None:
    """Any bit of addresses and ports changes both hashes."""
    cookies = Cookies(KEY)
    cookie, _ = cookies.make(*link, isn, 1460, 0.0)
    other = list(link)
    which, at = (bit // 32, bit % 32) if bit < 64 else (2 + (bit - 64) // 16, (bit - 64) % 16)
    other[which] ^= 1 << at
    assert cookies.check(*other, isn, cookie, 0.0) is None


def test_another_key_does_not_know_it() -> None:
    cookie, _ = Cookies(KEY).make(*LINK, 77, 1460, 0.0)
    assert Cookies(KEY[::-1]).check(*LINK, 77, cookie, 0.0) is None


def test_a_forger_hits_eight_numbers_in_four_billion() -> None:
    """Two minutes times four sizes: one ACK in 2^29.

    The accepted ones are those that `make` gives. What is around them, for each of the 256 values of the counter, is
    refused, and so is a sample of all others.
    """
    cookies, now = Cookies(KEY), 60.0 * 300
    good = {cookies.make(*LINK, 77, mss, at)[0] for mss in MSS_TABLE for at in (now, now - 60)}
    assert len(good) == len(MSS_TABLE) * 2
    assert all(cookies.check(*LINK, 77, cookie, now) for cookie in good)
    near = {(cookie + offset + (age << 24)) % 2**32 for cookie in good for offset in range(-4, 5) for age in range(256)}
    assert {cookie for cookie in near if cookies.check(*LINK, 77, cookie, now)} == good
    rng = random.Random(1)
    assert not any(cookies.check(*LINK, 77, rng.getrandbits(32), now) for _ in range(20_000))


@pytest.mark.parametrize(
    ("asked", "kept"),
    [(64, 536), (536, 536), (1299, 536), (1300, 1300), (1439, 1300), (1440, 1440), (1452, 1440), (1459, 1440),
     (1460, 1460), (8960, 1460), (65495, 1460)],
)  # fmt: skip
def test_the_mss_is_rounded_down_to_one_of_four(asked: int, kept: int) -> None:
    """`facts` H19. What is below the smallest is rounded up to it."""
    cookies = Cookies(KEY)
    cookie, index = cookies.make(*LINK, 77, asked, 0.0)
    assert MSS_TABLE[index] == kept
    assert index == mss_index(asked)
    assert cookies.check(*LINK, 77, cookie, 0.0) == kept


@pytest.mark.parametrize(
    ("options", "bits"),
    [
        (Options(), 0b001111),
        (Options(wscale=0), 0b000000),
        (Options(wscale=7, sack=True), 0b010111),
        (Options(wscale=14, sack=True, ecn=True), 0b111110),
        (Options(ecn=True), 0b101111),
    ],
)
def test_the_low_bits_of_the_timestamp_hold_three_options(options: Options, bits: int) -> None:
    """| 31 … 6 timestamp | 5 ECN | 4 SACK | 3 … 0 window scale, 15 for none | (the comment at TSBITS)."""
    assert timestamp_of(options) == bits
    assert options_of(0xABCD00 | bits) == options


@given(
    now=st.integers(64, 2**31),
    options=st.builds(Options, st.one_of(st.none(), st.integers(0, 14)), st.booleans(), st.booleans()),
)
def test_the_first_timestamp_is_never_ahead_of_the_clock(now: int, options: Options) -> None:
    stamp = initial_timestamp(now, options)
    assert now - 64 < stamp <= now
    assert options_of(stamp) == options


def test_without_timestamps_all_options_are_forgotten() -> None:
    assert options_of(None) == Options(wscale=None, sack=False, ecn=False)
