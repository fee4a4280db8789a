"""The handshake of the experiment `reverse-path` as a capture has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inflight.capture.crossing import Capture, Crossing, End
from inflight.capture.options import of_segment, of_syn
from inflight.experiments.reverse_path.uplinks import CLIENT, SERVER, Call, HandshakePacket
from inflight.kernel.tcp.receive_window import ReceiveBuffer, ReceiveWindow
from inflight.scenes.captured.wanted import offer
from inflight.scenes.captured.words import ADVERTISED_MSS, stamp

PORTS = 32768, 8080


def capture_call(call: Call, packets: Sequence[HandshakePacket]) -> None:
    """Offer it, if somebody wants it. The server is listened at on all its interfaces, as with `tcpdump -i any`."""
    offer(Capture({"server": call.to, "client": call.client}, lambda: _crossings(call, packets)))


def _crossings(call: Call, packets: Sequence[HandshakePacket]) -> Iterator[Crossing]:
    ends = {CLIENT: End(call.client, PORTS[0]), SERVER: End(call.to, PORTS[1])}
    window = ReceiveWindow(ReceiveBuffer())
    came = {CLIENT: 0, SERVER: 0}  # the timestamps to be echoed, ms
    for packet in packets:
        now, echo = stamp(packet.sent), came[packet.side]
        if packet.arrived == packet.arrived:
            came[1 - packet.side] = now
        remarks = ["sent again"] * packet.again + [packet.fate] * (packet.fate != "delivered")
        is_syn = packet.label.startswith("SYN")
        syn = of_syn(mss=ADVERTISED_MSS, sack=True, stamps=(now, echo), wscale=window.shift)
        yield Crossing(
            sent=packet.sent,
            arrived=packet.arrived,
            source=ends[packet.side],
            target=ends[1 - packet.side],
            flags={"SYN": "S", "SYN-ACK": "SA"}.get(packet.label, "A"),
            seq=int(not is_syn),
            ack=int(packet.label != "SYN"),
            window=window.initial >> (0 if is_syn else window.shift),
            options=syn if is_syn else of_segment(stamps=(now, echo)),
            comment="; ".join(remarks),
        )
