"""Where a connection stands with congestion, and what an algorithm hears of it: `tcp.h`."""

from __future__ import annotations

OPEN, DISORDER, CWR, RECOVERY, LOSS = range(5)
"""`icsk_ca_state`."""

STATES = ("Open", "Disorder", "CWR", "Recovery", "Loss")
"""Their names, as the kernel's `TCP_CA_…`."""

CA_EVENT_CWND_RESTART, CA_EVENT_COMPLETE_CWR, CA_EVENT_LOSS = range(3)
"""`enum tcp_ca_event`, as far as `CongestionControl.cwnd_event` hears of it."""
