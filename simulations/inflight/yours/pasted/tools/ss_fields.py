"""The words of `ss -tinmoe`, as ss.c:tcp_stats_print has them: which unit each has, and where the book explains it."""

from __future__ import annotations

from typing import NamedTuple


class Word(NamedTuple):
    unit: str = ""
    about: str = ""
    is_number: bool = True


# ss.c:sock_state_print
STATES = {
    "ESTAB": "ss:state-estab",
    "SYN-SENT": "ss:state-synsent",
    "SYN-RECV": "",
    "FIN-WAIT-1": "ss:state-finwait1",
    "FIN-WAIT-2": "ss:state-finwait2",
    "TIME-WAIT": "ss:state-timewait",
    "UNCONN": "",
    "CLOSE-WAIT": "ss:state-closewait",
    "LAST-ACK": "ss:state-lastack",
    "LISTEN": "ss:state-listen",
    "CLOSING": "",
    "UNDEF": "",
    "UNKNOWN": "",
}

FLAGS = {
    "ts": "ss:ts",
    "usec_ts": "ss:ts",
    "sack": "ss:sack",
    "ecn": "knob:net.ipv4.tcp_ecn",
    "ecnseen": "knob:net.ipv4.tcp_ecn",
    "fastopen": "knob:net.ipv4.tcp_fastopen",
    "bidir": "",
    "app_limited": "ss:app_limited",
    # ss.c:inet_show_sock: which directions are open
    "<->": "",
    "-->": "",
    "<--": "",
    "---": "",
    "tcp-ulp-tls": "",
    "tcp-ulp-mptcp": "",
    "zc_ro_tx": "",
    "no_pad_rx": "",
}

WORDS = {
    "wscale": Word("bits", "ss:wscale"),
    "rto": Word("ms", "ss:rto"),
    "backoff": Word("times"),
    "rtt": Word("ms", "ss:rtt"),
    "ato": Word("ms", "ss:ato"),
    "qack": Word(),
    "mss": Word("bytes", "ss:mss"),
    "pmtu": Word("bytes", "ss:pmtu"),
    "rcvmss": Word("bytes", "ss:rcvmss"),
    "advmss": Word("bytes", "ss:advmss"),
    "cwnd": Word("segments", "ss:cwnd"),
    "ssthresh": Word("segments", "ss:ssthresh"),
    "bytes_sent": Word("bytes", "ss:bytes_sent"),
    "bytes_retrans": Word("bytes", "ss:bytes_retrans"),
    "bytes_acked": Word("bytes", "ss:bytes_acked"),
    "bytes_received": Word("bytes", "ss:bytes_received"),
    "segs_out": Word("segments", "ss:segs_out"),
    "segs_in": Word("segments", "ss:segs_in"),
    "data_segs_out": Word("segments", "ss:data_segs_out"),
    "data_segs_in": Word("segments", "ss:data_segs_in"),
    "dctcp": Word(is_number=False),
    "bbr": Word("", "ss:bbr", is_number=False),
    "lastsnd": Word("ms", "ss:lastsnd"),
    "lastrcv": Word("ms", "ss:lastrcv"),
    "lastack": Word("ms", "ss:lastack"),
    "delivered": Word("segments", "ss:delivered"),
    "delivered_ce": Word("segments"),
    "busy": Word("ms", "ss:busy"),
    "rwnd_limited": Word("ms", "ss:rwnd_limited"),
    "sndbuf_limited": Word("ms", "ss:sndbuf_limited"),
    "unacked": Word("segments", "ss:unacked"),
    "retrans": Word("segments", "ss:retrans"),
    "lost": Word("segments", "ss:lost"),
    "sacked": Word("segments", "ss:sacked"),
    "dsack_dups": Word("segments", "ss:dsack_dups"),
    "fackets": Word("segments"),
    "reordering": Word("segments", "ss:reordering"),
    "reord_seen": Word("times", "ss:reord_seen"),
    "rcv_rtt": Word("ms", "ss:rcv_rtt"),
    "rcv_space": Word("bytes", "ss:rcv_space"),
    "rcv_ssthresh": Word("bytes", "ss:rcv_ssthresh"),
    "notsent": Word("bytes", "ss:notsent"),
    "minrtt": Word("ms", "ss:minrtt"),
    "rcv_ooopack": Word("segments", "ss:rcv_ooopack"),
    "snd_wnd": Word("bytes", "ss:snd_wnd"),
    "rcv_wnd": Word("bytes"),
    "rehash": Word("times"),
    # ss.c:print_skmeminfo, for kernels without SK_MEMINFO
    "mem": Word("", "ss:skmem", is_number=False),
    # others have functions of their own: timer, skmem
    "skmem": Word("", "ss:skmem", is_number=False),
    "timer": Word("times"),
    # ss.c:sock_details_print, proc_ctx_print, inet_show_sock
    "users": Word(is_number=False),
    "uid": Word(),
    "ino": Word(),
    "sk": Word(is_number=False),
    "fwmark": Word(is_number=False),
    "cgroup": Word(is_number=False),
    "v6only": Word(),
    "opt": Word(is_number=False),
    "md5keys": Word(is_number=False),
    "tos": Word(is_number=False),
    "tclass": Word(is_number=False),
    "class_id": Word(is_number=False),
    "bpf-map-id": Word(),
}

PAIRS = {
    "send": Word("bit/s", "ss:send"),
    "pacing_rate": Word("bit/s", "ss:pacing_rate"),
    "delivery_rate": Word("bit/s", "ss:delivery_rate"),
    # ss.c:tcp_tls_version and its neighbours
    "version": Word(),
    "cipher": Word(),
    "rxconf": Word(),
    "txconf": Word(),
}
