"""The line that `ss -im` puts below a socket (misc/ss.c: `print_skmeminfo`, `tcp_stats_print`)."""

from __future__ import annotations

from math import ceil, inf

from inflight.incidents.scene import SkMem, TcpInfo


def memory(m: SkMem) -> str:
    """`skmem`."""
    return f"skmem:(r{m.r},rb{m.rb},t{m.t},tb{m.tb},f{m.f},w{m.w},o{m.o},bl{m.bl},d{m.d})"


def _ms(seconds: float) -> str:
    """As %g prints a number of ms that the kernel keeps in µs."""
    return f"{round(seconds * 1e6) / 1000:g}"


def _in_ticks(seconds: float) -> int:
    """ms, as icsk_rto has them: whole ticks of HZ 250, rounded up (`usecs_to_jiffies`)."""
    return 4 * ceil(round(seconds * 1e6) / 4000)


def _whole_ms(seconds: float) -> int:
    return round(seconds * 1000)


def info(i: TcpInfo, *, options: bool = True) -> str:
    """`tcp_stats_print`: fields in its order, those that are 0 left out where it leaves them out.

    options: those of the handshake, which only -o shows.
    """
    words = (["ts"] * i.timestamps + ["sack"] * i.sack) * options + [i.algorithm]
    if i.wscale is not None:
        words.append(f"wscale:{i.wscale[0]},{i.wscale[1]}")
    words += [f"rto:{_in_ticks(i.rto)}"] + [f"backoff:{i.backoff}"] * (i.backoff > 0)
    words += [f"rtt:{_ms(i.rtt)}/{_ms(i.rttvar)}"] * (i.rtt > 0)
    words += [f"ato:{_ms(i.ato)}"] * (i.ato > 0)
    rcvmss = i.rcvmss or (1448 if i.data_segs_in else 536)
    words += [f"mss:{i.mss} pmtu:{i.pmtu} rcvmss:{rcvmss} advmss:1448 cwnd:{i.cwnd}"]
    if i.ssthresh is not None:
        words.append(f"ssthresh:{i.ssthresh}")
    words += _counted(i, "bytes_sent", "bytes_retrans", "bytes_acked", "bytes_received")
    words += _counted(i, "segs_out", "segs_in", "data_segs_out", "data_segs_in")
    if i.rtt > 0:
        words.append(f"send {i.cwnd * i.mss * 8 / i.rtt:.0f}bps")
    words += [f"{name}:{_whole_ms(getattr(i, name))}" for name in ("lastsnd", "lastrcv", "lastack") if getattr(i, name)]
    if i.pacing_rate:
        most = f"/{i.max_pacing_rate:.0f}bps" if i.max_pacing_rate < inf else ""
        words.append(f"pacing_rate {i.pacing_rate:.0f}bps{most}")
    if i.delivery_rate:
        words.append(f"delivery_rate {i.delivery_rate:.0f}bps")
    words += _counted(i, "delivered")
    words += ["app_limited"] * i.app_limited
    if i.busy:
        words.append(f"busy:{_whole_ms(i.busy)}ms")
        for name in ("rwnd_limited", "sndbuf_limited"):
            if limited := getattr(i, name):
                words.append(f"{name}:{_whole_ms(limited)}ms({100 * limited / i.busy:.1f}%)")
    words += _counted(i, "unacked")
    if any(i.retrans):
        words.append(f"retrans:{i.retrans[0]}/{i.retrans[1]}")
    words += _counted(i, "lost", "sacked", "dsack_dups")
    if i.reordering != 3:
        words.append(f"reordering:{i.reordering}")
    words += _counted(i, "reord_seen")
    if i.rcv_rtt:
        words.append(f"rcv_rtt:{_ms(i.rcv_rtt)}")
    words += _counted(i, "rcv_space", "rcv_ssthresh", "notsent")
    if i.min_rtt:
        words.append(f"minrtt:{_ms(i.min_rtt)}")
    return " ".join(words + _counted(i, "rcv_ooopack", "snd_wnd"))


def _counted(of: TcpInfo, *names: str) -> list[str]:
    return [f"{name}:{getattr(of, name)}" for name in names if getattr(of, name)]
