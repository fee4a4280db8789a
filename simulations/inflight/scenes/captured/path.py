"""All that crosses a bottleneck as a capture has it: connections from their SYN on, datagrams, and pings.

As in a picture of single packets (`trace.py`), propagation delay is drawn on both ways: half of the shortest round trip
on the way there, which all flows share, and the rest on each flow's way back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import merge
from math import isnan, nan
from operator import attrgetter
from typing import Any

from inflight.capture.crossing import PING, PONG, UDP, Capture, Crossing
from inflight.kernel.clock import Clock
from inflight.kernel.link import Link
from inflight.kernel.path.device import Device
from inflight.kernel.path.dumbbell import Dumbbell, Flow
from inflight.kernel.path.host import HostDevice, SendingHost
from inflight.kernel.path.probe import StampedDatagram
from inflight.kernel.path.udp import UDP_HEADERS, Datagram, UdpSpec
from inflight.kernel.tcp.segment import DataSegment
from inflight.scenes.captured.connection import CapturedConnection
from inflight.scenes.captured.wanted import is_wanted, offer
from inflight.scenes.captured.words import ends_of, fated, points_of
from inflight.scenes.tcpdump import RECEIVER, SENDER, SIDES

_ICMP_HEADERS = UDP_HEADERS  # of a ping: Ethernet, IP and ICMP


def capture_path(
    bell: Dumbbell,
    *,
    senders: Sequence[str] = (),
    places: Sequence[int] = (),
    pinged: float | None = None,
    beside: bool = False,
) -> None:
    """Offer all that crosses a dumbbell from now on, if somebody wants it; senders, places, pinged: see `CapturedPath`.

    beside: together with other dumbbells, which were offered before.
    """
    if is_wanted():
        udp = [flow.spec for flow in bell.udp]
        heard = CapturedPath(bell.clock, bell.link, bell.flows, udp, senders=senders, places=places, pinged=pinged)
        offer(heard.capture(), beside=beside)


def capture_host(host: SendingHost, *, pinged: float) -> None:
    """The same for a host that sends by a device of its own: its tcpdump doesn't see what waits above the device."""
    if is_wanted():
        probes = [probe.spec for probe in host.probes]
        offer(CapturedPath(host.clock, host.device, host.flows, probes, pinged=pinged).capture())


def capture_datagrams(clock: Clock, link: Link | Device, size: int) -> None:
    """The same for datagrams of one flow; size: of their frames, bytes."""
    if is_wanted():
        offer(CapturedPath(clock, link, (), [UdpSpec(rate=nan, size=size)]).capture())


class CapturedPath:
    """Listens beside those who listen already.

    flows, udp: those of a `Dumbbell`, numbered from 0, datagrams after the others. held: packets may wait in a netem
    before the link, and have left their host before they reach it. places: of each in the figure, from
    0, where that isn't its number. senders: the hosts at these places, where each flow has one of its own.
    pinged: the round trip of the empty path, s, if probes are pings that are answered.
    """

    def __init__(
        self,
        clock: Clock,
        link: Link | Device,
        flows: Sequence[Flow],
        udp: Sequence[UdpSpec] = (),
        *,
        senders: Sequence[str] = (),
        places: Sequence[int] = (),
        pinged: float | None = None,
        held: bool = False,
    ) -> None:
        self._clock, self._delay, self._pinged, self._is_held = clock, link.delay, pinged, held
        shortest = min((flow.spec.rtt for flow in flows), default=pinged or link.delay)
        self._shift = (shortest - link.delay) / 2
        ends = [ends_of(place, apart=bool(senders)) for place in places or range(len(flows) + len(udp))]
        self._points = points_of(SIDES)
        if senders:
            hosts = {name: ends_of(place, apart=True)[SENDER].address for place, name in enumerate(senders)}
            self._points = {**hosts, SIDES[RECEIVER]: self._points[SIDES[RECEIVER]]}
        way = self._delay + self._shift
        self.connections = [
            CapturedConnection(clock, flow, ends, way=way, shift=self._shift)
            for flow, ends in zip(flows, ends, strict=False)
        ]
        self._udp = list(zip(udp, ends[len(flows) :], strict=True))
        self.packets: list[Crossing] = []
        """Those that have reached the link, in that order."""
        self._is_known_at_once = isinstance(link, Link | HostDevice)  # when a packet leaves
        self._heard, link.tap = link.tap, self._packet
        if isinstance(link, Device) and not self._is_known_at_once:
            self._change, link.on_change = link.on_change, self._changed

    def capture(self) -> Capture:
        """What was heard so far."""
        return Capture(self._points, self._crossings)

    def _crossings(self) -> Iterator[Crossing]:
        answers = (each.answers for each in self.connections)
        openings = (each.opening() for each in self.connections)
        sent = attrgetter("sent")
        packets = sorted(self.packets, key=sent) if self._is_held else self.packets
        return merge(*openings, packets, *answers, self._pongs(), key=sent)

    def _packet(self, packet: DataSegment | Datagram, now: float, leaves: float, fate: int, sink: Any) -> None:
        if self._heard:
            self._heard(packet, now, leaves, fate, sink)
        arrives = leaves + self._delay + self._shift if self._is_known_at_once else nan
        number = sink.flow
        if isinstance(packet, DataSegment):
            left = packet.timestamp if self._is_held else now
            crossing = self.connections[number].segment(packet, left, arrives, fate)
        else:
            crossing = self._datagram(packet, number - len(self.connections), now, arrives, fate)
        self.packets.append(crossing)

    def _datagram(self, packet: Datagram, number: int, now: float, arrives: float, fate: int) -> Crossing:
        spec, (source, target) = self._udp[number]
        ping = packet.number if self._pinged is not None and isinstance(packet, StampedDatagram) else 0
        return Crossing(
            sent=now,
            arrived=arrives,
            source=source,
            target=target,
            what=PING if ping else UDP,
            seq=ping,
            length=spec.size - (_ICMP_HEADERS if ping else UDP_HEADERS),
            tos=spec.tos,
            comment=fated("", fate),
        )

    def _changed(self, number: int, leaves: float, fate: int, marked: bool) -> None:
        if self._change:
            self._change(number, leaves, fate, marked)
        if number < len(self.packets):
            packet, arrived = self.packets[number], leaves + self._delay + self._shift
            comment = fated(packet.comment, fate, by_qdisc=True)
            self.packets[number] = packet._replace(arrived=arrived, marked=marked, comment=comment)

    def _pongs(self) -> Iterator[Crossing]:
        """An answer to each ping that has arrived, at once."""
        way_back = (self._pinged or 0.0) - self._shift
        pings = [each for each in self.packets if each.what == PING and not isnan(each.arrived)]
        for ping in sorted(pings, key=attrgetter("arrived")):
            sent, back = ping.arrived, ping.arrived + way_back
            yield ping._replace(sent=sent, arrived=back, source=ping.target, target=ping.source, what=PONG)
