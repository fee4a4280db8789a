"""What people do about lost datagrams. The model says what helps; see `tests/models/test_incident_arrivals.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inflight.incidents.families.arrivals.setting import ArrivalsSetting
from inflight.incidents.fault import Fix, nothing, sysctl, to


def _restarted(setting: ArrivalsSetting, **values: object) -> ArrivalsSetting:
    """Whatever changes the program starts it again."""
    return replace(setting, starts=setting.starts + 1, **values)  # type: ignore[arg-type]


FIXES: Sequence[Fix[ArrivalsSetting]] = (
    Fix(
        id="ring-max",
        text="ethtool -G eth0 rx 4096",
        put=to(ring=4096),
        typed=r"ethtool (?:-G|--set-ring) eth0 rx ([1-9]\d{2}|[1-3]\d{3}|40[0-8]\d|409[0-6])",
        valued=lambda rx: to(ring=-(-int(rx) // 8) * 8),  # e1000_ethtool.c:e1000_set_ringparam
        places=(0,),
    ),
    Fix(
        id="rcvbuf",
        text="sysctl -w net.core.rmem_max=8388608, and set SO_RCVBUF to 8 MB in the program",
        put=lambda s: _restarted(s, rcvbuf=16 << 20),
        minutes=10,
    ),
    Fix(
        id="program",
        text="Have the program read many datagrams per call and parse them elsewhere",
        put=lambda s: _restarted(s, read=min(s.read, 0.8e-6)),
        minutes=15,
    ),
    sysctl(
        id="backlog",
        text="sysctl -w net.core.netdev_max_backlog=30000",
        put=to(max_backlog=30000),
        values=r"(\d{1,9})",
        valued=lambda packets: to(max_backlog=int(packets)),
        places=(0,),
    ),
    Fix(
        id="rules",
        text="Stop the capture and remove the filter rules that the packets pass through",
        put=lambda s: replace(s, stack=min(s.stack, 1e-6)),
        minutes=2,
    ),
    Fix(
        id="rps",
        text="echo e | tee /sys/class/net/eth0/queues/rx-0/rps_cpus, so that three other CPUs do the stack’s work",
        put=to(rps=(1, 2, 3)),
        typed=r"echo e (\| (sudo )?tee|>) /sys/class/net/eth0/queues/rx-0/rps_cpus",
        places=(0,),
    ),
    Fix(
        id="usecs-50",
        text="ethtool -C eth0 rx-usecs 50",
        put=to(rx_usecs=50.0),
        typed=r"ethtool (-C|--coalesce) eth0 rx-usecs 50",
        places=(0,),
    ),
    Fix(
        id="card-filter",
        text="ethtool -N eth0 flow-type udp4 dst-port 8125 action -1, so that the card drops them",
        put=to(filtered="card"),
        typed=r"ethtool (-N|-U|--config-ntuple) eth0 flow-type udp4 dst-port 8125 action -1",
        places=(0,),
    ),
    Fix(id="taskset", text="taskset: pin the program to a CPU without interrupts", put=to(shares=False)),
    sysctl(
        id="budget",
        text="sysctl -w net.core.netdev_budget=3000",
        put=to(budget=3000),
        values=r"([1-9]\d{0,8})",
        valued=lambda packets: to(budget=int(packets)),
        places=(0,),
    ),
    sysctl(
        id="tcp-rmem",
        text="sysctl -w net.ipv4.tcp_rmem='4096 131072 67108864'",
        put=nothing,
        values=r"\d+ \d+ \d+",
        places=(0,),
    ),
    Fix(
        id="txqueuelen",
        text="ip link set dev eth0 txqueuelen 10000",
        put=nothing,
        typed=r"ip link set (dev )?eth0 txqueuelen \d+",
        places=(0, 1),
    ),
)
