"""`ethtool -S`, `-g` and `-c` of eth0, a card of the driver e1000e."""

from __future__ import annotations

from inflight.incidents.scene import Machine

_NAMES = """\
rx_packets tx_packets rx_bytes tx_bytes rx_broadcast tx_broadcast rx_multicast tx_multicast rx_errors tx_errors
tx_dropped multicast collisions rx_length_errors rx_over_errors rx_crc_errors rx_frame_errors rx_no_buffer_count
rx_missed_errors tx_aborted_errors tx_carrier_errors tx_fifo_errors tx_heartbeat_errors tx_window_errors
tx_abort_late_coll tx_deferred_ok tx_single_coll_ok tx_multi_coll_ok tx_timeout_count tx_restart_queue
rx_long_length_errors rx_short_length_errors rx_align_errors tx_tcp_seg_good tx_tcp_seg_failed rx_flow_control_xon
rx_flow_control_xoff tx_flow_control_xon tx_flow_control_xoff rx_csum_offload_good rx_csum_offload_errors
rx_header_split alloc_rx_buff_failed tx_smbus rx_smbus dropped_smbus rx_dma_failed tx_dma_failed rx_hwtstamp_cleared
uncorr_ecc_errors corr_ecc_errors tx_hwtstamp_timeouts tx_hwtstamp_skipped
"""
COUNTERS = _NAMES.split()
"""As the driver names them (e1000e/ethtool.c: `e1000_gstrings_stats`)."""

_WAITS = (
    ("stats-block-usecs", "sample-interval", "pkt-rate-low", "pkt-rate-high"),
    ("rx-usecs", "rx-frames", "rx-usecs-irq", "rx-frames-irq"),
    ("tx-usecs", "tx-frames", "tx-usecs-irq", "tx-frames-irq"),
    ("rx-usecs-low", "rx-frame-low", "tx-usecs-low", "tx-frame-low"),
    ("rx-usecs-high", "rx-frame-high", "tx-usecs-high", "tx-frame-high"),
)


def statistics(machine: Machine) -> str:
    """`ethtool -S`: what the driver counts."""
    return "\n".join(["NIC statistics:", *(f"     {name}: {machine.nic.get(name, 0)}" for name in COUNTERS)])


def ring(machine: Machine) -> str:
    """`ethtool -g`: `max_rx`, `max_tx`, `rx` and `tx` of the machine's rings, in descriptors."""
    r = machine.ring
    return "\n".join(
        [
            "Ring parameters for eth0:",
            "Pre-set maximums:",
            *_sizes(r["max_rx"], r["max_tx"]),
            "Current hardware settings:",
            *_sizes(r["rx"], r["tx"]),
            "RX Buf Len:\t\tn/a",
            "CQE Size:\t\tn/a",
            "TX Push:\toff",
            "TCP data split:\tn/a",
        ]
    )


def _sizes(rx: int, tx: int) -> list[str]:
    return [f"RX:\t\t{rx}", "RX Mini:\tn/a", "RX Jumbo:\tn/a", f"TX:\t\t{tx}"]


def coalescing(machine: Machine) -> str:
    """`ethtool -c`: how long the card waits before it interrupts, µs; what the driver does not have is n/a."""
    known = machine.coalescing
    groups = ["\n".join(f"{name}: {known.get(name, 'n/a')}" for name in group) for group in _WAITS]
    head = "Coalesce parameters for eth0:\nAdaptive RX: n/a  TX: n/a\n"
    return head + "\n\n".join([*groups, "CQE mode RX: n/a  TX: n/a"])
