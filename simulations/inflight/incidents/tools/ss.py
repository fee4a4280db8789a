"""`ss` of iproute2 6.1 (misc/ss.c): `-tinmop`, `-unamp`, `-lntp`, `-tanop` and `-s`."""

from __future__ import annotations

from collections import Counter
from math import ceil, inf

from inflight.incidents.scene import Machine, SkMem, SsSocket, TcpInfo
from inflight.incidents.tools.columns import columns

Row = tuple[str, ...]

HEAD: Row = ("State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port", "Process")

MOST = 40
"""Lines of a long list; the rest is counted."""


def connections(machine: Machine) -> str:
    """`ss -tinmop`: connected sockets with `tcp_info`, memory and timers; -o shows the options agreed on, too."""
    rows = [HEAD] + [_row(each) for each in machine.connections if each.state == "ESTAB"]
    lines = columns(rows)
    texts = lines[:1]
    for line, each in zip(lines[1:], (c for c in machine.connections if c.state == "ESTAB"), strict=True):
        texts.append(line)
        details = [_memory(each.memory)] if each.memory else []
        details += [_info(each.info)] if each.info else []
        if details:
            texts.append("\t " + " ".join(details))
        if len(texts) > MOST:
            break
    return "\n".join(texts)


def datagrams(machine: Machine) -> str:
    """`ss -unamp`: UDP sockets with memory; `d` counts datagrams that found the buffer full."""
    lines = columns([HEAD, *map(_row, machine.udp)])
    pairs = zip(lines[1:], machine.udp, strict=True)
    return "\n".join([lines[0], *(f"{line}\n\t {_memory(each.memory)}" for line, each in pairs if each.memory)])


def all_states(machine: Machine) -> str:
    """`ss -tanop`: every TCP socket with its timer; of a long list the first ones, and how many there are."""
    rows: list[Row] = [HEAD]
    rows += [
        ("LISTEN", str(each.recv_q), str(each.send_q), each.here, "0.0.0.0:*", each.process)
        for each in machine.listening
    ]
    rows += [_row(each) for each in machine.connections]
    lines = columns(rows)
    if len(lines) <= MOST:
        return "\n".join(lines)
    counts = Counter(each.state for each in machine.connections)
    counted = ", ".join(f"{count} {state}" for state, count in counts.most_common())
    return "\n".join([*lines[:MOST], f"# {len(lines) - MOST} more lines; in all {counted}"])


def listening(machine: Machine) -> str:
    """`ss -lntp`: listening sockets. Recv-Q: connections that wait for accept(); Send-Q: how many of them may."""
    rows: list[Row] = [HEAD]
    rows += [
        ("LISTEN", str(each.recv_q), str(each.send_q), each.here, "0.0.0.0:*", each.process)
        for each in machine.listening
    ]
    return "\n".join(columns(rows))


def summary(machine: Machine) -> str:
    """`ss -s` (`print_summary`): of TCP alloc and tw of sockstat, CurrEstab, and inuse; what only listens counts, too.

    CurrEstab counts CLOSE-WAIT (`tcp_set_state`), closed is what is allocated and in no table, and TIME-WAIT again. A
    FIN-WAIT-2 that no program holds lives on as a TIME-WAIT socket (`tcp_time_wait`); a SYN-RECV is no socket yet.
    """
    states = [(each.state, bool(each.process)) for each in machine.connections if each.state != "SYN-RECV"]
    estab = sum(1 for state, _ in states if state in ("ESTAB", "CLOSE-WAIT"))
    timewait = sum(1 for state, held in states if state == "TIME-WAIT" or (state == "FIN-WAIT-2" and not held))
    orphaned = sum(1 for state, held in states if state in _ORPHANS and not held)
    total = len(states) + len(machine.listening)
    kinds = f"estab {estab}, closed {timewait}, orphaned {orphaned}, timewait {timewait}"
    lines = [f"Total: {total - timewait + 140}", f"TCP:   {total} ({kinds})", "", "Transport Total     IP        IPv6"]
    lines += [f"{name:<10}{count:<10}{count:<10}0" for name, count in (("UDP", 3), ("TCP", total - timewait))]
    return "\n".join(lines)


_ORPHANS = ("FIN-WAIT-1", "LAST-ACK", "CLOSING")


def _row(each: SsSocket) -> Row:
    words = [each.process, f"timer:({each.timer})" if each.timer else ""]
    return each.state, str(each.recv_q), str(each.send_q), each.here, each.peer, " ".join(filter(None, words))


def _memory(memory: SkMem) -> str:
    m = memory
    return f"skmem:(r{m.r},rb{m.rb},t{m.t},tb{m.tb},f{m.f},w{m.w},o{m.o},bl{m.bl},d{m.d})"


def _ms(seconds: float) -> str:
    return f"{round(seconds * 1e6) / 1000:g}"


def _in_ticks(seconds: float) -> int:
    """ms, as icsk_rto has them: whole ticks of HZ 250, rounded up (`usecs_to_jiffies`)."""
    return 4 * ceil(round(seconds * 1e6) / 4000)


def _whole_ms(seconds: float) -> int:
    return round(seconds * 1000)


def _info(i: TcpInfo) -> str:
    """`tcp_stats_print`: fields in its order, those that are 0 left out where it leaves them out."""
    words = ["ts"] * i.timestamps + ["sack"] * i.sack + [i.algorithm]
    if i.wscale is not None:
        words.append(f"wscale:{i.wscale[0]},{i.wscale[1]}")
    words += [f"rto:{_in_ticks(i.rto)}", f"rtt:{_ms(i.rtt)}/{_ms(i.rttvar)}"]
    words += [f"ato:{_ms(i.ato)}"] * (i.ato > 0)
    words += [f"mss:{i.mss} pmtu:1500 rcvmss:{1448 if i.data_segs_in else 536} advmss:1448 cwnd:{i.cwnd}"]
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
    return " ".join(words + _counted(i, "snd_wnd"))


def _counted(info: TcpInfo, *names: str) -> list[str]:
    return [f"{name}:{getattr(info, name)}" for name in names if getattr(info, name)]
