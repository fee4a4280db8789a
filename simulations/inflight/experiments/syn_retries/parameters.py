"""Sliders and presets of the experiment `syn-retries`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from inflight.figure.parameters import Choice, Parameters, Preset, Slider
from inflight.kernel.sockets.era import ERAS
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

REAL, FORGERY = "client", "forged"
_CLIENT = {"who": (REAL,)}
NEVER = -1
MOST = 10
"""SYN retries, of the slider and in the view of all settings."""


def _count(label: str, least: int, most: int, **more: Any) -> Slider:
    return Slider(label=label, unit="", min=least, max=most, step=1, integer=True, **more)


def _loss(label: str) -> Slider:
    return Slider(
        label=label,
        unit="%",
        min=0,
        max=100,
        step=1,
        knob="iptables … -m statistic",
        quantity="loss",
        chance=True,
        matters_when=_CLIENT,
    )


@dataclass(frozen=True)
class SynRetriesParameters(Parameters):
    """Who calls, how long either side goes on, and what the path loses."""

    who: Annotated[
        str,
        Choice(
            label="Who sent the SYN",
            choices={REAL: "a client that keeps trying", FORGERY: "nobody: its sender is forged"},
            help="With a forged SYN you see the server’s timers alone.",
        ),
    ] = REAL
    syn_retries: Annotated[
        int,
        _count(
            "SYN retries",
            1,
            MOST,
            knob="net.ipv4.tcp_syn_retries, TCP_SYNCNT",
            quantity="rto",
            matters_when=_CLIENT,
            help="The kernel takes 1 to 127.",
        ),
    ] = 6
    linear: Annotated[
        int,
        _count(
            "Linear timeouts",
            0,
            10,
            knob="net.ipv4.tcp_syn_linear_timeouts",
            quantity="rto",
            matters_when={"kernel": ("6.12", "7.3")},
            help="Extra retries, a second apart, before the wait doubles. Since Linux 6.5.",
        ),
    ] = ERAS[USUAL].syn_linear_timeouts
    user_timeout: Annotated[
        float,
        Slider(
            label="TCP_USER_TIMEOUT",
            unit="s",
            min=0.1,
            max=300,
            scale="log10",
            special={0: "not set"},
            knob="TCP_USER_TIMEOUT",
            quantity="rto",
            matters_when=_CLIENT,
            help="The kernel takes it in milliseconds.",
        ),
    ] = 0
    patience: Annotated[
        float,
        Slider(
            label="The application waits",
            unit="s",
            min=0.1,
            max=300,
            scale="log10",
            special={0: "for ever"},
            knob="curl --connect-timeout",
            quantity="yours",
            matters_when=_CLIENT,
            help="A timeout of its own: then it closes the socket.",
        ),
    ] = 0
    synack_retries: Annotated[
        int,
        _count(
            "SYN-ACK retries",
            0,
            8,
            knob="net.ipv4.tcp_synack_retries",
            quantity="queue",
            help="How often the server answers again if it hears nothing.",
        ),
    ] = 5
    back: Annotated[
        float,
        Slider(
            label="The server answers from",
            unit="s",
            min=0,
            max=200,
            step=1,
            special={NEVER: "never"},
            matters_when=_CLIENT,
            help="Until then every packet to it is lost: it is down, or a firewall drops them without a word.",
        ),
    ] = NEVER
    loss_out: Annotated[float, _loss("Lost on the way there")] = 0
    loss_back: Annotated[float, _loss("Lost on the way back")] = 0
    rtt: Annotated[float, replace(RTT, max=1000, help="", matters_when=_CLIENT)] = 20
    phase: Annotated[
        float,
        Slider(
            label="Where the timer wheel is",
            unit="ms",
            min=0,
            max=2044,
            step=4,
            quantity="time",
            help="The kernel’s ticks of 4 ms, counted up to 2.048 s, when the first packet leaves. It is luck.",
        ),
    ] = 24
    runs: Annotated[
        int, _count("Attempts", 1, 1000, matters_when=_CLIENT, help="To compare with the computed chance.")
    ] = 200
    kernel: Annotated[str, replace(KERNEL, matters_when=_CLIENT, help="Of the client.")] = USUAL

    @property
    def has_linear_timeouts(self) -> bool:
        """Whether the client's kernel knows tcp_syn_linear_timeouts."""
        return ERAS[self.kernel].syn_linear_timeouts > 0


PRESETS = (
    Preset(
        "Nobody answers",
        {},
        "Since Linux 6.5: eleven SYNs, and an error after 135 s, where the arithmetic says 131. Half of it is the wait "
        "for the last.",
    ),
    Preset(
        "Up to Linux 6.4",
        {"kernel": "6.1"},
        "Seven SYNs, because the wait doubles from the start. The end is hardly earlier: 131 s.",
    ),
    Preset(
        "Two retries",
        {"syn_retries": 2},
        "You know after 7 s that it’s dead. But a server that comes back after 8 s looks dead, too.",
    ),
    Preset(
        "TCP_USER_TIMEOUT",
        {"user_timeout": 10},
        "A time instead of a count: the kernel cuts the last timer to what is left of the ten seconds.",
    ),
    Preset(
        "Back after 40 s",
        {"back": 40},
        "The server is up again. The client doesn’t notice: its next SYN is due more than 20 s later.",
    ),
    Preset(
        "A bad path",
        {"back": 0, "loss_out": 30, "loss_back": 30},
        "One exchange in two succeeds. Later rounds do better, because the server repeats its answer, too.",
    ),
    Preset(
        "A bad path, up to Linux 6.4",
        {"back": 0, "loss_out": 30, "loss_back": 30, "kernel": "6.1"},
        "99 of 100 are connected within 14 s. With linear timeouts it’s 4.1 s, and this is what they are for.",
    ),
    Preset(
        "No way back",
        {"back": 0, "loss_back": 100},
        "The server hears every SYN, answers each of them, and repeats its answers. It has a half-open connection.",
    ),
    Preset(
        "A forged SYN",
        {"who": FORGERY},
        "One packet. The server answers six times and keeps a place in its queue for 65 s.",
    ),
    Preset("A forged SYN, two retries", {"who": FORGERY, "synack_retries": 2}, "The place is free after 7 s."),
)
