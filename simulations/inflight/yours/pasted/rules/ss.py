"""What is remarkable about a socket in `ss -tinmoe`."""

from __future__ import annotations

from inflight.figure.words import amount, times
from inflight.yours.pasted.field import Item
from inflight.yours.pasted.number import count, milliseconds, rate, share, things, with_unit
from inflight.yours.pasted.paste import Paste
from inflight.yours.pasted.rules.rule import KNOW, LIMITS, LOOK, Rule, Said


def rwnd_limited(socket: Item, _: Paste) -> Said | None:
    limited, busy = socket.number("rwnd_limited"), socket.number("busy")
    if not busy or limited < 0.02 * busy:
        return None
    weight = LIMITS if limited >= 0.2 * busy else LOOK
    return Said(
        weight,
        f"rwnd_limited is {milliseconds(limited)} of {milliseconds(busy)} busy ({share(limited, busy)}): "
        "the receiver’s window held this connection back.",
    )


def sndbuf_limited(socket: Item, _: Paste) -> Said | None:
    limited, busy = socket.number("sndbuf_limited"), socket.number("busy")
    if not busy or not limited:
        return None
    weight = LIMITS if limited >= 0.2 * busy else LOOK
    buffer = socket.number("skmem tb")
    size = f" of {amount(buffer)}" if buffer else ""
    return Said(
        weight,
        f"sndbuf_limited is {milliseconds(limited)} of {milliseconds(busy)} busy ({share(limited, busy)}): "
        f"everything was sent, and the program waited for room in the send buffer{size}.",
    )


def send_buffer_full(socket: Item, _: Paste) -> Said | None:
    queued, buffer = socket.number("skmem w"), socket.number("skmem tb")
    unacked, cwnd = socket.number("unacked"), socket.number("cwnd")
    if not buffer or queued < 0.9 * buffer or unacked >= 0.9 * cwnd or "rwnd_limited" in socket:
        return None
    return Said(
        LOOK,
        f"The send buffer is full (w is {count(queued)} of tb {count(buffer)}), "
        f"while cwnd has room: {count(unacked)} of {things(cwnd, 'segment')} are in flight.",
    )


def cwnd_full(socket: Item, _: Paste) -> Said | None:
    unacked, cwnd = socket.number("unacked"), socket.number("cwnd")
    if cwnd < 2 or unacked < 0.95 * cwnd or "app_limited" in socket:
        return None
    return Said(
        LOOK,
        f"cwnd is {count(cwnd)} and {count(unacked)} segments are unacknowledged: the congestion window is the limit.",
    )


def window_full(socket: Item, _: Paste) -> Said | None:
    window, flight = socket.number("snd_wnd"), socket.number("unacked") * socket.number("mss")
    if not window or flight < 0.9 * window:
        return None
    return Said(
        LIMITS,
        f"About {count(flight)} bytes are in flight, and the receiver’s window is {count(window)}: "
        "the window is the limit.",
    )


def persist(socket: Item, _: Paste) -> Said | None:
    if not socket.text("timer").startswith("(persist"):
        return None
    waiting = socket.number("Send-Q")
    return Said(
        LIMITS, f"The other end has shut its window, and {things(waiting, 'byte')} wait: its program isn’t reading."
    )


def timer_fired(socket: Item, _: Paste) -> Said | None:
    timer, fired = socket.text("timer"), socket.number("timer")
    if not timer.startswith("(on") or fired < 1:
        return None
    if socket.text("State") == "SYN-SENT":
        return Said(LIMITS, f"The SYN has been sent again {times(int(fired))}, and nobody answers.")
    waiting = socket.number("Send-Q")
    return Said(
        LIMITS,
        f"The retransmission timer has fired {times(int(fired))} without an answer: "
        f"nobody acknowledges the {things(waiting, 'byte')} in the Send-Q.",
    )


def backed_off(socket: Item, _: Paste) -> Said | None:
    fired = socket.number("backoff")
    # with -o the timer says so itself, and which one it is
    if not fired or "timer" in socket:
        return None
    return Said(
        LIMITS,
        f"backoff is {count(fired)}: the timer has doubled {times(int(fired))}, because nobody answered.",
    )


def silence(socket: Item, _: Paste) -> Said | None:
    last, rto, unacked = socket.number("lastack"), socket.number("rto"), socket.number("unacked")
    if not unacked or not rto or last <= max(rto, 1000):
        return None
    return Said(
        LIMITS,
        f"{things(unacked, 'segment is', 'segments are')} unacknowledged, and the last ACK came "
        f"{milliseconds(last)} ago: the other end or the path is silent.",
    )


def retransmissions(socket: Item, _: Paste) -> Said | None:
    total = _second(socket.text("retrans"))
    if not total:
        return None
    again, sent = socket.number("bytes_retrans"), socket.number("bytes_sent")
    if not again or not sent:
        again, sent = total, socket.number("data_segs_out") or socket.number("segs_out")
    if not sent or again > sent:
        return Said(LOOK, f"{things(total, 'segment has', 'segments have')} been sent again.")
    # a single one of few says nothing about a path
    weight = KNOW if total < 5 or again < 0.001 * sent else LIMITS if again >= 0.01 * sent else LOOK
    return Said(
        weight, f"{things(total, 'retransmission')} so far: {share(again, sent)} of what was sent had been sent before."
    )


def lost_now(socket: Item, _: Paste) -> Said | None:
    lost = socket.number("lost")
    return Said(LOOK, f"The sender considers {things(lost, 'segment')} lost right now.") if lost else None


def needless(socket: Item, _: Paste) -> Said | None:
    twice, total = socket.number("dsack_dups"), _second(socket.text("retrans"))
    if total < 2 or twice < 0.25 * total:
        return None
    return Said(
        LOOK, f"{count(twice)} of {count(total)} retransmissions arrived a second time: packets were late, not lost."
    )


def overtaking(socket: Item, _: Paste) -> Said | None:
    places = socket.number("reordering", 3)
    return (
        Said(KNOW, f"Packets overtake each other by up to {count(places)} places on this path.") if places > 3 else None
    )


def overtaken(socket: Item, _: Paste) -> Said | None:
    seen = socket.number("reord_seen")
    return Said(KNOW, f"Packets were seen overtaking others {things(seen, 'time')}.") if seen else None


def out_of_order(socket: Item, _: Paste) -> Said | None:
    early, arrived = socket.number("rcv_ooopack"), socket.number("data_segs_in")
    if not early:
        return None
    weight = LOOK if arrived and early >= 0.01 * arrived else KNOW
    of = f" of {count(arrived)}" if arrived else ""
    return Said(
        weight,
        f"{count(early)}{of} segments arrived before one that was sent earlier: packets are lost on their way here, "
        "or overtake each other.",
    )


def queueing(socket: Item, _: Paste) -> Said | None:
    now, least = socket.number("rtt"), socket.number("minrtt")
    waiting = now - least
    # below 5 ms it is noise
    if not least or now < 1.25 * least or waiting < 5:
        return None
    words = f"rtt is {milliseconds(now)} and minrtt {milliseconds(least)}: {milliseconds(waiting)} of it is time"
    # up to 45 ms, an ACK may have been delayed, or have waited for a program that reads slowly
    if waiting <= 45 and ("app_limited" in socket or "rwnd_limited" in socket):
        return Said(KNOW, f"{words} in queues, or that an ACK was delayed.")
    return Said(LIMITS if now >= 4 * least and waiting >= 50 else LOOK, f"{words} in queues.")


def long_timeout(socket: Item, _: Paste) -> Said | None:
    rto = socket.number("rto")
    return (
        Said(LOOK, f"rto is {milliseconds(rto)}: a lost packet that needs the timer costs that long.")
        if rto >= 3000
        else None
    )


def app_limited(socket: Item, _: Paste) -> Said | None:
    if "app_limited" not in socket or socket.number("data_segs_out") < 10:
        return None
    return Said(
        KNOW,
        "app_limited: the program wrote too little to fill the window, so delivery_rate says nothing about the path.",
    )


def idle(socket: Item, _: Paste) -> Said | None:
    cwnd, since, rto = socket.number("cwnd"), socket.number("lastsnd"), socket.number("rto")
    if cwnd > 10 or socket.number("data_segs_out") < 10 or not rto or since < rto or socket.number("unacked"):
        return None
    return Said(
        KNOW,
        f"Nothing was sent for {milliseconds(since)}, longer than the rto of {milliseconds(rto)}, "
        f"and cwnd is {count(cwnd)}: the next burst starts small again.",
    )


def hardly_busy(socket: Item, _: Paste) -> Said | None:
    # a pure sender’s lastrcv is its age: tcp.c:tcp_get_info, inet_connection_sock.icsk_ack.lrcvtime
    age, busy = socket.number("lastrcv"), socket.number("busy")
    if (
        socket.number("data_segs_in")
        or age < 1000
        or not busy
        or busy > 0.7 * age
        or socket.number("data_segs_out") < 10
    ):
        return None
    return Said(
        LOOK,
        f"busy is {milliseconds(busy)} of the {milliseconds(age)} that this connection is old ({share(busy, age)}): "
        "most of the time the program had nothing to send.",
    )


def small_segments(socket: Item, _: Paste) -> Said | None:
    mss, pmtu = socket.number("mss"), socket.number("pmtu")
    if not mss or mss >= 1200:
        return None
    if pmtu and mss < 0.8 * (pmtu - 52):
        return Said(
            LOOK,
            f"mss is {count(mss)} bytes, although the path takes {count(pmtu)}: "
            "the other end asked for small segments, or its window is tiny.",
        )
    return Said(LOOK, f"mss is {count(mss)} bytes: headers take a large share of each packet.")


def small_path(socket: Item, _: Paste) -> Said | None:
    pmtu = socket.number("pmtu")
    if not pmtu or pmtu >= 1500:
        return None
    return Said(
        KNOW,
        f"pmtu is {count(pmtu)} bytes, less than Ethernet’s 1500: there is a tunnel on the path, or somebody said so.",
    )


def unscaled(socket: Item, _: Paste) -> Said | None:
    if "cwnd" not in socket or "wscale" in socket or socket.text("State") in ("SYN-SENT", "SYN-RECV", "LISTEN"):
        return None
    return Said(LIMITS, "There is no wscale: no window of this connection can be larger than 65,535 bytes.")


def no_sack(socket: Item, _: Paste) -> Said | None:
    # the options are only printed with -o
    if "ts" not in socket or "sack" in socket:
        return None
    return Said(LOOK, "There is no sack: after a loss, only one hole can be filled in each round trip.")


def capped(socket: Item, _: Paste) -> Said | None:
    _now, slash, most = socket.text("pacing_rate").partition("/")
    limit = with_unit(most)[0] if slash else None
    return None if limit is None else Said(LOOK, f"Pacing is capped at {rate(limit)}: somebody set SO_MAX_PACING_RATE.")


def late_ack(socket: Item, _: Paste) -> Said | None:
    ato = socket.number("ato")
    return Said(KNOW, f"ato is {milliseconds(ato)}: this end may delay an ACK for that long.") if ato > 100 else None


def marked(socket: Item, _: Paste) -> Said | None:
    marks, delivered = socket.number("delivered_ce"), socket.number("delivered")
    if not marks:
        return None
    return Said(KNOW, f"{count(marks)} of {count(delivered)} segments were marked by a queue (ECN) instead of dropped.")


def unread(socket: Item, _: Paste) -> Said | None:
    if socket.text("State") == "CLOSE-WAIT":
        return None
    waiting, held, buffer = socket.number("Recv-Q"), socket.number("skmem r"), socket.number("skmem rb")
    if buffer and held >= 0.7 * buffer:
        return Said(
            LIMITS,
            f"The receive buffer is nearly full (r is {count(held)} of rb {count(buffer)}): "
            f"the program hasn’t read {things(waiting, 'byte')}, and the window shrinks.",
        )
    return (
        Said(LOOK, f"The program hasn’t read {things(waiting, 'byte')} that have arrived.")
        if waiting >= 65_536
        else None
    )


def close_wait(socket: Item, _: Paste) -> Said | None:
    if socket.text("State") != "CLOSE-WAIT":
        return None
    return Said(LOOK, "The other end has closed, and the program on this one hasn’t: it may have forgotten the socket.")


def connecting(socket: Item, _: Paste) -> Said | None:
    if socket.text("State") != "SYN-SENT" or socket.number("timer"):
        return None
    return Said(KNOW, "The SYN has no answer yet.")


def dropped(socket: Item, _: Paste) -> Said | None:
    drops = socket.number("skmem d")
    return Said(LOOK, f"This socket has thrown away {things(drops, 'packet')}.") if drops else None


def locked(socket: Item, _: Paste) -> Said | None:
    waiting = socket.number("skmem bl")
    if not waiting:
        return None
    return Said(
        LOOK, f"{count(waiting)} bytes of memory wait in the socket’s backlog, because a program has the socket locked."
    )


def accept_queue(listener: Item, _: Paste) -> Said | None:
    waiting, most = listener.number("Recv-Q"), listener.number("Send-Q")
    if listener.text("State") != "LISTEN" or not waiting:
        return None
    if waiting > most:
        return Said(
            LIMITS,
            f"The accept queue of {listener.text('Local Address:Port')} is full: {count(waiting)} connections wait for "
            f"accept(), and the backlog is {count(most)}. More handshakes are dropped.",
        )
    weight = LOOK if waiting >= 0.5 * most else KNOW
    return Said(weight, f"{things(waiting, 'connection')} of at most {count(most + 1)} wait for accept().")


def _second(pair: str) -> float:
    """Of `0/85`, the 85."""
    return with_unit(pair.partition("/")[2])[0] or 0


SINCE_THE_BEGINNING = {
    *("rwnd_limited", "sndbuf_limited", "retrans", "busy", "dsack_dups", "reord_seen", "rcv_ooopack", "delivered_ce"),
    "skmem d",
}
"""What these count says less than what they count between two snapshots."""

RULES = (
    Rule("rwnd_limited", "windows/zero-window#slow", "tcp_output.c:tcp_chrono_start", rwnd_limited),
    Rule("sndbuf_limited", "windows/so-sndbuf#myths", "tcp_output.c:tcp_chrono_start", sndbuf_limited),
    Rule("skmem w", "windows/why-slow#arithmetic", "sock.h:sk_stream_memory_free", send_buffer_full),
    Rule("cwnd", "windows/bytes-in-flight#three", "tcp_output.c:tcp_cwnd_test", cwnd_full),
    Rule("snd_wnd", "windows/receive-window#window", "tcp_output.c:tcp_snd_wnd_test", window_full),
    Rule("timer", "windows/zero-window#shut", "tcp_timer.c:tcp_probe_timer", persist),
    Rule("timer", "congestion/losing-packets#timer", "tcp_timer.c:tcp_retransmit_timer", timer_fired),
    Rule("backoff", "congestion/losing-packets#timer", "tcp_timer.c:tcp_retransmit_timer", backed_off),
    Rule("lastack", "closing/dead-peers#retries2", "tcp.c:tcp_get_info", silence),
    Rule("retrans", "congestion/lossy-networks#map", "tcp.c:tcp_get_info", retransmissions),
    Rule("lost", "congestion/losing-packets#duplicates", "tcp_input.c:tcp_mark_skb_lost", lost_now),
    Rule("dsack_dups", "congestion/losing-packets#late", "tcp_input.c:tcp_dsack_seen", needless),
    Rule("reordering", "congestion/losing-packets#late", "tcp_input.c:tcp_check_sack_reordering", overtaking),
    Rule("reord_seen", "disciplines/netem#jitter", "tcp_input.c:tcp_check_sack_reordering", overtaken),
    Rule("rcv_ooopack", "congestion/losing-packets#duplicates", "tcp_input.c:tcp_data_queue_ofo", out_of_order),
    Rule("rtt", "queues/bufferbloat#full", "tcp_input.c:tcp_rtt_estimator", queueing),
    Rule("rto", "congestion/losing-packets#timer", "RFC 6298 §5.5", long_timeout),
    Rule("app_limited", "congestion/slow-start#unused", "tcp_rate.c:tcp_rate_check_app_limited", app_limited),
    Rule("lastsnd", "congestion/idle", "tcp_output.c:tcp_cwnd_restart", idle),
    Rule("busy", "windows/why-slow#idle", "tcp.c:tcp_get_info_chrono_stats", hardly_busy),
    Rule("mss", "windows/bytes-in-flight#payload", "tcp_output.c:tcp_current_mss", small_segments),
    Rule("pmtu", "cases/small-works#figure", "tcp_output.c:tcp_sync_mss", small_path),
    Rule("wscale", "windows/window-scaling#see", "RFC 7323 §2.2", unscaled),
    Rule("sack", "congestion/losing-packets#duplicates", "RFC 2018 §2", no_sack),
    Rule("pacing_rate", "congestion/pacing#rate", "tcp_input.c:tcp_update_pacing_rate", capped),
    Rule("ato", "small-writes/nagle#delayed-ack", "tcp_output.c:tcp_send_delayed_ack", late_ack),
    Rule("delivered_ce", "disciplines/fair-queueing#codel", "RFC 3168 §6.1", marked),
    Rule("Recv-Q", "windows/zero-window#shut", "tcp_input.c:tcp_data_queue", unread),
    Rule("State", "cases/close-wait", "RFC 9293 §3.3.2", close_wait),
    Rule("State", "opening/timers#back", "tcp_output.c:tcp_connect", connecting),
    Rule("skmem d", "queues/receiving#counters", "sock.c:sk_meminfo", dropped),
    Rule("skmem bl", "queues/receiving#counters", "tcp_ipv4.c:tcp_add_backlog", locked),
    Rule("Recv-Q", "opening/listen-queues#full", "sock.h:sk_acceptq_is_full", accept_queue),
)
