"""Recordings of kind `ecn`, family L: what two ends tell each other of marks, flag by flag.

No path is simulated: the packets come as they came in the recording, and what the models of the ends make of them is
held to what the kernels made of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inflight.compare.recording import Recording
from inflight.kernel.tcp.accecn import ACCURATE, Counters, Handshake, Host, Marks, handshake

Row = dict[str, Any]
"""A packet: t (s), dir (`>` to the server), flags, ace (letters), ecn (two bits), seq, ack, len, accecn (option)."""

_BITS = {"A": 4, "C": 2, "E": 1}


def measure(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel) for each configuration."""
    for number, (config, result) in enumerate(zip(recording.scenario["configs"], recording.results, strict=True), 1):
        agreed = handshake(_host(config, "snd"), _host(config, "rcv"))
        if "receiver" in result:
            rows = [dict(zip(result["columns"], row, strict=True)) for row in result["receiver"]]
            yield from _handshake(f"#{number}", agreed, rows)
            if agreed.feedback == ACCURATE:
                yield from _counted(f"#{number}", rows)
        else:
            rows = [dict(zip(result["columns"], row, strict=True)) for row in result["sender"]]
            yield f"counter #{number} DeliveredCE", _heard(rows, result["mss"]), result["delivered_ce"]


def _host(config: dict[str, Any], name: str) -> Host:
    given = config.get(name, {})
    return Host(given.get("tcp_ecn", 2), needs_ecn=given.get("cc") == "dctcp")


def _ace(row: Row) -> int:
    return sum(_BITS[letter] for letter in row["ace"])


def _handshake(name: str, agreed: Handshake, rows: list[Row]) -> Iterator[tuple[str, float, float]]:
    for what, ours, row in zip(("SYN", "SYN-ACK", "ACK"), (agreed.syn, agreed.syn_ack, agreed.ack), rows, strict=False):
        yield f"count {name} {what}", ours, _ace(row)


def _counted(name: str, rows: list[Row]) -> Iterator[tuple[str, float, float]]:
    """How many of the server's ACKs carry what the model has counted by then."""
    counters, right, acks = Counters(), 0, 0
    for row in rows:
        if "S" in row["flags"]:
            continue
        if row["dir"] == ">":
            counters.arrive(row["ecn"], row["len"])
            continue
        acks += 1
        option = row["accecn"]
        right += _ace(row) == counters.ace and (option is None or tuple(option[1:]) == counters.option)
    yield f"count {name} ACKs", right, acks


def _heard(rows: list[Row], mss: int) -> int:
    """What the model of a sender that hears these ACKs takes the number of marks for."""
    marks, una = Marks(mss), 1
    for row in rows:
        if "S" in row["flags"] or row["ack"] <= una:
            continue
        size, una = row["ack"] - una, row["ack"]
        option = row["accecn"]
        marks.heard(_ace(row), -(-size // mss), size, option and option[1:])
    return marks.packets
