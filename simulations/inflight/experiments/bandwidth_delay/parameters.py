"""The path, the buffers, and which kernel it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from inflight.figure.parameters import Parameters, Preset, Slider
from inflight.scenes.buffers import GSO, RMEM, TCP_RMEM, TCP_WMEM, WMEM
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RATE, RTT


@dataclass(frozen=True)
class BandwidthDelayParameters(Parameters):
    """The path, the kernel, and the largest buffers at both ends."""

    rate: Annotated[
        float,
        replace(RATE, min=1, max=10_000, help="Decimal: 100 Mbit/s is 12,500,000 bytes a second."),
    ] = 1000
    rtt: Annotated[float, replace(RTT, help="Of the empty path, as ping shows it.")] = 100
    rmem: Annotated[
        int,
        replace(RMEM, help="The receiver's value now: the last of the three numbers."),
    ] = TCP_RMEM[1]
    wmem: Annotated[
        int,
        replace(WMEM, help="The sender's value now: the last of the three numbers."),
    ] = TCP_WMEM[1]
    flows: Annotated[
        int,
        Slider(
            label="Connections at a time",
            unit="",
            min=1,
            max=100,
            scale="log10",
            step=1,
            integer=True,
            help="They share the line evenly, and each has its own buffers.",
        ),
    ] = 1
    gso: Annotated[bool, GSO] = True
    kernel: Annotated[
        str,
        replace(
            KERNEL,
            help="Up to 6.5, half of the receive buffer is window (tcp_adv_win_scale 1). Since 6.6 the kernel measures "
            "how much of that memory is data: 0.6 of it here.",
        ),
    ] = USUAL


PRESETS = (
    Preset(
        "A gigabit across the ocean",
        {},
        "The pipe holds 12.5 MB. The default buffers, 6 MiB and 4 MiB, use less than a third of it. The receive buffer "
        "is the tighter one, because only 0.6 of it is window.",
    ),
    Preset(
        "Only the receiver was tuned",
        {"rmem": 64 << 20},
        "A receive buffer of 64 MiB, and still not a third of the line. Now the send buffer is the tighter one, and it "
        "holds only a little more than the old window.",
    ),
    Preset(
        "Both ends tuned",
        {"rmem": 64 << 20, "wmem": 64 << 20},
        "Both ends have more than twice what just fills the pipe: the line is full.",
    ),
    Preset(
        "A modern receiver",
        {"kernel": "6.12", "rmem": 32 << 20},
        "Linux 6.18 allows the receiver 32 MiB. The sender still has 4 MiB, which hold 4.1 MB, and is the limit now.",
    ),
    Preset(
        "100 Mbit/s and 100 ms",
        {"rate": 100},
        "The pipe holds 1.25 MB, and both default buffers hold more. Nothing to tune. With a much smaller send buffer "
        "the speed would be a matter of chance: anywhere in the band.",
    ),
    Preset(
        "100 Mbit/s and 20 ms",
        {"rate": 100, "rtt": 20},
        "The line of the 22 MB mystery. It holds 250 kB, not 2 MB: divide megabits by eight.",
    ),
    Preset(
        "One packet per skb",
        {"gso": False},
        "An old sender. Of 2408 bytes, 1448 are data, so 4 MiB hold 2.5 MB, and the send buffer is the tighter one.",
    ),
    Preset(
        "Eight connections",
        {"flows": 8},
        "Each connection needs an eighth of the pipe. This is why downloaders open several connections.",
    ),
)
