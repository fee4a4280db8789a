"""What `sysctl -a | grep net` prints on later kernels besides, or instead of what Linux 6.1 has."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple


class Later(NamedTuple):
    """As recorded after boot of the same server (`tests/golden`), in the form of PLAIN and PER_DEVICE."""

    plain: str
    per_device: str


_KEY = random.Random("netdev_rss_key").randbytes(256).hex(":")
"""It is drawn at boot, and is longer than in earlier kernels (NETDEV_RSS_KEY_LEN)."""

LATER: Mapping[str, Later] = {
    "6.12": Later(
        """\
net.core.optmem_max = 131072
net.core.rps_default_mask = 0
net.ipv4.fib_multipath_hash_seed = 0
net.ipv4.inet_peer_threshold = 52280
net.ipv4.tcp_backlog_ack_defer = 1
net.ipv4.tcp_mem = 10695\t14260\t21390
net.ipv4.tcp_pingpong_thresh = 1
net.ipv4.tcp_plb_cong_thresh = 128
net.ipv4.tcp_plb_enabled = 0
net.ipv4.tcp_plb_idle_rehash_rounds = 3
net.ipv4.tcp_plb_rehash_rounds = 12
net.ipv4.tcp_plb_suspend_rto_sec = 60
net.ipv4.tcp_rto_min_us = 200000
net.ipv4.tcp_syn_linear_timeouts = 4
net.ipv4.udp_child_hash_entries = 0
net.ipv4.udp_hash_entries = 512
net.ipv4.udp_mem = 21390\t28521\t42780
net.ipv6.icmp.error_anycast_as_unicast = 0
net.mptcp.available_schedulers = default
net.mptcp.blackhole_timeout = 3600
net.mptcp.close_timeout = 60
net.mptcp.scheduler = default
net.netfilter.nf_hooks_lwtunnel = 0
user.max_net_namespaces = 3827
""",
        """\
ipv6.conf ra_honor_pio_life = 0
ipv6.conf ra_honor_pio_pflag = 0
ipv6.conf regen_min_advance = 2
""",
    ),
    "7.3": Later(
        f"""\
net.core.bypass_prot_mem = 0
net.core.netdev_rss_key = {_KEY}
net.core.qdisc_max_burst = 1000
net.core.rmem_max = 4194304
net.core.skb_defer_max = 128
net.core.txq_reselection_ms = 1000
net.core.wmem_max = 4194304
net.ipv4.icmp_errors_extension_mask = 0
net.ipv4.icmp_msgs_burst = 10000
net.ipv4.icmp_msgs_per_sec = 10000
net.ipv4.inet_peer_threshold = 51838
net.ipv4.ip_local_port_step_width = 0
net.ipv4.tcp_comp_sack_rtt_percent = 33
net.ipv4.tcp_comp_sack_slack_ns = 10000
net.ipv4.tcp_ecn_option = 2
net.ipv4.tcp_ecn_option_beacon = 3
net.ipv4.tcp_limit_output_bytes = 4194304
net.ipv4.tcp_mem = 10596\t14131\t21192
net.ipv4.tcp_rcvbuf_low_rtt = 1000
net.ipv4.tcp_rmem = 4096\t131072\t7235136
net.ipv4.tcp_rto_max_ms = 120000
net.ipv4.tcp_tw_reuse_delay = 1000
net.ipv4.udp_mem = 21195\t28262\t42390
net.ipv6.icmp.errors_extension_mask = 0
net.ipv6.icmp.ratelimit = 100
net.mptcp.add_addr_v6_port_drop_ts = 1
net.mptcp.available_path_managers = kernel userspace
net.mptcp.path_manager = kernel
net.mptcp.syn_retrans_before_tcp_fallback = 2
user.max_net_namespaces = 3799
""",
        """\
ipv6.conf force_forwarding = 0
ipv6.conf temp_valid_lft = 172800
""",
    ),
}
"""By the kernel that came with it; each has what the ones before it have."""
