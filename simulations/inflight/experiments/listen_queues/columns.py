"""What is counted of a crowd over time: clients by what they believe, the server's queues, the kernel's counters."""

from __future__ import annotations

from inflight.experiments.listen_queues.crowd import Crowd
from inflight.figure.result import Column

COUNTERS = {
    "overflows": ("ListenOverflows", "SYNs and ACKs that met a full accept queue"),
    "drops": ("ListenDrops", "SYNs and ACKs that the listening socket dropped, for any reason"),
    "full_drops": ("TCPReqQFullDrop", "SYNs dropped because the half-open queue was full"),
    "cookies": ("TCPReqQFullDoCookies", "SYNs answered with a cookie because the half-open queue was full"),
    "cookies_back": ("SyncookiesRecv", "ACKs with a valid cookie"),
    "resets": ("TcpOutRsts", "RSTs that the server has sent"),
}
"""Columns, with the kernel's names and what they count."""

APPLICATION = ("accepts", "stands still", "never accepts")
"""What the server's application does."""

COLUMNS = (
    Column("t", "s", "time", "time"),
    Column("accept_queue", "connections", "established, not accepted yet: Recv-Q", "queue"),
    Column("seats", "connections", "how many may wait: one more than Send-Q", "ssthresh"),
    Column("half_open", "connections", "half open, in SYN_RECV", "inflight"),
    Column("half_limit", "connections", "how many may be half open", "ssthresh"),
    Column("to_come", "clients", "not here yet", "time"),
    Column("connecting", "clients", "in connect(), SYN sent", "rtt"),
    Column("waiting", "clients", "connected, without an answer yet", "throughput"),
    Column("queued", "clients", "connected, waiting", "queue"),
    Column("unknown", "clients", "connected to nothing", "loss"),
    Column("served", "clients", "connected and served", "throughput"),
    Column("gone", "clients", "gave up or failed", "time"),
    Column("believed", "connections", "clients that believe they are connected", "throughput"),
    Column("established", "connections", "established connections of the server", "sndbuf"),
    Column("accepted", "connections", "that the application has accepted", "sndbuf"),
    Column("application", "", "what the application does", "sndbuf", words=APPLICATION),
    Column("shut", "", "1 while a SYN would be dropped", "loss"),
    Column("send_q", "connections", "the smaller of backlog and somaxconn: Send-Q", "queue"),
    Column("syns_dropped", "", "SYNs that met a full accept queue", "loss"),
    Column("acks_dropped", "", "ACKs, and data, that met a full accept queue", "loss"),
    *(Column(name, "", meaning, "loss") for name, (_, meaning) in COUNTERS.items()),
)
"""Those of which `sample` gives a row."""


def sample(crowd: Crowd) -> list[int]:
    """All that the columns hold but the time."""
    listener, counters = crowd.listener, crowd.server.counters
    waiting, unknown = crowd.waiting()
    return [
        len(listener.accept_queue),
        listener.seats,
        len(listener.requests),
        crowd.half_limit(),
        crowd.plan.clients - len(crowd.clients),
        crowd.connecting(),
        waiting,
        waiting - unknown,
        unknown,
        crowd.served(),
        crowd.gone(),
        crowd.believed(),
        crowd.server_sockets(),
        crowd.accepted,
        2 if not crowd.plan.accept_rate else int(crowd.stands_still()),
        int(crowd.shut()),
        listener.max_ack_backlog,
        counters["ListenOverflows"] - listener.acks_dropped,
        listener.acks_dropped,
        *(counters[name] for name, _ in COUNTERS.values()),
    ]
