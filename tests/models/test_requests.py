"""A client that asks: what it waits for, whether its connections are new or kept."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inflight.kernel.constants import MSS
from inflight.kernel.path.dumbbell import Dumbbell, FlowSpec
from inflight.kernel.tcp.metrics import TcpMetrics
from inflight.scenes.request_client import Client


def asked(
    *,
    rate: float | None = None,
    rtt: float = 0.1,
    limit: int = 10000,
    loss: float = 0.0,
    seed: int = 1,
    size: int = 100 * MSS,
    count: int = 1,
    gap: float = 10.0,
    fresh: bool = True,
    metrics: TcpMetrics | None = None,
    until: float = 1000.0,
    **flow: object,
) -> Client:
    """A client whose answers have all come."""
    bell = Dumbbell(rate=rate, limit=limit, loss=loss, rng=random.Random(seed), flows=[])
    spec = FlowSpec(algorithm="cubic", rtt=rtt, **flow)  # type: ignore[arg-type]
    client = Client(bell.clock, bell.link, spec, size=size, count=count, gap=gap, fresh=fresh, metrics=metrics)
    for _ in bell.clock.run(until):
        if client.done:
            break
    return client


def times(client: Client) -> list[float]:
    assert all(answer.time is not None for answer in client.answers)
    return [answer.time or 0.0 for answer in client.answers]


@pytest.mark.parametrize(("initcwnd", "rounds"), [(3, 6), (10, 4), (30, 3)])
@pytest.mark.parametrize("acks", [{}, {"delayed_ack": False}, {"offload": True}])
def test_a_hundred_segments_in_so_many_round_trips(initcwnd: int, rounds: int, acks: dict[str, bool]) -> None:
    """3 + 6 + 12 + 24 + 48 + 7; 10 + 20 + 40 + 30; 30 + 60 + 10: and one round trip more to connect.

    However many ACKs come: one for each segment, for every second, for each burst.
    """
    [time] = times(asked(initcwnd=initcwnd, **acks))
    assert time == pytest.approx(0.1 * (rounds + 1), abs=0.008)


def test_a_kept_connection_saves_the_handshake_and_without_the_decay_all_of_slow_start() -> None:
    new = times(asked(count=3))
    kept = times(asked(count=3, fresh=False))
    warm = times(asked(count=3, fresh=False, slow_start_after_idle=False))
    assert new[0] == kept[0] == warm[0]
    assert new[2] == pytest.approx(0.5, abs=0.01)
    assert kept[2] == pytest.approx(0.4, abs=0.01)
    assert warm[2] == pytest.approx(0.1, abs=0.01)


@given(
    rate=st.floats(1e6, 50e6),
    rtt=st.floats(0.002, 0.3),
    limit=st.integers(3, 200),
    loss=st.sampled_from([0.0, 0.0, 0.02, 0.1]),
    seed=st.integers(0, 1000),
    size=st.integers(1, 200_000),
    fresh=st.booleans(),
    offload=st.booleans(),
)
@settings(max_examples=30, deadline=None)
def test_every_answer_comes_and_the_next_is_asked_in_time(
    rate: float, rtt: float, limit: int, loss: float, seed: int, size: int, fresh: bool, offload: bool
) -> None:
    client = asked(
        rate=rate, rtt=rtt, limit=limit, loss=loss, seed=seed, size=size, fresh=fresh, offload=offload, count=3, gap=2.0
    )
    assert len(client.answers) == 3
    for number, answer in enumerate(client.answers):
        assert answer.finished is not None
        assert answer.flow
        assert answer.asked >= 2.0 * number
        assert answer.finished - answer.asked >= rtt * (2 if fresh or not number else 1)
        assert answer.flow.receiver.expected >= size * (1 if fresh else number + 1)
    connections = {id(answer.flow) for answer in client.answers}
    assert len(connections) == (3 if fresh else 1)


def test_a_lost_syn_ack_costs_a_second() -> None:
    """The server sends it again after a second, then after two more (RFC 6298 §2.1)."""
    bell = Dumbbell(rate=None, limit=100, lose=[1], flows=[])
    client = Client(bell.clock, bell.link, FlowSpec(algorithm="cubic", rtt=0.1), size=MSS, count=1, gap=1)
    for _ in bell.clock.run(10):
        pass
    assert client.answers[0].time == pytest.approx(1.2, abs=0.005)


def test_connections_hand_their_round_trip_on() -> None:
    cache = TcpMetrics()
    asked(rtt=0.08, metrics=cache, until=5)
    assert cache.rtt_us / 8000 == pytest.approx(80, abs=1)
    assert cache.ssthresh == 0
