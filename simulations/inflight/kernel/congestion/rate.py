"""What a connection tells its algorithm of the delivery rate; `tcp/rate.py` takes the samples."""

from __future__ import annotations

from typing import Protocol

from inflight.kernel.clock import Clock


class Counts(Protocol):
    """Segments delivered and marked lost since the start, and those believed to be in the network."""

    delivered: int
    lost: int
    in_flight: int


class ShortestRtt(Protocol):
    """The smallest RTT of the last five minutes, µs."""

    min_rtt_us: int


class RateSample(Protocol):
    """`struct rate_sample`, and what of the connection goes with it; the units are those of `DeliveryRate`."""

    ahead_us: int
    delivered: int
    delivered_us: int
    interval_us: int
    is_app_limited: bool
    losses: int
    maybe_delayed: bool
    prior_delivered: int
    prior_in_flight: int

    @property
    def clock(self) -> Clock: ...

    @property
    def board(self) -> Counts: ...

    @property
    def rtt(self) -> ShortestRtt: ...

    @property
    def now_us(self) -> int: ...

    @property
    def app_limited(self) -> bool: ...

    def limit(self) -> None: ...
