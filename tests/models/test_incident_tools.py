"""The printers against what the tools printed on Linux 6.1 (the texts of `docs/outputs`): same values, same text."""

import pytest

from inflight.incidents.scene import CapturedPacket, Machine, Metrics, SkMem, Softnet, SsSocket, TcpInfo, TcQdisc
from inflight.incidents.tools import ethtool, metrics, nstat, plain, softnet, ss, tc, tcpdump


def machine(**shown):
    return Machine(name="a", role="", **shown)


RECEIVER_LIMITED = """\
ESTAB 0      290224 10.1.0.2:58930     10.2.0.2:5002     timer:(on,072ms,0)
\t skmem:(r0,rb131072,t0,tb452608,f1872,w309424,o0,bl0,d0) ts sack cubic wscale:7,7 rto:244 rtt:40.956/0.002 \
mss:1448 pmtu:1500 rcvmss:536 advmss:1448 cwnd:52 bytes_sent:1343744 bytes_acked:1328641 segs_out:974 segs_in:184 \
data_segs_out:972 send 14707686bps lastsnd:12 lastrcv:12360 lastack:12 pacing_rate 29415368bps \
delivery_rate 1697120bps delivered:962 busy:12360ms rwnd_limited:12296ms(99.5%) unacked:11 rcv_space:14480 \
rcv_ssthresh:64088 notsent:275120 minrtt:20.032 snd_wnd:15232"""

LOSING = """\
cubic wscale:7,7 rto:244 rtt:41.692/1.806 mss:1448 pmtu:1500 rcvmss:536 advmss:1448 cwnd:10 ssthresh:10 \
bytes_sent:12048808 bytes_retrans:121632 bytes_acked:11896769 segs_out:8323 segs_in:6177 data_segs_out:8321 \
send 2778471bps lastrcv:29024 pacing_rate 6001400bps delivery_rate 3973728bps delivered:8228 busy:29012ms unacked:21 \
retrans:1/84 lost:1 sacked:11 reordering:10 reord_seen:2107 rcv_space:14480 rcv_ssthresh:64088 notsent:768888 \
minrtt:39 snd_wnd:1735424"""


def test_ss_of_a_sender_that_the_receiver_limits():
    info = TcpInfo(
        rto=0.244,
        rtt=0.040956,
        rttvar=0.000002,
        ato=0,
        cwnd=52,
        bytes_sent=1343744,
        bytes_acked=1328641,
        segs_out=974,
        segs_in=184,
        data_segs_out=972,
        lastsnd=0.012,
        lastrcv=12.36,
        lastack=0.012,
        pacing_rate=29415368,
        delivery_rate=1697120,
        delivered=962,
        busy=12.36,
        rwnd_limited=12.296,
        unacked=11,
        notsent=275120,
        min_rtt=0.020032,
        snd_wnd=15232,
    )
    memory = SkMem(tb=452608, f=1872, w=309424)
    ends = {"here": "10.1.0.2:58930", "peer": "10.2.0.2:5002"}
    shown = SsSocket(state="ESTAB", send_q=290224, timer="on,072ms,0", info=info, memory=memory, **ends)
    head, *lines = ss.connections(machine(connections=[shown])).split("\n")
    assert head.split() == ["State", "Recv-Q", "Send-Q", "Local", "Address:Port", "Peer", "Address:Port", "Process"]
    # the width of columns depends on the terminal
    assert [line.split() for line in lines] == [line.split() for line in RECEIVER_LIMITED.split("\n")]


def test_ss_of_a_sender_that_loses():
    info = TcpInfo(
        timestamps=False,
        sack=False,
        rto=0.244,
        rtt=0.041692,
        rttvar=0.001806,
        ato=0,
        ssthresh=10,
        bytes_sent=12048808,
        bytes_retrans=121632,
        bytes_acked=11896769,
        segs_out=8323,
        segs_in=6177,
        data_segs_out=8321,
        lastrcv=29.024,
        pacing_rate=6001400,
        delivery_rate=3973728,
        delivered=8228,
        busy=29.012,
        unacked=21,
        retrans=(1, 84),
        lost=1,
        sacked=11,
        reordering=10,
        reord_seen=2107,
        notsent=768888,
        min_rtt=0.039,
        snd_wnd=1735424,
    )
    shown = SsSocket(state="ESTAB", here="10.1.0.2:1", peer="10.2.0.2:2", info=info)
    assert ss.connections(machine(connections=[shown])).split("\n")[-1].strip() == LOSING


def test_nstat():
    counters = {
        "TcpExtTCPPureAcks": 5834,
        "TcpRetransSegs": 87,
        "TcpExtListenDrops": 0,
        "TcpActiveOpens": 1,
        "TcpInSegs": 6431,
    }
    assert nstat.counters(machine(counters=counters)).split("\n") == [
        "#kernel",
        "TcpActiveOpens                  1                  0.0",
        "TcpInSegs                       6431               0.0",
        "TcpRetransSegs                  87                 0.0",
        "TcpExtTCPPureAcks               5834               0.0",
    ]


@pytest.mark.parametrize(
    ("shown", "text"),
    [
        (
            TcQdisc(
                kind="tbf",
                handle="1:",
                options="rate 100Mbit burst 4537b lat 80s",
                bytes=75394312,
                packets=49800,
                dropped=15,
                overlimits=99587,
                backlog_bytes=119606,
                backlog_packets=79,
            ),
            """\
qdisc tbf 1: root refcnt 2 rate 100Mbit burst 4537b lat 80s
 Sent 75394312 bytes 49800 pkt (dropped 15, overlimits 99587 requeues 0)
 backlog 119606b 79p requeues 0""",
        ),
        (
            TcQdisc(
                kind="fq_codel",
                handle="10:",
                parent="1:1",
                options="limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn"
                " drop_batch 64",
                bytes=12607704,
                packets=8336,
                dropped=161,
                backlog_bytes=12112,
                backlog_packets=8,
                extra=(
                    "maxpacket 1514 drop_overlimit 0 new_flow_count 282 ecn_mark 45 memory_used 19096",
                    "new_flows_len 0 old_flows_len 4",
                ),
            ),
            """\
qdisc fq_codel 10: parent 1:1 limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn \
drop_batch 64
 Sent 12607704 bytes 8336 pkt (dropped 161, overlimits 0 requeues 0)
 backlog 12112b 8p requeues 0
  maxpacket 1514 drop_overlimit 0 new_flow_count 282 ecn_mark 45 memory_used 19096
  new_flows_len 0 old_flows_len 4""",
        ),
    ],
)
def test_tc(shown, text):
    assert tc.disciplines(machine(qdiscs=[shown])) == text


@pytest.mark.parametrize(("count", "text"), [(0, "0b"), (4537, "4537b"), (119606, "119606b"), (33554432, "32Mb")])
def test_sizes_of_tc(count, text):
    assert tc.size(count) == text


def test_tcp_metrics():
    entry = Metrics(peer="10.2.0.2", source="10.1.0.2", age=1.032, ssthresh=88, cwnd=69, rtt=0.056195, rttvar=0.041913)
    expected = "10.2.0.2 age 1.032sec ssthresh 88 cwnd 69 rtt 56195us rttvar 41913us source 10.1.0.2"
    assert metrics.remembered(machine(metrics=[entry])) == expected


def test_tcpdump():
    ends = {"source": "10.2.0.2:84", "to": "10.1.0.2:40852"}
    back = {"source": "10.1.0.2:40852", "to": "10.2.0.2:84"}
    stamps = "nop,nop,TS val 1992385849 ecr 1572908225"
    packets = [
        CapturedPacket(t=0, flags=".", ack=2897, window=496, options=f"{stamps},nop,nop,sack 1 {{4345:5793}}", **ends),
        CapturedPacket(
            t=3661.5,
            flags="P.",
            seq=18825,
            ack=1,
            window=502,
            length=1448,
            options="nop,nop,TS val 1572908245 ecr 1992385849",
            **back,
        ),
        CapturedPacket(t=3661.75, flags="R.", seq=0, ack=350283003, **ends),
    ]
    assert tcpdump.packets(machine(packets=packets)).split("\n") == [
        " 00:00:00.000000 IP 10.2.0.2.84 > 10.1.0.2.40852: Flags [.], ack 2897, win 496, options [nop,nop,"
        "TS val 1992385849 ecr 1572908225,nop,nop,sack 1 {4345:5793}], length 0",
        " 01:01:01.500000 IP 10.1.0.2.40852 > 10.2.0.2.84: Flags [P.], seq 18825:20273, ack 1, win 502, options "
        "[nop,nop,TS val 1572908245 ecr 1992385849], length 1448",
        " 01:01:01.750000 IP 10.2.0.2.84 > 10.1.0.2.40852: Flags [R.], seq 0, ack 350283003, win 0, length 0",
    ]


def test_ethtool():
    shown = machine(ring={"max_rx": 4096, "max_tx": 4096, "rx": 256, "tx": 256}, nic={"rx_packets": 21310})
    assert ethtool.ring(shown).split("\n") == [
        "Ring parameters for eth0:",
        "Pre-set maximums:",
        "RX:\t\t4096",
        "RX Mini:\tn/a",
        "RX Jumbo:\tn/a",
        "TX:\t\t4096",
        "Current hardware settings:",
        "RX:\t\t256",
        "RX Mini:\tn/a",
        "RX Jumbo:\tn/a",
        "TX:\t\t256",
    ]
    assert ethtool.statistics(shown) == "NIC statistics:\n     rx_packets: 21310"


def test_softnet_stat():
    """`net-procfs.c:softnet_seq_show`: thirteen columns; the first three, received_rps, backlog and the CPU count."""
    shown = machine(
        softnet=[Softnet(), Softnet(processed=0x1F7A3, dropped=12, time_squeeze=3, received_rps=5, backlog=7)]
    )
    lines = [[int(column, 16) for column in line.split()] for line in softnet.softnet_stat(shown).split("\n")]
    assert lines == [[0] * 13, [0x1F7A3, 12, 3, 0, 0, 0, 0, 0, 0, 5, 0, 7, 1]]


def test_ping():
    lines = plain.ping(machine(peer="10.2.0.2", ping=[0.0400, None, 0.0420, 0.0410])).split("\n")
    assert lines[0] == "PING 10.2.0.2 (10.2.0.2) 56(84) bytes of data."
    assert lines[2] == "64 bytes from 10.2.0.2: icmp_seq=3 ttl=63 time=42.0 ms"
    assert lines[-2].startswith("4 packets transmitted, 3 received, 25% packet loss, time ")
    # mean 41; deviations 1, 1, 0: the root of 2/3 (`iputils:ping_common.c`, tmvar)
    assert lines[-1] == "rtt min/avg/max/mdev = 40.000/41.000/42.000/0.816 ms"
