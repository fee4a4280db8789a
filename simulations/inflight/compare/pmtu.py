"""Recordings of kind `pmtu`, family M: an answer across a link that takes shorter packets than either end knows."""

from __future__ import annotations

from collections.abc import Iterator
from math import nan
from typing import Any

from inflight.compare.lab import CLIENT, SERVER, Lab, equal, times
from inflight.compare.recording import Recording
from inflight.kernel.sockets.segment import Address, SynOptions
from inflight.kernel.sockets.socket import Socket

_REQUEST = 100  # B
_FIRST_PORT = 9101
_LONG = 50_000  # B: what is longer meets the congestion window after a loss, which these hosts do not have


def seeds(recording: Recording) -> range:
    """How often the scenario is run: the timers depend on where the timer wheel stands."""
    return range(1, 17)


def measure(recording: Recording, seed: int) -> Iterator[tuple[str, float, float]]:
    """(metric, model, kernel) of one run, for each setting of the scenario."""
    scenario = recording.scenario
    for port, (config, kernel) in enumerate(zip(scenario["configs"], recording.results, strict=True), _FIRST_PORT):
        yield from _fetch(Lab(recording, seed), port, config, kernel)


def _fetch(lab: Lab, port: int, config: dict[str, Any], kernel: dict[str, Any]) -> Iterator[tuple[str, float, float]]:
    """`k_pmtu.py`: the host in front of the narrow link answers a request of the one behind it."""
    sender, size = lab.client, config["size"]
    lab.there.mtu = config["mtu"]
    lab.there.reports = lab.back.delay if config["icmp"] else None
    sender.sysctls.tcp_mtu_probing = config.get("probing", 0)
    lab.server.options = SynOptions(mss=config.get("advmss", 1460))
    connects = config.get("connects", False)
    listener = (lab.server if connects else sender).listen(port, 16)
    active = sender.connect(Address(SERVER, port)) if connects else lab.server.connect(Address(CLIENT, port))
    lab.wait(3 * lab.back.delay)
    passive = listener.accept()
    assert passive
    answering, reader = (active, passive) if connects else (passive, active)
    reader.send(_REQUEST)
    lab.wait(2 * lab.back.delay)
    answering.read()
    start, got = lab.clock.now, [0, nan]

    def read(socket: Socket) -> None:
        got[0] += socket.read()
        if got[0] == size:
            got[1] = lab.clock.now - start

    reader.on_change = read
    answering.send(size)
    lab.wait(config.get("wait", 60))
    name = (
        f"{size} B, mtu {config['mtu']}, icmp {config['icmp']}, probing {config.get('probing', 0)}"
        + ", connects" * connects
    )
    yield f"same {name} got", *equal(got[0], kernel["got"])
    counters = kernel["counters"]
    yield f"count {name} timeouts", float(sender.counters["TCPTimeouts"]), float(counters.get("TCPTimeouts", 0))
    # Larger segments are not tried again in the model, so it is slower from there on.
    larger = "TCPMTUPSuccess" in counters
    if not larger:
        yield f"mss {name}", float(answering.segment_size), float(kernel["mss"])
    if is_timed(lab.back.delay, kernel) and not larger:
        yield f"transfer_time {name}", got[1], kernel["done_s"]
    if "TCPSackRecovery" not in counters:
        passages = [each for each in lab.network.passages if each.segment.source.host == CLIENT and each.segment.length]
        isn = passages[0].segment.seq
        ours = [each.sent - start for each in passages if each.segment.seq == isn]
        yield from times(name, "timer", ours, [time for time, _, number in kernel["sent"] if number == 0])


def is_timed(way_back: float, kernel: dict[str, Any]) -> bool:
    """Whether the time of an answer says something about the kernel. `way_back`: s.

    In the lab the way there takes no time, so an answer of one segment shows only what the reading program needs.
    """
    return bool(kernel["got"] == kernel["size"] < _LONG and kernel["done_s"] >= way_back)
