"""Delivery rates of every connection, as `ss -i` prints them: the engine keeps them only for algorithms that ask."""

from __future__ import annotations

from collections.abc import Callable

from inflight.kernel.congestion import algorithms
from inflight.kernel.congestion.base import AckSample, CongestionControl


class Rated:
    """The sample that `tcpi_delivery_rate` comes from: the last one that the application did not limit, or the best.

    segments in time_us (`rate_delivered`, `rate_interval_us`); limited: `rate_app_limited`.
    """

    def __init__(self) -> None:
        self.segments, self.time_us, self.limited = 0, 0, False


def rated(name: str) -> Callable[[], CongestionControl]:
    """The algorithm of that name, keeping delivery rates, as Linux does for all of them (`tcp_rate_gen`)."""
    algorithm = algorithms()[name]

    class Observed(algorithm):  # type: ignore[valid-type, misc]
        rate_samples = True

        def __init__(self) -> None:
            super().__init__()
            self.observed = Rated()

        def on_ack(self, ack: AckSample) -> None:
            rate, best = self.rate, self.observed
            segments, time_us = rate.delivered, rate.interval_us
            if segments > 0 and time_us > 0:
                limited = rate.is_app_limited
                if not limited or segments * best.time_us >= best.segments * time_us:
                    best.segments, best.time_us, best.limited = segments, time_us, limited
            super().on_ack(ack)

    return Observed
