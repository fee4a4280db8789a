"""What the two SYNs say about the window scale, as events and in the tables of segments."""

from __future__ import annotations

import re

from inflight.experiments.window_scaling.parameters import (
    NOBODY,
    RECEIVER,
    SENDER,
    SYN,
    SYN_ACK,
    WindowScalingParameters,
)
from inflight.figure.result import Result, Table
from inflight.kernel.constants import TCP_RMEM_DEFAULT
from inflight.kernel.tcp.receive_window import ReceiveBuffer
from inflight.scenes.buffers import RMEM_MAX


def tell_handshake(result: Result, p: WindowScalingParameters, shift: int) -> None:
    """Both SYNs as events; `shift` is that of the receiver's windows."""
    asked = "no window scale" if p.drops == SENDER else f"wscale {_announced(p.rmem)}"
    answers = {
        NOBODY: f"SYN-ACK with wscale {shift}: windows are multiplied by {1 << shift}",
        SENDER: "SYN-ACK without window scale: nobody asked for it",
        RECEIVER: "SYN-ACK without window scale: no window is larger than 65,535 bytes",
        SYN: "SYN-ACK without window scale: none was in the SYN that arrived",
        SYN_ACK: f"SYN-ACK: the receiver sent wscale {shift}, but it didn't arrive",
    }
    result.event(0.0, "handshake", f"SYN with {asked}")
    result.event(p.rtt / 1000, "handshake", answers[p.drops])


def _announced(rmem: int) -> int:
    """The shift that a host with tcp_rmem[2] of `rmem` bytes asks for."""
    return ReceiveBuffer(rmem=(min(TCP_RMEM_DEFAULT, rmem), rmem), rmem_max=RMEM_MAX).shift


def retell(tables: dict[str, Table], p: WindowScalingParameters, receive: ReceiveBuffer, misread: int) -> None:
    """Put into the tables what the handshake said, and how the sender read the windows."""
    asks = "" if p.drops == SENDER else f",wscale {_announced(p.rmem)}"
    answers = f",wscale {receive.shift}" if p.scaled else ""
    syn = asks + (" (taken out on the way)" if p.drops == SYN else "")
    syn_ack = answers + (" (taken out on the way)" if p.drops == SYN_ACK else "")

    def told(text: str) -> str:
        if "[S" in text:
            return re.sub(r",wscale \d+", syn if "[S]" in text else syn_ack, text)
        if misread:
            return re.sub(r"win (\d+)", lambda win: f"win {int(win[1]) >> misread} (meant: {win[1]})", text)
        return text

    detail = next(column for column in tables["segments"].columns if column.name == "detail")
    detail.words = [told(text) for text in detail.words]
    windows = tables["acks"]["window"]
    for row, window in enumerate(windows):
        windows[row] = int(window) >> misread
