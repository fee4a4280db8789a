"""Who drops the option, the receiver's buffer, the path, and the data to send."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset
from inflight.scenes.buffers import RMEM, SHOW, SIZE, TCP_RMEM
from inflight.scenes.transfer import RATE, RTT

NOBODY, SENDER, RECEIVER, SYN, SYN_ACK = "nobody", "sender", "receiver", "syn", "synack"


@dataclass(frozen=True)
class WindowScalingParameters(Parameters):
    """The option and who drops it, the receiver's buffer, the path, and the data to send."""

    drops: Annotated[
        str,
        Choice(
            label="Who drops the option",
            choices={
                NOBODY: "nobody",
                SENDER: "the sender does not ask",
                RECEIVER: "the receiver does not answer",
                SYN: "a middlebox, from the SYN",
                SYN_ACK: "a middlebox, from the SYN-ACK only",
            },
            knob="net.ipv4.tcp_window_scaling",
            help="The window is scaled if both SYNs have the option. Each host judges by the SYN that it got itself.",
        ),
    ] = RECEIVER
    rmem: Annotated[
        int,
        replace(
            RMEM,
            label="Largest receive buffer",
            min=65536,
            help="The shift in the option follows from it: 7 for 6 MiB, 10 for 32 MiB, 14 at most. "
            "If net.core.rmem_max is larger, 208 KiB here, from that.",
        ),
    ] = TCP_RMEM[1]
    rtt: Annotated[float, RTT] = 35
    rate: Annotated[float, replace(RATE, min=1)] = 100
    size: Annotated[float, SIZE] = 20
    show: Annotated[float, SHOW] = 1000

    @property
    def total(self) -> int:
        """Data to send, bytes."""
        return int(self.size * 1e6)

    @property
    def scaled(self) -> bool:
        """The receiver shifts its windows: it got the option, and has answered with it."""
        return self.drops in (NOBODY, SYN_ACK)


PRESETS = (
    Preset(
        "Switched off",
        {},
        "One switch on one host, and 100 Mbit/s become 15: 65,535 bytes leave, then nothing for a round trip.",
    ),
    Preset(
        "As it should be",
        {"drops": NOBODY},
        "wscale 7 on both SYNs: the same field now means 128 times as much, and the line is full.",
    ),
    Preset(
        "Taken out of the SYN",
        {"drops": SYN},
        "A middlebox removes it. The receiver must not answer with the option then, so nothing else has changed.",
    ),
    Preset(
        "Taken out of the SYN-ACK only",
        {"drops": SYN_ACK, "show": 5000},
        "The receiver scales, the sender does not know: 64,128 bytes are read as 501. Two kilobytes a second.",
    ),
    Preset(
        "In the next room",
        {"rtt": 1},
        "No option, but a round trip of 1 ms: 65,535 bytes are more than the pipe holds, and nobody ever notices.",
    ),
    Preset(
        "Across the ocean",
        {"rtt": 150},
        "The same ceiling, four times the distance: 3.5 Mbit/s, and a faster line would not help.",
    ),
)
