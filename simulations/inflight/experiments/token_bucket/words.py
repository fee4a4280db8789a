"""The sentence of the experiment `token-bucket`."""

from __future__ import annotations

from inflight.experiments.token_bucket.parameters import LATENCY, TokenBucketParameters
from inflight.experiments.token_bucket.path import ShapedPath
from inflight.figure.words import amount, seconds, significant


def sentence(p: TokenBucketParameters, path: ShapedPath, longest: float, at_once: int, refill: float) -> str:
    """Who had to wait, and what did not pass. longest: ms; refill: s."""
    queue = path.queue
    size = p.frame
    refused = " The peak rate is not above the rate: tc and the kernel refuse it, so it is left out here."
    end = refused if p.peakrate and not path.peak else ""
    largest = min(p.burst, p.mtu) if path.peak else p.burst
    if size > largest:
        return f"Every packet of {size} bytes is larger than a bucket of {largest}: all {path.sent} are dropped.{end}"
    if size > queue.limit:
        return f"A limit of {queue.limit} bytes has no room for a packet of {size}: all {path.sent} are dropped.{end}"
    what = f"A bucket of {amount(p.burst)} is full after {seconds(refill)} without a packet. "
    if at_once == path.sent:
        return f"{what}None of the {path.sent} packets had to wait.{end}"
    if p.bound == LATENCY:
        what += f"latency {significant(p.latency)}ms means a limit of {queue.limit} bytes. "
    else:
        what += f"The limit of {queue.limit} bytes holds {queue.limit // size} packets. "
    lost = f"{queue.drops} of {path.sent} packets are dropped" if queue.drops else "none is dropped"
    return (
        f"{what}{at_once} {'packet passes' if at_once == 1 else 'packets pass'} at once, "
        f"the longest wait is {seconds(longest / 1000)}, and {lost}.{end}"
    )
