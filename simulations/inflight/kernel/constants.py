"""Sizes and limits of the kernel (6.1, IPv4, timestamps on, Ethernet)."""

MSS = 1448
"""Payload of a full segment, bytes: 1500 less 20 (IP), 20 (TCP) and 12 (timestamps)."""

HEADERS = 66
"""Ethernet, IP and TCP header with timestamps, bytes; a full segment counts 1514 bytes on the shaper."""

SYN_ACK = 74
"""Size of a SYN-ACK with its options on the wire, bytes."""

ADVMSS = 1448
"""Largest payload the receiver expects, bytes: the MSS option less the timestamps (`tp->advmss`)."""

INIT_CWND = 10
"""RFC 6928, `tcp.h:TCP_INIT_CWND`, segments."""

INFINITE_SSTHRESH = 0x7FFFFFFF
"""`tcp.h:TCP_INFINITE_SSTHRESH`, segments."""

SKB_OVERHEAD = 1280
"""`truesize` of an skb without payload, bytes: `SKB_TRUESIZE(skb_end_offset)` of `tcp_stream_alloc_skb`."""

GSO_MAX_SIZE = 65536 - 321
"""`sk_gso_max_size`, bytes: GSO_LEGACY_MAX_SIZE less the headers (`sock.c:sk_setup_caps`)."""

MIN_TSO_SEGS = 2
"""`net.ipv4.tcp_min_tso_segs`: fewest segments in a burst."""

PER_MSS = 4096 + 256
"""Memory that send autotuning allows for one segment, bytes (`tcp_sndbuf_expand`)."""

REORDERING = 3
"""`net.ipv4.tcp_reordering`, segments: duplicate ACKs that count as a loss."""

INITIAL_WINDOW = 65160
"""Window that a server with the default tcp_rmem offers at first, bytes: half of its buffer in whole segments."""

TCP_MSS_DEFAULT = 536
"""What is assumed of a peer that does not say (RFC 9293 §3.7.1, `tcp.h`), bytes."""

TCP_MIN_MSS = 88
"""The least that is taken for a segment's payload, bytes (`tcp.h`)."""

TCP_RMEM_DEFAULT = 131072
"""`net.ipv4.tcp_rmem[1]`, bytes, since 4.20."""

SOCK_MIN_RCVBUF = 2048 + 256
"""Smallest SO_RCVBUF after doubling, bytes (`sock.h:SOCK_MIN_RCVBUF`)."""

SOCK_MIN_SNDBUF = 2 * (2048 + 256)
"""Smallest SO_SNDBUF after doubling, bytes (`sock.h:SOCK_MIN_SNDBUF`)."""
