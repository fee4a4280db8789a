"""`four-way-close` against the kernel's recordings (family G), its rules, and what `facts.md` says (T01–T08, T18)."""

from __future__ import annotations

import math
from typing import Any

import pytest

from inflight.experiments.four_way_close.tables import closing_stays, lead, ss_timer, stays
from inflight.experiments.four_way_close.teardown import LONGEST, Closing, ClosingSetting, Glance
from inflight.figure.catalogue import find
from inflight.figure.result import Result, Table
from inflight.kernel.sockets.sysctls import Sysctls

WHEEL = {16: 0.26, 130: 2.05, 1200: 16.4}
"""How much later than it is set a timer may fire, s, by how long it is: the levels of the kernel's wheel at 250 Hz."""


def late(seconds: float) -> float:
    return next(slack for most, slack in WHEEL.items() if seconds < most)


def run(**values: Any) -> Result:
    entry = find("four-way-close")
    *_, result = entry.run(entry.fill(values))
    return result


def figure(result: Result, name: str) -> float:
    return result.summary[name].value


def words(table: Table, name: str) -> list[str]:
    column = next(each for each in table.columns if each.name == name)
    return [column.words[int(value)] for value in column.values]


def path(result: Result, side: str) -> list[str]:
    """The states of one side, from the close on."""
    table = result.tables["states"]
    return [state for who, state in zip(words(table, "side"), words(table, "state"), strict=True) if who == side]


def segments(result: Result) -> list[tuple[str, str]]:
    table = result.tables["segments"]
    return [(who, label) for who, label in zip(words(table, "side"), words(table, "label"), strict=True)]


def texts(result: Result) -> list[str]:
    return [event.text for event in result.events]


# The usual ways


def test_who_closes_first_pays_with_time_wait() -> None:
    """Recording G_time_wait: 60.11 s at the client, 61.3 s at the server; the other one is gone with the last ACK."""
    recorded = {"client": 60.11, "server": 61.3}
    for first, other in (("client", "server"), ("server", "client")):
        result = run(first=first, other="later", after=0.1)
        assert path(result, first) == ["ESTABLISHED", "FIN_WAIT1", "FIN_WAIT2", "TIME_WAIT", "CLOSED"]
        assert path(result, other) == ["ESTABLISHED", "CLOSE_WAIT", "LAST_ACK", "CLOSED"]
        assert segments(result) == [(first, "FIN"), (other, "ack 2"), (other, "FIN"), (first, "ack 2")]
        # Half a round trip to get there, the pause, the FIN and its ACK.
        assert figure(result, f"{other}_gone") == pytest.approx(0.01 + 0.1 + 0.02, abs=0.001)
        assert 60 <= figure(result, "time_wait") < 60 + late(60)
        assert abs(figure(result, "time_wait") - recorded[first]) < late(60)


def test_both_at_once_pass_closing_and_both_pay() -> None:
    """Recording G_time_wait, both: FIN_WAIT1 / FIN_WAIT1, then TIME_WAIT / TIME_WAIT for 61.4 s."""
    result = run(first="both")
    for side in ("client", "server"):
        assert path(result, side) == ["ESTABLISHED", "FIN_WAIT1", "CLOSING", "TIME_WAIT", "CLOSED"]
    assert 60 <= figure(result, "time_wait") < 60 + late(60)
    assert sorted(label for _, label in segments(result)) == ["FIN", "FIN", "ack 2", "ack 2"]


def test_a_server_that_closes_at_once_answers_with_one_segment() -> None:
    """Recording G_resets: >FA <FA >A, where the server closes on end-of-file. The FIN carries the ACK."""
    result = run(how="shutdown", other="later", after=0)
    assert segments(result) == [("client", "FIN"), ("server", "FIN"), ("client", "ack 2")]
    assert "FIN_WAIT2" not in path(result, "client")


# T01


def test_close_wait_lasts_until_the_program_closes() -> None:
    """T01; recording G_close_wait: watched for 900 s, then close(): LAST_ACK, gone within 0.1 s."""
    result = run()
    assert math.isnan(figure(result, "close_wait"))
    assert path(result, "server")[-1] == "CLOSE_WAIT"
    # ss shows the FIN that nobody has read as one byte, and no timer.
    last = {name: result[f"server_{name}"][-1] for name in ("recv", "send", "there")}
    assert last == {"recv": 1, "send": 0, "there": 1}
    column = next(each for each in result.columns if each.name == "server_timer")
    assert column.words[int(column.values[-1])] == " "

    closed = run(other="later", after=600)
    assert figure(closed, "close_wait") == pytest.approx(600)
    # By then the client is long gone, so the FIN is answered by a reset: half a second is plenty.
    assert figure(closed, "server_gone") - 600 < 0.1


# T02, T03


@pytest.mark.parametrize("fin_timeout", [1, 5, 60, 120, 300])
def test_tcp_fin_timeout_does_not_touch_time_wait(fin_timeout: int) -> None:
    """T02, T03: 60 s, TCP_TIMEWAIT_LEN, whatever the sysctl says."""
    result = run(other="later", after=0.1, fin_timeout=fin_timeout)
    assert figure(result, "time_wait") == figure(run(other="later", after=0.1), "time_wait")
    assert 60 <= figure(result, "time_wait") < 60 + late(60)


# T04


@pytest.mark.parametrize(("fin_timeout", "recorded"), [(60, 60.72), (30, 30.71), (10, 10.2), (5, 5.15)])
def test_an_orphan_waits_in_fin_wait2_for_tcp_fin_timeout(fin_timeout: int, recorded: float) -> None:
    """T04; recording G_fin_wait2."""
    lasted = figure(run(fin_timeout=fin_timeout), "fin_wait2")
    assert fin_timeout <= lasted < fin_timeout + late(fin_timeout)
    assert abs(lasted - recorded) < late(fin_timeout)


@pytest.mark.parametrize(
    ("fin_timeout", "recorded"), [(61, 2.12), (70, 20.41), (90, 62.23), (100, 82.03), (120, 121.82)]
)
def test_above_a_minute_the_wait_is_twice_what_is_beyond_it(fin_timeout: int, recorded: float) -> None:
    """`__tcp_close`, then `tcp_keepalive_timer`: T − 60 s as a socket, and T − 60 s as a mini-socket.

    Recordings G_fin_wait2, G_fin_wait2_above_60, G_fin_wait2_r60.
    """
    beyond = fin_timeout - 60
    lasted = figure(run(fin_timeout=fin_timeout), "fin_wait2")
    assert 2 * beyond <= lasted < 2 * (beyond + late(beyond))
    assert abs(lasted - recorded) < 2 * late(beyond) + 0.1


def test_fin_timeout_120_is_121_8_s_in_the_recording() -> None:
    """G_fin_wait2. Two timers of a minute, each up to two seconds late."""
    result = run(fin_timeout=120)
    assert abs(figure(result, "fin_wait2") - 121.82) < late(60)
    timers = result.tables["timers"]
    assert words(timers, "name") == ["FIN_WAIT2 timer", "FIN_WAIT2 timer"]
    assert [end - start for start, end in zip(timers["start"], timers["end"], strict=True)] == [
        pytest.approx(61, abs=1.1),
        pytest.approx(61, abs=1.1),
    ]


def test_fin_wait2_of_a_shutdown_has_no_limit() -> None:
    """T04; recording G_fin_wait2: still there after 200 s with tcp_fin_timeout 10."""
    result = run(how="shutdown", fin_timeout=10)
    assert path(result, "client")[-1] == "FIN_WAIT2"
    assert math.isnan(figure(result, "fin_wait2"))
    closing = Closing(ClosingSetting(how="shutdown"), Sysctls(tcp_fin_timeout=10))
    for _ in closing.run():
        pass
    assert not closing.endless, "no timer is left that could end it"


# T05, T06, T18: nobody answers


RECORDED_ORPHANS = {0: (9, 118.8), 1: (3, 1.92), 3: (4, 3.74), 5: (6, 14.85), 8: (9, 117.68)}
"""G_orphan_retries without data: retransmissions of the FIN, and when FIN_WAIT1 was gone, s. RTO 224 ms."""


@pytest.mark.parametrize("retries", RECORDED_ORPHANS)
def test_an_orphan_in_fin_wait1_has_tcp_orphan_retries(retries: int) -> None:
    """T06. A number of retries is a time: as long as so many doublings of 200 ms take."""
    count, recorded = RECORDED_ORPHANS[retries]
    result = run(lost="all", orphan_retries=retries)
    assert figure(result, "retransmissions") == count
    # The laboratory looked ten times a second.
    assert figure(result, "fin_wait1") == pytest.approx(recorded, rel=0.03, abs=0.15)
    # 0.2 s · (2^(n+1) − 1) since the first retransmission, `tcp_model_timeout`: for 8, 102.2 s.
    assert figure(result, "fin_wait1") >= 0.2 * (2 ** ((retries or 8) + 1) - 1)


def test_the_fin_is_sent_when_the_kernel_sends_it() -> None:
    """G_orphan_retries: a tail-loss probe at the RTO, the RTO once more, then doubled, on the wheel."""
    recorded = [0.0, 0.228, 0.456, 0.912, 1.84, 3.664, 7.408, 14.832, 29.424, 59.376]
    sent = run(lost="all").tables["segments"]["sent"]
    assert list(sent) == [pytest.approx(each, rel=0.03, abs=0.01) for each in recorded]


def test_retries_0_and_8_are_the_same() -> None:
    """T06."""
    assert figure(run(lost="all"), "fin_wait1") == figure(run(lost="all", orphan_retries=8), "fin_wait1")


def test_a_shutdown_socket_has_tcp_retries2_instead() -> None:
    """T05. Recording G_giveup: with tcp_retries2 3, 5, 8 and 15 and RTO 224 ms: 3.67, 14.82, 118.14, 961.03 s."""
    for retries2, recorded in {3: 3.67, 5: 14.82, 8: 118.14, 15: 961.03}.items():
        result = run(lost="all", how="shutdown", retries2=retries2, orphan_retries=1)
        assert figure(result, "fin_wait1") == pytest.approx(recorded, rel=0.03)
    # And an orphan does not look at it.
    assert figure(run(lost="all", retries2=3), "fin_wait1") == figure(run(lost="all"), "fin_wait1")


def test_last_ack_is_limited_as_fin_wait1_is() -> None:
    """T18: the second FIN, of a socket that is closed, has tcp_orphan_retries too."""
    result = run(lost="after-ack", other="later", after=5)
    assert figure(result, "last_ack") == pytest.approx(118.8, rel=0.04)
    assert figure(run(lost="after-ack", other="later", after=5, orphan_retries=3), "last_ack") < 5
    assert figure(run(lost="after-ack", other="later", after=5, retries2=3), "last_ack") > 100


# T07: a closed window


def test_an_orphan_before_a_closed_window_is_ended_when_probes_are_two_minutes_apart() -> None:
    """T07: 340 s were measured. By hand: the doublings of an RTO of 224 ms up to 115 s, and one more of 120 s."""
    assert figure(run(catch="window", rtt=0.1), "fin_wait1") == pytest.approx(340, rel=0.02)
    lasted = figure(run(catch="window"), "fin_wait1")
    doublings = math.fsum(0.224 * 2**n for n in range(10))
    assert doublings + 120 <= lasted < 1.05 * (doublings + 120)
    assert figure(run(catch="window"), "fins") == 0, "the FIN stands behind the data"


def test_before_a_closed_window_shutdown_has_no_limit() -> None:
    """T07: still there at 420 s. Each answer to a probe keeps it."""
    result = run(catch="window", how="shutdown")
    assert path(result, "client")[-1] == "FIN_WAIT1"
    assert result["t"][-1] == pytest.approx(LONGEST)
    assert "without a limit" in result.sentence


def test_with_few_retries2_the_probes_never_get_two_minutes_apart() -> None:
    """`tcp_send_probe0` stops doubling at tcp_retries2: 224 ms · 2^9 is still under 120 s, so it counts as alive."""
    for retries2, ends in ((5, False), (9, False), (10, True), (15, True)):
        result = run(catch="window", retries2=retries2)
        assert math.isnan(figure(result, "fin_wait1")) != ends


def test_more_orphan_retries_do_not_keep_it_longer_than_its_probes_double() -> None:
    """`tcp_probe_timer`: not alive once the interval is two minutes, and then any number of retries is enough."""
    assert figure(run(catch="window", orphan_retries=3), "fin_wait1") <= figure(run(catch="window"), "fin_wait1")


# T08: too many orphans


def test_more_orphans_than_allowed_are_reset_at_once() -> None:
    """T08, `tcp_check_oom`: the FIN and a reset behind it. One fewer, and it closes as always."""
    result = run(max_orphans=1024, orphans=1024)
    assert segments(result) == [("client", "FIN"), ("client", "RST")]
    assert figure(result, "client_gone") == 0
    assert figure(run(max_orphans=1024, orphans=1023), "fin_wait2") > 60


def test_an_orphan_that_has_long_been_silent_counts_twice() -> None:
    """T08, `tcp_out_of_resources`: 3001 orphans count as 6002 to one that has sent nothing new for four minutes."""
    patient = run(lost="all", orphan_retries=12)
    assert figure(patient, "fin_wait1") > 500
    crowded = figure(run(lost="all", orphan_retries=12, max_orphans=4096, orphans=3000), "fin_wait1")
    assert 240 < crowded < 240 + 121
    roomy = run(lost="all", orphan_retries=12, max_orphans=8192, orphans=3000)
    assert figure(roomy, "fin_wait1") == figure(patient, "fin_wait1")


# Resets


def test_unread_data_and_linger_0_reset() -> None:
    """Recording G_resets: >RA, and the other side's read() says ECONNRESET."""
    for catch in ("unread", "linger"):
        result = run(catch=catch)
        assert segments(result)[-1] == ("client", "RST")
        assert figure(result, "client_gone") == 0
        assert any("ECONNRESET" in text for text in texts(result))
        assert figure(result, "fins") == 0


def test_writing_to_one_who_has_closed() -> None:
    """Recording G_fin_wait2, G_resets: the first write succeeds and is answered by R, the second one fails, EPIPE."""
    result = run(other="write")
    assert segments(result) == [("client", "FIN"), ("server", "ack 2"), ("server", "1:1001"), ("client", "RST")]
    said = texts(result)
    first, second = "the server writes 1000 B, and write() succeeds", "the server’s write() fails: EPIPE"
    assert said.index(first) < said.index(second)
    assert figure(result, "client_gone") == pytest.approx(1.02, abs=0.001), "also the FIN_WAIT2 is over"


def test_half_closed_one_side_still_hears() -> None:
    """Recording G_resets: after shutdown(SHUT_WR) in FIN_WAIT2, data are taken and acknowledged."""
    result = run(how="shutdown", other="write")
    assert figure(result, "resets") == 0
    assert [label for who, label in segments(result) if who == "client"] == ["FIN", "ack 1001", "ack 2001", "ack 2002"]


# Losses


@pytest.mark.parametrize("lost", ["fin1", "ack1", "fin2", "ack2"])
def test_any_of_the_four_may_be_lost(lost: str) -> None:
    """One retransmission, by whoever misses an answer, and all ends as if nothing had been."""
    result = run(other="later", after=1, lost=lost)
    assert figure(result, "retransmissions") == 1
    assert path(result, "client")[-2:] == ["TIME_WAIT", "CLOSED"]
    assert path(result, "server")[-1] == "CLOSED"
    # The retransmission comes after 2·SRTT + 200 ms at most (`tcp_schedule_loss_probe`), here at the RTO of 224 ms.
    plain = run(other="later", after=1)
    assert 0.2 < figure(result, "server_gone") - figure(plain, "server_gone") < 0.25 or lost == "ack1"


def test_time_wait_answers_the_fin_that_comes_again_and_starts_anew() -> None:
    """What it is for: the last ACK was lost."""
    result = run(other="later", after=0.1, lost="ack2")
    assert segments(result)[-2:] == [("server", "FIN"), ("client", "ack 2")]
    assert figure(result, "last_ack") == pytest.approx(0.24, abs=0.02)


# What is shown


def test_the_table_names_the_knob_of_each_state() -> None:
    waits = run().tables["waits"]
    assert list(zip(words(waits, "state"), words(waits, "limit"), strict=True)) == [
        ("FIN_WAIT1", "tcp_orphan_retries"),
        ("FIN_WAIT2", "tcp_fin_timeout"),
        ("CLOSE_WAIT", "none but close()"),
    ]
    assert words(run(how="shutdown").tables["waits"], "limit") == ["tcp_retries2", "none", "none but close()"]


def test_the_diagram_is_told_what_is_not_in_the_rfc() -> None:
    path_of = run().tables["path"]
    assert [
        (state, why) for state, why in zip(words(path_of, "state"), words(path_of, "why"), strict=True) if why != "–"
    ] == [("CLOSED", "tcp_fin_timeout")]
    dead = run(lost="all").tables["path"]
    assert words(dead, "why").count("timeout") == 1


@pytest.mark.parametrize(
    ("left", "printed"),
    [(59.4, "59sec"), (1.204, "1.204ms"), (0.2, "200ms"), (119.0, "1min59sec"), (700.0, "11min"), (7.0, "7sec")],
)
def test_timers_look_as_ss_prints_them(left: float, printed: str) -> None:
    """`misc/ss.c:print_ms_timer`: also its "1.204ms" for 1.204 s."""
    glance = Glance(10.0, 0, "FIN_WAIT1", 0, 1, "on", 10.0 + left, 3)
    assert ss_timer(glance, 10.0) == f"timer:(on,{printed},3)"


def test_ss_shows_the_mini_socket_with_its_timer() -> None:
    """FIN-WAIT-2 0 0 … timer:(timewait,…): as the kernel shows `tw_substate`."""
    result = run()
    row = next(i for i, t in enumerate(result["t"]) if t > 20)
    shown = {column.name: column for column in result.columns}
    state, timer = (shown[f"client_{name}"].words[int(result[f"client_{name}"][row])] for name in ("state", "timer"))
    assert state == "FIN-WAIT-2"
    assert timer.startswith("timer:(timewait,3")
    assert result["client_send"][row] == 0


def test_the_picture_begins_just_before_the_close_and_ends_after_all_is_over() -> None:
    closing = Closing(ClosingSetting(), Sysctls())
    for _ in closing.run():
        pass
    found = stays(closing)
    assert lead(closing) == pytest.approx(-0.025)
    assert {stay.state for stay in closing_stays(found)} == {"FIN_WAIT1", "FIN_WAIT2", "CLOSE_WAIT"}
    result = run()
    assert result["t"][0] >= -0.025
    assert result["t"][-1] > 60.8


@pytest.mark.parametrize("rtt", [0.1, 20, 1000])
@pytest.mark.parametrize("lost", ["nothing", "all", "ack2"])
def test_any_path_comes_to_an_end(rtt: float, lost: str) -> None:
    """With both sides closed nothing is left, on short ways and on long ones."""
    result = run(rtt=rtt, lost=lost, first="both")
    assert not math.isnan(figure(result, "client_gone"))
    assert not math.isnan(figure(result, "server_gone"))
