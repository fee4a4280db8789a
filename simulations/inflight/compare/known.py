"""Where the models cannot meet a bound, and why: at most one recording in twenty, of each kernel."""

from __future__ import annotations

from collections.abc import Mapping

from inflight.kernel.release import newest_of

Excuses = Mapping[tuple[str, str], str]
"""(recording, metric) → the reason."""

_LINUX_6_1: Excuses = {
    ("B_reno_r40_p0.01", "loss_period"): (
        "One realisation: its window still holds the decay from a slow start that met no loss until it overflowed the "
        "queue, and has no loss in its last 26 s. The 140 s recording of the same path, which starts "
        "in congestion avoidance, is within the bound."
    ),
    ("A_packets_cubic_overflow", "transfer_time"): (
        "36 packets dropped instead of 35: in the recording the very last segment of the transfer meets a full queue "
        "and costs one more round trip. Which packet it is, is decided by microseconds of the lab's one CPU."
    ),
    ("A_reno_start", "mean_queue"): (
        "Slow start ends with one segment more, which makes 141 of a window of 140, and so the next loss comes 0.15 s "
        "sooner: in three seconds that is 15% of the mean. The lab connects some ms after its clock has started."
    ),
    ("C_wmem512K_cubic_r20", "mean_in_flight"): (
        "This boot slips past the limit in every round trip; six others of the same scenario keep to it (168 Mbit/s). "
        "Two of the model's ten runs slip past it, but not all the time: their mean is 0.2% below the bound."
    ),
    **dict.fromkeys(
        (("C_wmem128K_reno_r100", metric) for metric in ("goodput", "most_in_flight", "mean_in_flight")),
        "A third regime, between keeping to the limit and ignoring it: the writer wakes while its last short segment "
        "is still unacknowledged, and slips past the limit until that is acknowledged. The model has it, too (23.6 "
        "Mbit/s), but only if the first writes end at certain bytes, and no boot of its ten gets there.",
    ),
    **dict.fromkeys(
        (
            ("D_idle_1G_r4", f"final_cwnd {case}")
            for case in ("persistent, ssai=1", "persistent, ssai=0", "new connection each")
        ),
        "HyStart ends slow start half a round earlier in the model, at 580 segments. Recordings of the same scenario "
        "end it at 509, 734 or 824: at 1 Gbit/s the lab's one CPU is so busy with packets that the writing process is "
        "late, by up to half a round trip of 4 ms, and that cuts the train of ACKs by which HyStart sees a full pipe.",
    ),
    **dict.fromkeys(
        (
            ("D_initcwnd_r100_1000M", metric)
            for metric in (
                *(f"answer_time {which}" for which in ("iw1 1M #2", "iw2 1M #1")),
                "answer_time iw3 1M #2",
                *(f"final_cwnd iw{initcwnd} 1M" for initcwnd in (1, 3, 30)),
            )
        ),
        "One round trip less or more. At 1 Gbit/s the lab's one CPU lets the reading process wait until a burst is "
        "over, so the receive window opens late. The same scenario, recorded again while packets were captured, took "
        "1105 instead of 1201 ms from an initial window of 1, and 906 and 1002 instead of 904 and 1101 from 3.",
    ),
}
_ONE_ROUND = (
    "One round trip less or more. At 1 Gbit/s the lab's one CPU lets the reading process wait until a burst is over, "
    "so the receive window opens late."
)
_MARGINAL = (
    "Slow start ends with one segment less in the model and one more in the recording, which makes 141 of a window of "
    "140, and so the next loss comes sooner: in three seconds that is 15% of the mean."
)
_ONE_REQUEST = (
    "One half-open request more or less: whether the timer of an old one fires before or after the flood's next SYN "
    "depends on where in a tick that SYN comes, which no recording says."
)
_HYBLA = (
    "Hybla's window grows with the number of ACKs, and the model's receiver sends a few more or fewer of them in slow "
    "start than that of 6.12. On 6.1 and 7.3 both send the same."
)

_LINUX_6_12: Excuses = {
    ("A_hybla_10M_r120_b100", "loss_period"): _HYBLA,
    ("A_hybla_b20", "slow_start_peak"): _HYBLA,
    ("A_reno_start", "mean_queue"): _MARGINAL,
    ("C_sndbuf_16K", "transfer_time"): (
        "6.12 takes 3.75 s, 7.3 takes 3.95 s, and no rule that differs between them is known to matter here. The model "
        "takes 3.95 s with the rules of both."
    ),
    ("D_idle_1G_r4", "final_cwnd persistent, ssai=1"): (
        "HyStart ends slow start at 679 segments in the model, and at 870 and 989 in two recordings: at 1 Gbit/s the "
        "lab's one CPU is late with the writing process, and that cuts the train of ACKs."
    ),
    **dict.fromkeys(
        (("D_initcwnd_r100_1000M", f"answer_time {which}") for which in ("iw1 1M #2", "iw2 1M #1", "iw2 1M #2")),
        _ONE_ROUND,
    ),
    **dict.fromkeys(
        (
            *(("F_flood_decay", f"half_open #1 at {seconds} s") for seconds in range(36, 65, 4)),
            *(("F_flood_decay", f"half_open #2 at {seconds} s") for seconds in range(20, 65, 4)),
            *(("F_flood_decay_more", f"counter #1 {counter}") for counter in ("ListenDrops", "TCPReqQFullDrop")),
            ("F_flood_more", "half_open #8 at 0.2 s"),
        ),
        _ONE_REQUEST,
    ),
}
_LINUX_7_3: Excuses = {
    ("A_reno_start", "mean_queue"): _MARGINAL,
    **dict.fromkeys(
        (("C_wmem256K_cubic_r100", metric) for metric in ("goodput", "most_in_flight", "mean_in_flight", "mean_srtt")),
        "Both boots keep to the limit of the send buffer (52 and 50 Mbit/s). All ten runs of the model slip past it.",
    ),
    **dict.fromkeys(
        (("D_initcwnd_r100_1000M", f"answer_time {which}") for which in ("iw3 1M #2", "iw10 1M #2")), _ONE_ROUND
    ),
    ("F_flood_more", "half_open #9 at 3.2 s"): _ONE_REQUEST,
    ("G_resets_r40", "same #6 packets"): (
        "The server closes when it reads the client's FIN. Whether the ACK of that FIN has left by then is a matter of "
        "which of two runs first on the lab's one CPU; in the other recording, with another RTT, it hadn't."
    ),
    ("H_netem_rate", "worst_delay"): (
        "One datagram of 1000 was read 3.7 ms late, while nothing else was under way; all others are within 0.01 ms."
    ),
}

KNOWN: dict[str, Excuses] = {"6.1": _LINUX_6_1, "6.12": _LINUX_6_12, "7.3": _LINUX_7_3}
"""By the kernels that recordings are of."""


def excuses(release: str) -> Excuses:
    """Those for recordings of what `uname -r` says."""
    return newest_of(KNOWN, release)
