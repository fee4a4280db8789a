"""The book's own algorithms, as texts: the key of an algorithm question is chosen from them."""

from __future__ import annotations

from inflight.reader.starters import BY_DELAY, GENTLE, GREEDY, RENO

BY_RATE = """\
# Keeps as much in flight as the path itself holds, whatever is lost: the best
# rate of the last rounds times the shortest round-trip time, as BBR does.


def init(cc):
    cc.rates = [0]  # segments per second, one for each round trip
    cc.since, cc.before = 0, 0  # when this round began, and what had arrived by then


def on_ack(cc, ack):
    if cc.since == 0:
        cc.since, cc.before = ack.now, ack.delivered
    elif ack.now - cc.since >= ack.min_rtt:
        cc.rates.append((ack.delivered - cc.before) / (ack.now - cc.since))
        cc.rates = cc.rates[-10:]
        cc.since, cc.before = ack.now, ack.delivered
    if ack.in_recovery:
        return
    holds = max(cc.rates) * ack.min_rtt  # segments that fit on the wire
    if cc.cwnd < cc.ssthresh:
        cc.cwnd += ack.acked
        if ack.rtt and ack.rtt > 1.25 * ack.min_rtt and holds:
            cc.ssthresh = holds  # a queue has built up: slow start is over
    else:
        cc.cwnd = max(4, 1.05 * holds + 1)  # a little more, to notice when there is room


def on_loss(cc, now):
    cc.ssthresh = cc.cwnd  # it may have been chance; the rate tells if it was not
"""

PUSHY = BY_RATE.replace("the path itself holds", "the path and half of that again hold", 1).replace(
    "max(4, 1.05 * holds + 1)  # a little more, to notice when there is room",
    "max(4, 1.5 * holds + 1)  # a queue of its own, to hold its ground",
)

OWN = (BY_RATE, BY_DELAY, PUSHY, RENO, GENTLE, GREEDY)
"""In the order in which they are tried."""

BUILT_IN = frozenset(OWN)
