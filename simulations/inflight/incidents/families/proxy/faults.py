"""What can be wrong when people reach a service through a reverse proxy."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.proxy.setting import ProxySetting
from inflight.incidents.fault import Fault

QUEUES = "opening/listen-queues"


def _no_keepalive(s: ProxySetting, rng: random.Random) -> ProxySetting:
    return replace(s, keepalive=0)


def _all_at_once(s: ProxySetting, rng: random.Random) -> ProxySetting:
    return replace(s, jobs=round(s.capacity * rng.uniform(2.1, 2.6)))


def _limited(s: ProxySetting, rng: random.Random) -> ProxySetting:
    return replace(s, limit=float(round(s.offered * rng.uniform(0.75, 0.93) / 10) * 10))


def _slow(s: ProxySetting, rng: random.Random) -> ProxySetting:
    return replace(s, work=round(s.workers / (s.offered * rng.uniform(0.65, 0.82)), 4))


def _stops(s: ProxySetting, rng: random.Random) -> ProxySetting:
    return replace(s, pause=(round(rng.uniform(2.2, 3.0), 1), s.pause[1]))


FAULTS: Sequence[Fault[ProxySetting]] = (
    Fault(
        id="proxy-ports",
        cause="The proxy opens a connection to the backend for each request, and TIME-WAIT takes all of its ports",
        told="nginx logs “connect() failed (99: Cannot assign requested address)” and answers 502. No packet leaves, "
        "so no counter moves, and the machines on both sides look well. The side that closes first gets TIME-WAIT, and "
        "here that is the proxy. Each one holds a port towards this address and port of the backend for a minute: "
        "28,232 ports last for some 470 connections a second. tcp_fin_timeout is about FIN-WAIT-2 and doesn’t shorten "
        "TIME-WAIT. A low tcp_max_tw_buckets would throw TIME-WAITs away, and with them what protects the next "
        "connection on the same ports from late segments of the last one.",
        level=1,
        clues=("log@2", "ss-s@2", "ss-tan@2"),
        telltales={
            "log@2": r"(\(99: Cannot assign requested address\))",
            "ss-s@2": r"(timewait (?:2[5-9]|[3-9]\d)\d{3})",
            "ss-tan@2": r"in all (?:.*, )?((?:2[5-9]|[3-9]\d)\d{3} TIME-WAIT)",
        },
        change="config    nginx: upstream blocks written anew from the service catalogue",
        words=(
            "ephemeral ports of the proxy",
            "EADDRNOTAVAIL",
            "no keepalive to the upstream",
            "TIME_WAIT on the proxy",
            "out of ports",
            "ip_local_port_range",
            "port exhaustion",
        ),
        put=_no_keepalive,
        remedy="upstream-keepalive",
        experiment="time-wait",
        chapter="closing/ports",
    ),
    Fault(
        id="cron",
        cause="All agents report at the same moment, on the minute, because cron starts their jobs",
        told="Slow requests come in the first ten seconds of each minute and at no other time, and in these the proxy "
        "counts thousands of requests more. The backend’s accept queue overflows then: ListenOverflows goes up within "
        "a few seconds and rests for the remainder of the minute. Averages hide it, since most of the minute is quiet, "
        "and in most seconds there’s nothing to see. Twice as many workers, or a longer queue, would only make the "
        "peak a little lower. RandomizedDelaySec= in a systemd timer, or a random sleep, spreads the starts.",
        level=1,
        clues=("log@2", "journalctl-u@0"),
        telltales={
            "log@2": r"^\S+ INFO last 10 s: (requests=(?:69\d\d|[789]\d{3}))",
            "journalctl-u@0": r"(asking \d,\d{3} agents to report now)",
        },
        change="rollout   agents 3.1 on all remaining hosts",
        words=(
            "cron",
            "on the minute",
            "every minute",
            "thundering herd",
            "synchronised jobs",
            "bursts by the clock",
            "no jitter",
            "RandomizedDelaySec",
        ),
        mechanism="accept queue in bursts",
        put=_all_at_once,
        remedy="jitter",
        experiment="listen-queues",
        chapter=QUEUES,
    ),
    Fault(
        id="rate-limit",
        cause="The proxy’s limit_req is lower than what people ask for, and it turns the rest away with 503",
        told="nginx logs “limiting requests, excess” with the zone’s name, and answers 503 without asking the backend. "
        "Ports, queues and workers have room.",
        level=1,
        clues=("log@2",),
        telltales={"log@2": r"(limiting requests, excess: \S+ by zone)"},
        change="security  edge profile 7 (abuse protection)",
        words=("limit_req", "rate limit", "503", "throttled", "leaky bucket", "zone", "excess"),
        put=_limited,
        remedy="lift-limit",
        experiment="token-bucket",
        chapter="disciplines/shaping",
    ),
    Fault(
        id="few-workers",
        cause="The backend’s workers take so long for a request that they can’t keep up, at any time of the minute",
        told="The median is as bad as the slowest requests, second after second, and the backend’s accept queue is "
        "full whenever you look. Its ListenOverflows goes up evenly. A longer queue would only mean a longer wait.",
        level=1,
        clues=("log@0",),
        telltales={"log@0": r"(p50=[1-9]\d{2,}ms)"},
        change="deploy    backend 8.2 (every request is validated)",
        words=(
            "too few workers",
            "slow backend",
            "overloaded application",
            "backend cannot keep up",
            "accept queue always full",
            "median",
        ),
        put=_slow,
        remedy="workers",
        experiment="listen-queues",
        chapter=QUEUES,
    ),
    Fault(
        id="gc",
        cause="The backend’s program stops for seconds now and then (garbage collection), and its queue overflows",
        told="The backend logs a pause of two seconds or more, and slow requests follow each one. The pauses have a "
        "rhythm of their own, which isn’t that of the clock, and no more requests come then than at other times.",
        level=2,
        clues=("log@1",),
        telltales={"log@1": r"(stop-the-world pause of [1-9]\d{3} ms)"},
        change="runtime   heap of the backend 2 GB → 12 GB",
        words=("garbage collection", "GC", "stop the world", "backend pauses", "heap", "program stops"),
        mechanism="accept queue in bursts",
        put=_stops,
        remedy="collector",
        experiment="listen-queues",
        chapter=QUEUES,
    ),
)
