"""Congestion controls to start from, as texts for the editor of the experiment `your-algorithm`."""

RENO = '''\
# Your congestion control. Change a number, and see who wins.
#
# cc.cwnd is how many segments may be in flight, cc.ssthresh where slow start
# ends. Both may be fractions. Keep in cc whatever else you want to remember.


def on_ack(cc, ack):
    """ack.acked segments have arrived, and the answer took ack.rtt seconds."""
    if ack.in_recovery:
        return  # a loss is being repaired: the connection sets the window
    if cc.cwnd < cc.ssthresh:
        cc.cwnd += ack.acked  # slow start: doubles in a round trip
    else:
        cc.cwnd += ack.acked / cc.cwnd  # one segment more in a round trip


def on_loss(cc, now):
    """Packets are missing: how far down?"""
    cc.ssthresh = cc.cwnd / 2


def on_rto(cc, now):
    """The timer fired. on_loss was called, and cc.cwnd is 1 again."""
'''

GENTLE = RENO.replace("cc.ssthresh = cc.cwnd / 2", "cc.ssthresh = cc.cwnd * 0.9")

FIXED = """\
# Knows the path: 5 Mbit/s times 40 ms are 16.5 packets.


def init(cc):
    cc.cwnd = 17


def on_ack(cc, ack):
    if not ack.in_recovery:
        cc.cwnd = 17  # whatever happened


def on_loss(cc, now):
    cc.ssthresh = 17
"""

GREEDY = """\
# Never backs off.


def on_ack(cc, ack):
    if not ack.in_recovery:
        cc.cwnd += 1  # for every ACK, whatever happens


def on_loss(cc, now):
    cc.ssthresh = cc.cwnd  # what loss?
"""

BY_DELAY = """\
# Watches the round-trip time instead of waiting for a loss, as TCP Vegas does.


def init(cc):
    cc.look = 0  # when to decide again


def on_ack(cc, ack):
    if ack.in_recovery or ack.rtt is None or ack.now < cc.look:
        return
    cc.look = ack.now + ack.rtt  # once in a round trip
    waiting = cc.cwnd * (1 - ack.min_rtt / ack.rtt)  # segments in the queue
    if waiting > 4:
        cc.cwnd -= 1
        cc.ssthresh = cc.cwnd  # slow start is over
    elif cc.cwnd < cc.ssthresh:
        cc.cwnd *= 1.5
    elif waiting < 2:
        cc.cwnd += 1


def on_loss(cc, now):
    cc.ssthresh = cc.cwnd / 2
"""
