"""What happened at the sockets of a run: states, timers that fired, calls that failed."""

from __future__ import annotations

from dataclasses import dataclass, field

from inflight.kernel.sockets.segment import Address


@dataclass(slots=True)
class StateChange:
    """`host`'s end of the connection to `peer` entered `state` at `time`, s; CLOSE: the kernel has forgotten it.

    orphan: no process holds it any more. substate: of a TIME_WAIT socket, what it really is (FIN_WAIT2 or TIME_WAIT).
    """

    time: float
    host: str
    port: int
    peer: Address
    state: str
    orphan: bool


@dataclass(slots=True)
class Fired:
    """A timer that fired: when it was set, when it fired, s, and what for."""

    start: float
    end: float
    host: str
    port: int
    peer: Address
    name: str


@dataclass(slots=True)
class Log:
    """Everything, in the order of time. keep: a flood notes nothing."""

    states: list[StateChange] = field(default_factory=list)
    fired: list[Fired] = field(default_factory=list)
    keep: bool = True

    def entered(self, time: float, here: Address, peer: Address, state: str, *, orphan: bool = False) -> None:
        """Note a new state."""
        if self.keep:
            self.states.append(StateChange(time, here.host, here.port, peer, state, orphan))

    def timer(self, start: float, end: float, here: Address, peer: Address, name: str) -> None:
        """Note a timer that has just fired."""
        if self.keep:
            self.fired.append(Fired(start, end, here.host, here.port, peer, name))
