"""One direction of a connection: the data of one end and the other's ACKs, in the order in which their sender met them.

It keeps the numbers of `tcp_sock` that can be read off segments (snd_una, snd_nxt, the scoreboard) and says, each time
the sender goes on, what it had been waiting for. Times are s, sequence numbers unwrapped.
"""

from __future__ import annotations

from collections import deque
from math import inf

from inflight.yours.connection.curve import Curve
from inflight.yours.connection.happened import Happened, Kind
from inflight.yours.connection.options import Sacks
from inflight.yours.connection.rounds import Round, Rounds, Wait
from inflight.yours.connection.serial import near

_RTO_MIN = 0.2  # s: TCP_RTO_MIN
_NEVER = 1 << 62
_DUPLICATES = 3  # RFC 5681 §3.2
_CLOCK = 1e-6
"""s; a round trip of 0 is one that the capture's clock couldn't see."""


class Half:
    """Fed with `data` and `ack` in order of time; the answer is in `rounds` and `happened`.

    react: how long after an ACK data may leave and still count as released by it, s. far: not seen at the sender.
    """

    def __init__(self, mss: int, *, react: float, far: bool = False) -> None:
        self.mss = mss
        self.react = react
        self.far = far
        self.rounds = Rounds()
        self.happened = Happened()
        self.curve = Curve()
        self.una = self.nxt = -1
        self.edge = -1
        self.srtt = self.base_rtt = inf
        self.rttvar = 0.0
        self.bytes = self.unseen = 0
        self.resent = 0  # segments; a super-packet is several
        self.largest = 0
        self.max_flight = 0
        self.max_window = 0
        self.best_rate = 0.0  # bytes/s, acknowledged in a round
        self._outstanding: deque[tuple[int, float]] = deque()
        self._sacked: list[tuple[int, int]] = []
        self._sacked_bytes = 0
        self._mark = -1.0  # up to when all time is accounted for
        self._partial = False  # the newest segment was not full: nothing was left to send behind it
        self._quiet = 0  # bytes acknowledged since then, though nothing followed
        self._fresh = 0  # those of the last ACKs, which may still be answered
        self._room = inf  # of the receiver's window, behind the newest data
        self._acked_at = -1.0  # when an ACK last moved una, the edge or the scoreboard
        self._progress = -1.0  # when data was last sent or acknowledged
        self._emptied_at = -1.0
        self._emptied_by_data = False
        self._emptied_flight = 0
        self._closing = (
            False  # the round is over, and everything acknowledged: its end is known when the sender goes on
        )
        self._repair: Wait | None = None
        self._probing = False  # the repair is a tail loss probe that nothing has answered
        self._part_told = False  # the first ACK of a part of what the repair waits for has been noted
        self.echoed = 0  # ACKs with ECE
        self._repaired = -1  # the number whose ACK ends the repair
        self._doubt_since = -1.0  # the first duplicate ACK of a series
        self._duplicates = 0
        self._shut = False  # the window is 0
        self._was_shut = False  # it has been since the newest data
        self.scaled = True  # windows are known
        self.counted = not far  # every packet that is lost on the way here is missed
        self.blind = False  # round trips can't be measured from here
        self._ambiguous = -1  # no RTT from ACKs up to this number (Karn)
        self._round: Round | None = None
        self._round_ends = 0

    @property
    def flight(self) -> int:
        """Bytes sent and neither acknowledged nor sacked."""
        return self.nxt - self.una - self._sacked_bytes

    @property
    def rto(self) -> float:
        """An estimate of the retransmission timeout: RFC 6298 §2 with Linux's minimum."""
        return _RTO_MIN + 1.0 if self.srtt == inf else self.srtt + max(4 * self.rttvar, _RTO_MIN)

    @property
    def shuffled(self) -> bool:
        """So many segments came late that what looks like a repair may be none."""
        return self.happened.counts[Kind.LATE] * self.mss > 0.01 * self.bytes

    @property
    def packet_time(self) -> float:
        """How long the bottleneck takes for a full segment, s, at the highest rate of any round."""
        return self.mss / self.best_rate if self.best_rate > 0 else 0.0

    def begin(self, number: int) -> None:
        """The first byte will have this number."""
        if self.nxt < 0:
            self.una = self.nxt = number

    def hear(self, ack: int, window: int | None) -> None:
        """What the other end said before there was any data: its ACK and its window, bytes; -1: nothing."""
        if ack >= 0:
            self.begin(ack)
            self.edge = -1 if window is None else near(ack, self.una) + window

    # What the sender does

    def data(self, t: float, raw: int, length: int, number: int, missing: bool = False) -> None:
        """A segment with data (a FIN counts as a byte) leaves the sender.

        raw: its 32-bit sequence number. missing: since the last one the sender has sent others that aren't captured.
        """
        if self.nxt < 0:
            self.una = self.nxt = raw
        seq = near(raw, self.nxt)
        end = seq + length
        if end <= self.nxt:
            self._again(t, seq, end, number)
            return
        if self._mark < 0:
            self._mark = t
        if seq > self.nxt:
            self.unseen += seq - self.nxt
        self._went_on(t, end - self.nxt, missing)
        if self._closing:
            self._close(t)
        self._outstanding.append((end, t))
        self.bytes += end - self.nxt
        self.nxt = end
        self._partial = length % self.mss != 0
        self._quiet = self._fresh = 0
        self._was_shut = self._shut
        self._progress = t
        if length > self.largest:
            self.largest = length
        flight = end - self.una - self._sacked_bytes
        self._room = self.edge - end if self.edge >= 0 else inf
        if flight > self.max_flight:
            self.max_flight = flight
        current = self._round
        if current is None:
            current = self._round = Round(t, t)
            self._round_ends = end
            self._mark = t
        if flight > current.flight:
            current.flight = flight
        if self._room < current.room:
            current.room = self._room
        current.sent += length
        current.first = current.first or number
        current.last = number
        self.curve.add(t, end, self.una, self.edge, flight)

    def _went_on(self, t: float, length: int, missing: bool) -> None:
        """Account for the time since the sender last sent something new."""
        if self._repair is not None:
            self._charge(self._repair, t)
            return
        if self._round is None:
            self._mark = t
            return
        gap = t - self._mark
        if gap > self._round.gap:
            self._round.gap = gap
        wait = self._waited_for(t, length, missing)
        if self._closing and t - self._emptied_at > self.react:
            self._charge(Wait.WRITE if wait is Wait.IDLE else wait, self._emptied_at)
            self._close(self._emptied_at)
            pause = Round(self._emptied_at, t, pause=True)
            pause.waited[wait] = t - self._emptied_at
            self.rounds.add(pause)
            self._mark = t
        else:
            self._charge(wait, t)

    def _waited_for(self, t: float, length: int, missing: bool) -> Wait:
        if self._room < self.mss or self._was_shut:
            return Wait.EDGE
        if self.nxt == self.una:
            if t - self._emptied_at > self.react or self._emptied_by_data:
                # What is missing was lost on the way here, and this is what its timer sent again.
                return Wait.RTO if missing and t - self._emptied_at > 0.9 * _RTO_MIN else Wait.IDLE
            if length < self.mss and 0 < self._emptied_flight < 2 * self.mss:
                return Wait.NAGLE
            return Wait.IDLE if self._partial else Wait.CLOCK
        released = t - self._acked_at <= self.react
        if self._partial or self._quiet + (0 if released else self._fresh) > self._patience():
            return Wait.ROOM if released else Wait.WRITE
        return Wait.CLOCK if released else Wait.PACED

    def _patience(self) -> float:
        """How many bytes may be acknowledged before a sender that has more to send goes on.

        It waits for a super-packet: two segments, or a millisecond at its rate (`tcp_output.c:tcp_tso_should_defer`).
        """
        return max(2.5 * self.mss, 0.002 * self.flight / self.srtt)

    def _charge(self, wait: Wait, t: float) -> None:
        """The time up to `t` was spent waiting for this."""
        current = self._round
        if current is not None:
            if self._mark < current.start and self.rounds.all:
                self.rounds.all[-1].waited[wait] += current.start - self._mark
            current.waited[wait] += t - max(self._mark, current.start)
        self._mark = t

    def _close(self, t: float) -> None:
        current = self._round
        assert current is not None
        current.end = t
        self.rounds.add(current)
        took = t - current.start
        if current.plain and took > 0 and took >= 0.9 * current.rtt:
            self.best_rate = max(self.best_rate, current.acked / took)
        self._round = None
        self._closing = False

    def _again(self, t: float, seq: int, end: int, number: int) -> None:
        """Nothing new in a segment: it is sent again, or probes."""
        if end - seq <= 1 and seq < self.una and self.nxt == self.una:
            self.happened.add(Kind.KEEPALIVE, t, number, seq)
            return
        if self._room <= 0 and end - seq <= 1:
            self.happened.add(Kind.WINDOW_PROBE, t, number, seq)
            return
        self.resent += -(-(end - seq) // self.mss)
        if end <= self.una:
            self.happened.add(Kind.SPURIOUS, t, number, seq)
            return
        self._ambiguous = max(self._ambiguous, end)
        alive = max(self._progress, self._acked_at)
        silence = t - alive
        if silence > self.react and silence >= min(0.9 * self.rto, self.rto - 0.02) and seq <= self.una:
            self.happened.add(Kind.RTO, t, number, seq, silence)
            self._begin_repair(Wait.RTO, alive)
        elif self._repair is not None:
            self.happened.add(Kind.REPAIR, t, number, seq)
        elif end == self.nxt and silence > self.react and not self._sacked and self._duplicates == 0:
            self.happened.add(Kind.TLP, t, number, seq, silence)
            self._begin_repair(Wait.LOSS, alive)
            self._probing = True
        else:
            self.happened.add(Kind.FAST, t, number, seq)
            self._begin_repair(Wait.LOSS, t)
        assert self._round is not None
        self._round.resent += 1
        self._progress = t

    def _begin_repair(self, wait: Wait, since: float) -> None:
        """It ends when everything sent up to now is acknowledged."""
        if self._repair is not None:
            if self._probing and wait is Wait.RTO:
                self._repair = wait  # the probe went unanswered: all this was one wait for the timer
            self._end_repair(since)
        elif self._round is not None:
            self._charge(Wait.CLOCK, max(since, self._mark))
            self._close(since)
        self._mark = since
        self._probing = self._part_told = False
        self._repair, self._repaired = wait, self.nxt
        self._closing = False
        self._round = Round(since, since, flight=self.flight, repair=True)
        self._round_ends = _NEVER

    def _end_repair(self, t: float) -> None:
        assert self._repair is not None
        self._charge(self._repair, t)
        self._close(t)
        self._repair = None
        self._round = Round(t, t, flight=self.flight)
        self._round_ends = self.nxt

    def late(self, t: float, raw: int, number: int) -> None:
        """A segment comes that left before others which came earlier."""
        self.happened.add(Kind.LATE, t, number, near(raw, self.nxt))

    # What it hears

    def ack(self, t: float, raw: int, window: int | None, sacks: Sacks, has_data: bool, number: int) -> None:
        """A segment with an acknowledgement number arrives. window: bytes, scaled; None: its scale isn't known."""
        if self.nxt < 0:
            self.una = self.nxt = raw
        ack = near(raw, self.una)
        if ack > self.nxt:
            self.unseen += ack - self.nxt
            self.nxt = ack
            self._outstanding.clear()
        moved = False
        if window is None:
            self.edge = -1
            self.scaled = False
        else:
            if window > self.max_window:
                self.max_window = window
            edge = ack + window
            moved = edge > self.edge
            if moved or ack >= self.una:
                if window == 0 and not self._shut:
                    self.happened.add(Kind.ZERO_WINDOW, t, number, ack)
                self._shut = window == 0
                self._was_shut = self._was_shut or self._shut
                self.edge = edge
        before = self.una
        if ack > before:
            if self._repair is not None and ack < self._repaired and not self._part_told:
                self._part_told = True
                self.happened.add(Kind.PARTIAL, t, number, ack)
            self._advance(t, ack, has_data)
        elif ack == before and self.nxt > before and not has_data and not moved:
            self._duplicates += 1
            if self._duplicates == _DUPLICATES:
                self.happened.add(Kind.DUPLICATES, t, number, ack)
            if self._doubt_since < 0:
                self._doubt_since = t
        if sacks:
            moved = self._sack(ack, sacks, t, number) or moved
        if moved or ack > before:
            self._probing = False
            self._acked_at = t
            self.curve.add(t, self.nxt, self.una, self.edge, self.flight)

    def _advance(self, t: float, ack: int, has_data: bool) -> None:
        before = self.nxt - self.una
        gone = ack - self.una
        self.una = ack
        held_back = self._duplicates > 0 or self._repair is not None  # by a hole, for longer than a round trip
        self._duplicates = 0
        self._doubt_since = -1.0
        self._progress = t
        if t - self._acked_at > self.react:
            self._quiet += self._fresh
            self._fresh = 0
        self._fresh += gone
        sent_at = -1.0
        outstanding = self._outstanding
        while outstanding and outstanding[0][0] <= ack:
            _, sent_at = outstanding.popleft()
        current = self._round
        if sent_at >= 0 and ack > self._ambiguous and not held_back:
            self._sample(t - sent_at)
            if current is not None:
                if t - sent_at < current.rtt:
                    current.rtt = t - sent_at
                current.rtt_sum += t - sent_at
                current.rtts += 1
                if self._repair is None and t - sent_at > current.longest:
                    current.longest = t - sent_at
        if self._sacked:
            self._sacked = [(max(a, ack), b) for a, b in self._sacked if b > ack]
            self._sacked_bytes = sum(b - a for a, b in self._sacked)
        if current is not None:
            current.acked += gone
        if self._repair is not None and ack >= self._repaired:
            self._end_repair(t)
            current = self._round
        if ack == self.nxt:
            self._emptied_at, self._emptied_by_data, self._emptied_flight = t, has_data, before
        if current is not None and ack >= self._round_ends:
            if ack == self.nxt:
                self._closing = True
            else:
                self._close(t)
                self._round = Round(t, t, flight=self.nxt - ack - self._sacked_bytes)
                self._round_ends = self.nxt

    def _sample(self, rtt: float) -> None:
        """RFC 6298 §2."""
        rtt = max(rtt, _CLOCK)
        self.base_rtt = min(self.base_rtt, rtt)
        if self.srtt == inf:
            self.srtt, self.rttvar = rtt, rtt / 2
        else:
            self.rttvar += (abs(self.srtt - rtt) - self.rttvar) / 4
            self.srtt += (rtt - self.srtt) / 8

    def _sack(self, ack: int, sacks: Sacks, t: float, number: int) -> bool:
        """Whether the scoreboard has grown. A block below the ACK, or inside another, is a D-SACK (RFC 2883 §4)."""
        blocks = [(near(first, self.una), near(behind, self.una)) for first, behind in sacks]
        first = blocks[0]
        if first[1] <= ack or any(a <= first[0] and first[1] <= b for a, b in blocks[1:]):
            self.happened.add(Kind.DSACK, t, number, first[0])
            blocks = blocks[1:]
        before = self._sacked_bytes
        merged: list[tuple[int, int]] = []
        for a, b in sorted([*self._sacked, *((max(a, self.una), b) for a, b in blocks if self.una < b <= self.nxt)]):
            if merged and a <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(b, merged[-1][1]))
            else:
                merged.append((a, b))
        self._sacked = merged
        self._sacked_bytes = sum(b - a for a, b in merged)
        if self._sacked_bytes > before and self._doubt_since < 0:
            self._doubt_since = t
        return self._sacked_bytes > before

    def finish(self, t: float) -> None:
        """The capture ends, or the connection: t, s."""
        if self._round is None:
            return
        if self._repair is not None:
            self._end_repair(t)
        else:
            self._close(max(self._progress, self._round.start))
