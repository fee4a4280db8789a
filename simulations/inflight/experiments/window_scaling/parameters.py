"""Who drops the option, the receiver's buffer, the path, and the data to send."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Choice, Parameters, Preset
from inflight.scenes.buffers import RMEM, SHOW, SIZE, TCP_RMEM
from inflight.scenes.kernel import KERNEL, USUAL
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
            help="The window is scaled if both SYNs have the option. Each host goes by the SYN it received.",
        ),
    ] = RECEIVER
    rmem: Annotated[
        int,
        replace(
            RMEM,
            label="Largest receive buffer",
            min=65536,
            help="It decides the shift in the option: 7 for 6 MiB, 10 for 32 MiB, 14 at most. "
            "If net.core.rmem_max (208 KiB here) is larger, that decides.",
        ),
    ] = TCP_RMEM[1]
    rtt: Annotated[float, RTT] = 35
    rate: Annotated[float, replace(RATE, min=1)] = 100
    size: Annotated[float, SIZE] = 20
    show: Annotated[float, SHOW] = 1000
    kernel: Annotated[str, KERNEL] = USUAL

    @property
    def total(self) -> int:
        """Data to send, bytes."""
        return int(self.size * 1e6)

    @property
    def scaled(self) -> bool:
        """The receiver shifts its windows: it got the option and answered with it."""
        return self.drops in (NOBODY, SYN_ACK)


PRESETS = (
    Preset(
        "Switched off",
        {},
        "One setting on one host, and 100 Mbit/s become 15: 65,535 bytes leave, then nothing for a round trip.",
    ),
    Preset(
        "As it should be",
        {"drops": NOBODY},
        "wscale 7 in both SYNs: the same field now means 128 times as much, and the line is full.",
    ),
    Preset(
        "Taken out of the SYN",
        {"drops": SYN},
        "A middlebox removes it. So the receiver must not answer with the option, and the result is the same.",
    ),
    Preset(
        "Taken out of the SYN-ACK only",
        {"drops": SYN_ACK, "show": 5000},
        "The receiver scales and the sender doesn't know: it reads 77,440 bytes as 605. That makes 2.5 kB/s.",
    ),
    Preset(
        "In the next room",
        {"rtt": 1},
        "No option, but a round trip of 1 ms. 65,535 bytes are more than the pipe holds, so nobody notices.",
    ),
    Preset(
        "Across the ocean",
        {"rtt": 150},
        "The same ceiling at four times the distance: 3.5 Mbit/s. A faster line wouldn't help.",
    ),
)
