"""The classic figure, point by point, and the rules between the points (RFC 5681)."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from inflight import bridge


def trace(**values: object) -> dict:
    """A run, with its columns by name."""
    result = bridge.start("textbook-trace", json.dumps(values)).result()
    return {**result, **{column["name"]: column["values"] for column in result["columns"]}}


def test_the_five_points_of_the_classic_figure() -> None:
    """Threshold 16; timeout at 24; threshold 12 reached; three duplicate ACKs at 16; on from 8."""
    result = trace()
    cwnd, ssthresh = result["cwnd"], result["ssthresh"]
    points = [(event["text"][0], event["kind"], cwnd[int(event["t"])]) for event in result["events"]]
    assert points == [
        ("①", "avoidance", 16),
        ("②", "timeout", 24),
        ("③", "avoidance", 12),
        ("④", "dupacks", 16),
        ("⑤", "fast-recovery", 8),
    ]
    after_timeout = int(result["events"][1]["t"]) + 1
    assert (cwnd[after_timeout], ssthresh[after_timeout]) == (1, 12)
    assert cwnd[:13] == [1, 2, 4, 8, 16, 17, 18, 19, 20, 21, 22, 23, 24]
    assert cwnd[13:] == [1, 2, 4, 8, 12, 13, 14, 15, 16, 8, 9, 10, 11, 12]
    assert ssthresh == [16] * 13 + [12] * 9 + [8] * 5


def test_tahoe_goes_back_to_one_segment_after_duplicate_acks_too() -> None:
    result = trace(variant="tahoe")
    second = [event for event in result["events"] if event["kind"] == "timeout"][1]
    assert "duplicate ACKs (Tahoe)" in second["text"]
    assert result["cwnd"][int(second["t"]) + 1] == 1


@given(
    first_cwnd=st.integers(4, 64),
    second_cwnd=st.integers(4, 64),
    ssthresh=st.integers(2, 64),
    first_loss=st.sampled_from(["timeout", "dupacks"]),
    variant=st.sampled_from(["tahoe", "reno"]),
)
def test_each_round_follows_one_of_the_rules(**values: object) -> None:
    """A window doubles up to the threshold, grows by one, halves, or starts again from one: nothing else."""
    result = trace(rounds=100, **values)
    assert result["cwnd"][0] == 1
    for (cwnd, ssthresh), (after, threshold_after) in pairwise(zip(result["cwnd"], result["ssthresh"], strict=True)):
        if threshold_after != ssthresh:  # a loss; RFC 5681 eq. 4
            assert threshold_after == max(cwnd // 2, 2)
            assert after in (1, threshold_after)
        elif after == 1:  # a loss at a window whose half is the threshold already
            assert max(cwnd // 2, 2) == ssthresh
        elif cwnd < ssthresh:
            assert after == min(2 * cwnd, ssthresh)
        else:
            assert after == cwnd + 1 or after == ssthresh == max(cwnd // 2, 2)
    losses = [event for event in result["events"] if event["kind"] in ("timeout", "dupacks")]
    assert len(losses) <= 2
