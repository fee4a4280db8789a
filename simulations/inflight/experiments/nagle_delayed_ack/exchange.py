"""The same messages, round after round, and how long each round has waited for what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inflight.experiments.nagle_delayed_ack.parameters import CORK, JOIN, MORE, NagleDelayedAckParameters
from inflight.figure.result import Column, Table
from inflight.kernel.clock import Clock
from inflight.kernel.tcp.duplex import SocketSpec
from inflight.scenes.conversation import CLIENT, DELAYED_ACK, NAGLE, SERVER, Conversation
from inflight.scenes.message_rounds import AFTER_TICK, COLD, SETTLE, Exchange, Habits, Rounds, client, server

GAP = 1.0
"""s from one round to the next, as in the recordings."""

LONGEST = 60.0  # s


@dataclass
class RepeatedExchange:
    """One connection with its `rounds` of so many messages."""

    p: NagleDelayedAckParameters
    messages: int
    rounds: int

    def __post_init__(self) -> None:
        p, clock = self.p, Clock()
        ends = tuple(
            SocketSpec(nodelay=nodelay, initcwnd=p.initcwnd) for nodelay in (p.client_nodelay, p.server_nodelay)
        )
        self.talk = Conversation(clock, p.rtt / 1000, ends[CLIENT], ends[SERVER])
        exchange = Exchange(
            messages=self.messages,
            size=p.size,
            mode=p.mode,
            rounds=self.rounds,
            gap=GAP,
            start=AFTER_TICK + p.rtt / 1000 + SETTLE,
        )
        asks = Habits(quickack=p.client_quickack, cork=p.write == CORK, more=p.write == MORE, join=p.write == JOIN)
        answers = Habits(quickack=p.server_quickack, cold=COLD)
        self.noted = Rounds()
        here, there = self.talk.client, self.talk.server
        here.run(client(clock, here, exchange, asks, self.noted))
        there.run(server(clock, there, exchange, answers))
        clock.at(AFTER_TICK, here.connect)

    def advance(self) -> Iterator[None]:
        """Run to the end of the last round, and as long as a delayed ACK may follow it."""
        noted = self.noted.rounds
        yield from self.talk.run(LONGEST, lambda: len(noted) == self.rounds and noted[-1].ended is not None)
        yield from self.talk.run(self.talk.clock.now + GAP / 2, lambda: False)

    def span(self, number: int) -> tuple[float, float]:
        """When round `number` (from 1) began and ended, s."""
        one = self.noted.rounds[number - 1]
        assert one.ended is not None
        return one.began, one.ended

    def next_round(self, number: int) -> float:
        """When the next round begins, s."""
        return self.span(number + 1)[0] if number < self.rounds else self.talk.clock.now

    def latency(self, number: int) -> float:
        """Of round `number`, ms."""
        began, ended = self.span(number)
        return 1000 * (ended - began)

    def waits(self, number: int) -> tuple[float, float, float, float]:
        """How long client and server held something back, and how long their ACKs waited for the timer; ms."""
        began, ended = self.span(number)
        fired = [timer for timer in self.talk.timers(began, ended) if timer.name == DELAYED_ACK]
        late = [sum(each.fired - max(each.armed, began) for each in fired if each.side == side) for side in range(2)]
        held = [self.talk.held(side, NAGLE, began, ended) for side in (CLIENT, SERVER)]
        return 1000 * held[CLIENT], 1000 * held[SERVER], 1000 * late[CLIENT], 1000 * late[SERVER]

    def table(self) -> Table:
        """A row for each round."""
        table = Table(
            [
                Column("round", "", "which round", "time"),
                Column("latency", "ms", "from the first write to the last byte of the answer", "time"),
                Column("held_client", "ms", "client: held by Nagle", "unsent"),
                Column("held_server", "ms", "server: held by Nagle", "unsent"),
                Column("late_client", "ms", "client: its ACK waited for the timer", "rto"),
                Column("late_server", "ms", "server: its ACK waited for the timer", "rto"),
            ]
        )
        for number in range(1, self.rounds + 1):
            table.append(number, self.latency(number), *self.waits(number))
        return table
