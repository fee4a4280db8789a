"""Sliders and presets of the experiment `three-way-handshake`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

from inflight.experiments.three_way_handshake.handshake import (
    AFTER,
    CLOSED_PORT,
    LISTENING,
    NOBODY_FIRST,
    PROHIBITED,
    REJECTED,
    SERVER_FIRST,
    SILENT,
    TOGETHER,
    UNREACHABLE,
    WAITING,
    End,
)
from inflight.figure.parameters import Choice, Flag, Parameters, Preset, Slider
from inflight.scenes.buffers import RMEM
from inflight.scenes.kernel import KERNEL, USUAL
from inflight.scenes.transfer import RTT

_TALK = {"target": (LISTENING, TOGETHER)}
_HEARD = {"target": (LISTENING, TOGETHER, CLOSED_PORT)}
_RETRIED = {"target": (LISTENING, TOGETHER, CLOSED_PORT, SILENT)}

_MTU = Slider(
    label="Client: MTU",
    unit="B",
    min=576,
    max=9000,
    step=4,
    integer=True,
    knob="ip link … mtu",
    help="Its MSS option is 40 bytes less: the headers of IP and TCP.",
)
_SCALING = Flag(label="Client: window scaling", knob="net.ipv4.tcp_window_scaling")
_RMEM = replace(
    RMEM,
    label="Client: largest receive buffer",
    min=16384,
    help="tcp_rmem[2]: the shift follows from it. Below 128 KiB, so does the first window.",
)
_SACK = Flag(label="Client: SACK", knob="net.ipv4.tcp_sack")
_TIMESTAMPS = Flag(label="Client: timestamps", knob="net.ipv4.tcp_timestamps")


def _lost(label: str, most: int = 8, **more: Any) -> Slider:
    """How many are lost. Not of the quantity “loss”: which ones is known, so another run would be the same."""
    return Slider(label=label, unit="", min=0, max=most, step=1, integer=True, **more)


@dataclass(frozen=True)
class ThreeWayHandshakeParameters(Parameters):
    """Whom the client calls, what is lost on the way, and what both hosts are set to."""

    target: Annotated[
        str,
        Choice(
            label="The client calls",
            choices={
                LISTENING: "a port where a server listens",
                TOGETHER: "a port that calls it at the same moment",
                CLOSED_PORT: "a port where nobody listens",
                SILENT: "an address where nobody answers",
                UNREACHABLE: "an address that a router cannot reach",
                PROHIBITED: "an address that a router may not reach",
                REJECTED: "a firewall that rejects",
            },
        ),
    ] = LISTENING
    rtt: Annotated[float, replace(RTT, help="")] = 20
    speaks: Annotated[
        str,
        Choice(
            label="Who speaks first",
            choices={
                AFTER: "the client, once connect() returns",
                WAITING: "the client, with its data waiting already",
                SERVER_FIRST: "the server",
                NOBODY_FIRST: "nobody",
            },
            matters_when=_TALK,
            help="HTTP and TLS: the client. SMTP, FTP, MySQL: the server, with a greeting.",
        ),
    ] = SERVER_FIRST
    lose_syn: Annotated[int, _lost("SYNs lost", matters_when=_HEARD, help="The client’s, from the first one on.")] = 0
    lose_syn_ack: Annotated[
        int, _lost("SYN-ACKs lost", matters_when=_TALK, help="The server’s, from the first one on.")
    ] = 0
    lose_third: Annotated[
        int,
        _lost(
            "Then lost from the client", 20, matters_when=_TALK, help="The third segment, and the client’s next ones."
        ),
    ] = 1
    syn_retries: Annotated[
        int,
        Slider(
            label="SYN retries",
            unit="",
            min=1,
            max=8,
            step=1,
            integer=True,
            knob="net.ipv4.tcp_syn_retries",
            quantity="rto",
            matters_when=_RETRIED,
        ),
    ] = 6
    client_mtu: Annotated[int, _MTU] = 1500
    client_scaling: Annotated[bool, _SCALING] = True
    client_rmem: Annotated[int, _RMEM] = 6291456
    client_sack: Annotated[bool, _SACK] = True
    client_timestamps: Annotated[bool, _TIMESTAMPS] = True
    server_mtu: Annotated[int, replace(_MTU, label="Server: MTU", matters_when=_TALK)] = 1500
    server_scaling: Annotated[bool, replace(_SCALING, label="Server: window scaling", matters_when=_TALK)] = True
    server_rmem: Annotated[int, replace(_RMEM, label="Server: largest receive buffer", matters_when=_TALK)] = 6291456
    server_sack: Annotated[bool, replace(_SACK, label="Server: SACK", matters_when=_TALK)] = True
    server_timestamps: Annotated[bool, replace(_TIMESTAMPS, label="Server: timestamps", matters_when=_TALK)] = True
    kernel: Annotated[str, replace(KERNEL, matters_when=_RETRIED, help="Of the client: when it sends SYNs again.")] = (
        USUAL
    )

    @property
    def client(self) -> End:
        """What the client is set to."""
        return End(
            mtu=self.client_mtu,
            rmem=self.client_rmem,
            scaling=self.client_scaling,
            sack=self.client_sack,
            timestamps=self.client_timestamps,
        )

    @property
    def server(self) -> End:
        """What the server is set to."""
        return End(
            mtu=self.server_mtu,
            rmem=self.server_rmem,
            scaling=self.server_scaling,
            sack=self.server_sack,
            timestamps=self.server_timestamps,
        )


PRESETS = (
    Preset(
        "Connected, and silent",
        {},
        "connect() returned after 20 ms. The network lost the ACK, so the server waits for it, and you for the server.",
    ),
    Preset(
        "The client speaks first",
        {"speaks": AFTER},
        "The same loss. But every segment carries an ACK, and the data come right behind the lost one.",
    ),
    Preset("Nothing is lost", {"lose_third": 0}, "The client is connected after one round trip, the server after 1½."),
    Preset(
        "Data with the ACK",
        {"speaks": WAITING, "lose_third": 0},
        "The program writes while it is still connecting, so its data is the third segment.",
    ),
    Preset(
        "The SYN is lost",
        {"speaks": AFTER, "lose_syn": 1, "lose_third": 0},
        "The kernel knows no RTT yet, so it waits a second.",
    ),
    Preset(
        "The SYN-ACK is lost",
        {"speaks": AFTER, "lose_syn_ack": 1, "lose_third": 0},
        "Both sides run a timer for it, and both fire after a second.",
    ),
    Preset(
        "Established with nobody",
        {"speaks": NOBODY_FIRST, "lose_third": 6},
        "The server gives up after a minute and tells nobody. The client stays connected to it for ever.",
    ),
    Preset(
        "A closed port",
        {"target": CLOSED_PORT, "lose_third": 0},
        "A RST comes back: an error within one round trip.",
    ),
    Preset("Nobody there", {"target": SILENT, "lose_third": 0}, "Without an answer, you get no error for two minutes."),
    Preset(
        "A router says no",
        {"target": UNREACHABLE, "lose_third": 0},
        "An ICMP message ends connect() as fast as a RST does.",
    ),
    Preset(
        "Both call at once",
        {"target": TOGETHER, "speaks": AFTER, "lose_third": 0},
        "Two SYNs cross. Nobody listens, and still you get a connection: one, not two.",
    ),
    Preset(
        "One of them is old",
        {
            "speaks": AFTER,
            "lose_third": 0,
            "server_scaling": False,
            "server_timestamps": False,
            "server_sack": False,
        },
        "If one side doesn’t offer an option, neither has it. No error tells you; look at the table.",
    ),
    Preset(
        "Jumbo frames here, a tunnel there",
        {"speaks": AFTER, "lose_third": 0, "client_mtu": 9000, "server_mtu": 1420},
        "Nobody negotiates the segment size. Each says what it accepts, and sends no more than the other accepts.",
    ),
)
