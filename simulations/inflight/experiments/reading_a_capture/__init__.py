"""One connection and its capture: what Wireshark writes beside each packet, and what had happened."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from math import nan

from inflight.capture.crossing import Capture
from inflight.experiments.reading_a_capture.parameters import PRESETS, CaptureParameters
from inflight.experiments.reading_a_capture.seen import SeenFlow, at, middle_of
from inflight.experiments.reading_a_capture.transfer import Transfer
from inflight.experiments.reading_a_capture.truth import MISLEADING
from inflight.experiments.reading_a_capture.verdicts import Verdict, packet_list, remarkable, verdicts
from inflight.experiments.reading_a_capture.words import sentence
from inflight.figure.bets import ValueBet
from inflight.figure.commands import path
from inflight.figure.experiment import Commands, experiment
from inflight.figure.parameters import Marks
from inflight.figure.result import Column, Output, Outputs, Result
from inflight.figure.views import Grid, Ladder, Lane, Lanes, Pipe, TimeSequence, Verdicts
from inflight.scenes import measured
from inflight.scenes.captured.wanted import offer
from inflight.scenes.captured.words import points_of
from inflight.scenes.tcpdump import SIDES

POINTS = 500
"""Points of the curves."""


@experiment("reading-a-capture", part="guide", question="What does Wireshark say, and what really happened?")
class ReadingACapture:
    """A short transfer, captured at one of its ends. Wireshark has to guess what the model knows."""

    title = "What Wireshark says, and what happened"
    parameters = CaptureParameters
    points = SIDES
    knobs = ("point", "lose", "rtt")
    presets = PRESETS
    outputs = Outputs(
        columns=(
            measured.SINCE_FIRST_SYN,
            Column("seen", "kB", "in flight, as the capture shows it", "inflight"),
            Column("window", "kB", "receive window, as the capture shows it", "rwnd"),
            Column("rtt", "ms", "round trip, as the capture shows it", "rtt"),
            Column("sent", "kB", "captured so far", "inflight"),
            Column("acked", "kB", "acknowledged so far, as captured", "sequence"),
        ),
        figures=(
            Output("misleading", "packets", "Marks that mislead"),
            Output("marked", "packets", "Marked by Wireshark"),
            Output("named", "packets", "Called a retransmission"),
            measured.RETRANSMISSIONS,
            Output("needless", "segments", "Sent again needlessly"),
            measured.LOST,
            Output("rtt_seen", "ms", "Round trip in the capture, median"),
            Output("most_seen", "kB", "Most in flight in the capture"),
            measured.FINISHED,
        ),
    )
    views = (
        Verdicts(),
        Pipe(below="seen", rtt="rtt", rate="rate", inflight="seen", lose="lose", title="In flight"),
        Lanes(
            (
                Lane("seen", "In flight, by the capture", "kB", ("seen", "window"), kind="step"),
                Lane("rtt", "Round trip, by the capture", "ms", ("rtt",), kind="step"),
                Lane("progress", "Sent and acknowledged, by the capture", "kB", ("sent", "acked"), kind="step"),
            ),
        ),
        TimeSequence(packets="seen", acks="seen_acks", title="Sequence numbers"),
        Ladder(),
        Grid("list", title="All packets"),
    )
    bets = (
        ValueBet(
            id="misleading",
            question="Three segments are lost and sent again. You capture at the sender, and Wireshark marks 17 "
            "packets. How many of these marks mislead?",
            at="Three holes",
            summary="misleading",
            scale="linear",
            min=0,
            max=20,
        ),
        ValueBet(
            id="in-flight",
            question="The sender always has twelve segments in flight, 17.4 kB. You capture at the receiver. How much "
            "is in flight by that capture, at most?",
            at="A full window, at the receiver",
            summary="most_seen",
            scale="linear",
            min=0,
            max=20,
        ),
        ValueBet(
            id="late",
            question="One segment takes 8 ms longer than the others, and nothing is lost. You capture at the receiver. "
            "How many packets does Wireshark call a retransmission?",
            at="Late, at the receiver",
            summary="named",
            scale="linear",
            min=0,
            max=10,
        ),
    )
    sources = (
        "packet-tcp.c:tcp_analyze_sequence_number (Wireshark 4.0)",
        "Wireshark User’s Guide, “TCP Analysis”",
        "RFC 2883",
        "RFC 8985",
        "RFC 9293 §3.8.6",
        "tcp_input.c:tcp_grow_window",
    )
    leaves_out = """
        Large packets (GSO and GRO), checksums that the card fills in, and data in both directions. Wireshark’s rules
        are those of version 4.0 with its default settings; others may be switched on there, and later versions may
        differ. The capture’s clocks are exact, and both ends have the same one. On real hosts they differ.
    """

    @staticmethod
    def commands(p: CaptureParameters) -> list[Commands]:
        """A capture that is small and loses little, and Wireshark’s verdicts as columns."""
        words = " ".join(f"-e tcp.analysis.{name}" for name in ("flags", "ack_rtt", "bytes_in_flight"))
        return [
            Commands("Set it", path(rate=p.rate, rtt=p.rtt)),
            Commands(
                f"Capture at the {p.point}",
                [
                    "tcpdump -ni eth0 -s 128 -B 16384 -w run.pcap 'tcp port 5201'   # begin before the handshake",
                    "tcpdump -r run.pcap -n | head",
                ],
            ),
            Commands(
                "See it",
                [
                    "tshark -r run.pcap -Y tcp.analysis.flags",
                    f"tshark -r run.pcap -T fields -e frame.number -e tcp.seq {words}",
                    "nstat -az TcpRetransSegs TcpExtTCPLossProbes TcpExtTCPDSACKRecv   # what the sender counted",
                ],
            ),
        ]

    @staticmethod
    def run(p: CaptureParameters, rng: random.Random) -> Iterator[Result]:
        """Columns over time (s since the SYN), as the capture has them; both verdicts are in `verdicts` and `list`."""
        result = ReadingACapture.outputs.result()
        transfer = Transfer(p, rng)
        for _ in transfer.run():
            yield result
        shift = transfer.flow.receiver.window.shift
        found = verdicts(transfer.heard(), p.point, shift)
        seen = SeenFlow(found, shift)
        _draw(result, seen, max(each.time for each in found))
        result.tables = {
            **transfer.trace.tables(),
            "verdicts": remarkable(found),
            "list": packet_list(found),
            "seen": seen.packets(),
            "seen_acks": seen.acks(),
        }
        offer(Capture(points_of(SIDES), transfer.crossings))
        _summarise(result, p, transfer, found, seen)
        yield result


def _draw(result: Result, seen: SeenFlow, end: float) -> None:
    in_flight, window, trips = seen.in_flight(), seen.window(), seen.round_trips()
    sent, acked = seen.sent(), seen.acked()
    for number in range(POINTS + 1):
        now = number * end / POINTS
        result.append(
            now,
            at(in_flight, now, 0) / 1000,
            at(window, now, nan) / 1000,
            1000 * at(trips, now, nan),
            at(sent, now, 0) / 1000,
            at(acked, now, 0) / 1000,
        )


def _summarise(
    result: Result, p: CaptureParameters, transfer: Transfer, found: Sequence[Verdict], seen: SeenFlow
) -> None:
    heard = transfer.heard()
    copies = [each for each in heard if each.is_data]
    arrivals = [each.crossing.seq for each in copies if not each.is_lost]
    needless = len(arrivals) - len(set(arrivals))
    lost = sum(each.is_lost for each in heard)
    again = sum(each.repeat for each in copies)
    finished = transfer.flow.receiver.finished_at
    result.figure("misleading", sum(each.judged == MISLEADING for each in found))
    result.figure("marked", sum(bool(each.remarks) for each in found))
    result.figure("named", sum(each.is_named for each in found))
    result.figure("retransmissions", again)
    result.figure("needless", needless)
    result.figure("lost", lost)
    result.figure("rtt_seen", 1000 * middle_of(seen.round_trips()))
    result.figure("most_seen", max(seen.in_flight()[1]) / 1000)
    result.figure("finished", nan if finished is None else 1000 * finished)
    result.sentence = sentence(found, p.point, again=again, needless=needless)
    for number in Marks.numbers(p.lose):
        if number <= len(copies) and copies[number - 1].is_lost:
            result.event(copies[number - 1].crossing.sent, "loss", "lost on the way")
