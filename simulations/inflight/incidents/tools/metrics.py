"""`ip tcp_metrics show` (ip/tcp_metrics.c): what the host remembers about destinations."""

from __future__ import annotations

from inflight.incidents.scene import Machine, Metrics


def remembered(machine: Machine) -> str:
    """A line per destination."""
    return "\n".join(map(_entry, machine.metrics))


def _entry(m: Metrics) -> str:
    words = [m.peer, f"age {m.age:.3f}sec"]
    words += [f"{name} {value}" for name in ("ssthresh", "cwnd", "reordering") if (value := getattr(m, name))]
    words += [f"{name} {round(value * 1e6)}us" for name in ("rtt", "rttvar") if (value := getattr(m, name))]
    if m.fast_open:
        words.append(f"fo_mss 1460 fo_cookie {m.fast_open}")
    return " ".join([*words, f"source {m.source}"])
