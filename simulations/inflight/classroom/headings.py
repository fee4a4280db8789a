"""What each number of a figure's summary is called, and its unit: a paper says so before any model has run.

What is not in the list (a new figure, a label that depends on the values) is looked up in a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from math import nan

from inflight.classroom.figure import Shown, result
from inflight.classroom.goals import Goal, number
from inflight.figure.parameters import Value
from inflight.figure.result import Figure
from inflight.incidents.fault import finish

_LISTED = """
bandwidth-delay
  bdp | MB | Bandwidth-delay product
  share | MB | Of it, one connection's
  rmem_needed | MB | tcp_rmem[2] that just fills it
  wmem_needed | MB | tcp_wmem[2] that just fills it
  rmem_advised | B | tcp_rmem[2] with room to spare
  wmem_advised | B | tcp_wmem[2] with room to spare
  window | MB | Window of your receive buffer
  payload | MB | Data that your send buffer holds
  goodput | Mbit/s | With your buffers, reckoned
  measured | Mbit/s | With your buffers, run
  utilisation | % | Of what the line can carry, reckoned
bufferbloat
  ping | ms | Ping, median
  p99 | ms | Ping, 99th percentile
  lost | % | Pings lost
  goodput | Mbit/s | Data delivered
  used | % | Of what the line can carry
  full | ms | What a full buffer adds
  pipe | kB | Bandwidth-delay product
  enough | kB | Smallest buffer of the sweep with 98 % of the speed
byte-queue-limits
  mean | bytes | In the ring, mean of the last sixth
  mean_time | ms | The line needs for these
  idle | ms | Wire idle while packets waited
  ring | bytes | Room in the ring
  limit | bytes | The limit settles at
  limit_time | ms | The line needs for the limit
  ring_time | ms | The line needs for a full ring
  highest | bytes | Highest limit
  idle_share | % | Idle share of the time
  growths |  | Times the limit grew
  shrinks |  | Times it shrank
codel
  first | ms | First packet dropped or marked
  fifth | ms | Fifth, after the first
  worst | ms | Longest wait
  caught | packets | Dropped or marked by the law
  too_many | packets | Dropped because of the limit
  throughput | Mbit/s | Left the queue
  second | ms | Second, after the first
  third | ms | Third, after the first
  fifth_rfc | ms | Fifth, by the RFC's law
  fifth_linux | ms | Fifth, by the kernel's step
congestion-window
  goodput | Mbit/s | Goodput
  mean_cwnd | segments | Mean window
  mean_queue | packets | Mean queue
  mean_srtt | ms | Mean round-trip time
  slow_start_peak | segments | Largest window of slow start
  cwnd_at_loss_mean | segments | Mean window at a loss
  loss_period | s | Time between losses
  max_queue | packets | Longest queue
  queue_empty | % | Time with an empty queue
  drops | packets | Dropped by the queue
  lost | packets | Lost at random
  retransmissions | segments | Sent again
  timeouts |  | Timeouts
  packets_sent | segments | Segments sent
  marked | packets | Marked by the queue
cork
  latency | ms | Until the answer is there
  first | ms | The same as the first request of the connection
  least | ms | One round trip
  writes |  | Calls that write
  segments | segments | Segments with data that the client sent
  largest | B | Data in the largest of them
  corked | ms | Held by the cork
  nagle | ms | Held by Nagle
  card | ms | Waited for the card
  rto | ms | Retransmission timeout at the end
cubic-curve
  after_loss | segments | Window after the loss
  k | s | K
  kernel_k | s | K in the kernel's integers
  plateau | segments | Plateau
  cubic_back | s | The curve is back after
  friendly_back | s | The Reno-friendly estimate is back after
  reno_back | s | Reno is back after
driver-queue
  wait | ms | Wait of the small packet
  own | ms | Its own time on the line
  one | ms | One packet ahead, on the line
  bytes | B | In the ring at first
  stops |  | Times the ring was full
  idle | ms | Line idle while packets waited
  idle_share | % | Share of the time
  drops | packets | Dropped by the discipline
fair-queueing
  p50 | ms | The call’s round trip, median
  p99 | ms | One in a hundred takes longer than
  lost | % | Of the call lost
  goodput | Mbit/s | Uploads together
  mean_queue | packets | Mean queue
  drops | packets | Dropped
  jain |  | Jain’s index of the uploads
fairness
  share1 | % | Share of the first
  share2 | % | Share of the second
  share3 | % | Share of the third
  share4 | % | Share of the fourth
  jain |  | Jain’s index
  goodput | Mbit/s | All together
  mean_queue | packets | Mean queue
  drops | packets | Dropped by the queue
fast-open
  first_byte | ms | The visit shown: first byte
  without | ms | Without Fast Open
  saved | ms | Saved in the visit shown
  first_visit | ms | The first visit: first byte
  last_visit | ms | The last visit: first byte
  in_syn | B | In the first SYN of the visit shown
  visits |  | Visits
  executed |  | Requests that the server acted on
four-way-close
  client_gone | s | The client’s socket is gone after
  server_gone | s | The server’s socket is gone after
  fin_wait1 | s | Longest in FIN_WAIT1
  fin_wait2 | s | Longest in FIN_WAIT2
  time_wait | s | Longest in TIME_WAIT
  close_wait | s | Longest in CLOSE_WAIT
  last_ack | s | Longest in LAST_ACK
  fins |  | FINs sent
  resets |  | Resets sent
  retransmissions |  | Retransmissions
  probes |  | Probes of the closed window
htb
  alone | Mbit/s | 1:10 alone
  used | % | Of the root, used by 1:10 alone
  total | Mbit/s | All together
  share1 | % | Share of 1:10
  share2 | % | Share of 1:20
  borrowed | packets | 1:10 borrowed
  lended | packets | 1:10 paid itself
  drops | packets | Dropped
  share3 | % | Share of 1:30
idle-restart
  first | ms | First answer, from connecting on
  later | ms | The others, on average
  least | ms | One round trip and the time of the line
  found | segments | Window that the last request found
  known | segments | Window that ss showed before it
  rto | ms | Retransmission timeout at the end
  retransmissions | segments | Sent again
  packets_sent | segments | Segments sent
keepalive
  told | s | Until your program learns it
  known | s | Until your kernel knows it
  keepalive | s | Keepalive’s time, by its settings
  documented | s | tcp_retries2 as a time
  probes |  | Keepalive probes sent
  again |  | Segments sent again
  peer | s | Until the peer’s program learns it
listen-queues
  most_waiting | connections | In the accept queue, at most
  overflows |  | ListenOverflows
  unknown | connections | Connected, and the server has no socket, at most
  slow | clients | A second or more in connect()
  connected | clients | Told that they are connected
  median | ms | connect(), median
  slowest | s | connect(), slowest
  most_half_open | connections | Half open, at most
  answered | clients | Answered
  errors | clients | Failed or given up
loss-and-rtt
  goodput | Mbit/s | Goodput at your point, mean of 4
  lowest | Mbit/s | The slowest of them
  highest | Mbit/s | The fastest of them
  mathis | Mbit/s | Mathis' formula there
  share | % | Of what the line can carry
  mathis_window | segments | Mean window of the formula
  pipe | segments | Window that fills the empty path
  loss_to_fill | % | Loss at which the formula fills the path
  filled | cells | Of the map's 48, 90 % of the line or more
  reno_recovery | s | Reno's way back after one loss, full path
  cubic_recovery | s | CUBIC's way back
loss-recovery
  finished | ms | All has arrived
  waited | ms | From the loss to the first retransmission
  retransmissions | segments | Sent again
  needless | segments | Needlessly
  timeouts |  | Timeouts
  undone |  | Reductions taken back
  sent_per_ten | segments | Sent for ten that arrive, while reducing
  silence | ms | From the first retransmission to the next packet
  filled | ms | The last hole is known to be filled
multi-queue
  first | % | The busiest in the first ten seconds
nagle-delayed-ack
  latency | ms | The round shown
  first | ms | The first round
  later | ms | Later rounds, average
  least | ms | One round trip
  held_client | ms | Held back by Nagle at the client
  held_server | ms | Held back by Nagle at the server
  late | ms | An ACK waited for its timer, in this round
  delayed_acks |  | ACKs that a timer sent, in all
  client_segments | segments | Sent by the client, in all
  server_segments | segments | Sent by the server, in all
netem
  arrived | Mbit/s | Arrived
  dropped | packets | Dropped for want of room
  most | packets | Most inside at a time
  late | packets | Arrived after one that was sent later
  longest | ms | Longest delay
  needed | packets | On their way during the delay
  sent | packets | Sent
  whole | packets | Packets that arrived whole
  at_once | packets | Sent on at once
  twice | packets | Arrived a second time
  damaged | packets | Damaged, and thrown away
  left | packets | Still inside when the run ends
  median | ms | Median delay
  least | ms | Shortest delay
  lost | packets | Lost on purpose
offload
  frames | frames | On the wire
  mss | bytes | Data in a full segment
  skbs | packets | Trips through the sender's stack
  largest | bytes | Largest packet from TCP, with headers
  segments | segments | Segments in it
  delivered | packets | Trips through the receiver's stack
  interrupts |  | Interrupts at the receiver
  acks |  | ACKs on the way back
  burst | frames | Longest burst without a gap
  burst_time | µs | That it takes the line
  cpu_sender | µs | Sender's CPU time for trips
  cpu_receiver | µs | Receiver's CPU time for trips
  arrives | µs | All data are with the receiver's TCP after
  share | % | Data among the bytes on the wire
pacing
  transfer_time | s | Transfer time
  drops | packets | Dropped by the queue
  max_queue | packets | Longest queue seen
  first_window | segments | Sent before the first ACK
  first_spread | ms | Time they take to leave
  goodput | Mbit/s | Goodput
  retransmissions | segments | Sent again
  timeouts |  | Timeouts
  packets_sent | segments | Segments sent
packet-path
  read | Mbit/s | The program reads
  written | packets | Written
  lost | packets | Lost
  blocked | % | Time that send() sleeps
  delay | ms | Mean time from send() to recv()
  longest | ms | Longest of its waits, mean
  wait_sndbuf | ms | Mean time in: Send buffer
  wait_qdisc | ms | Mean time in: Qdisc
  wait_ring | ms | Mean time in: Driver’s ring
  wait_router | ms | Mean time in: Router’s queue
  wait_rx_ring | ms | Mean time in: Receive ring
  wait_backlog | ms | Mean time in: CPU backlog
  wait_rcvbuf | ms | Mean time in: Receive buffer
  lost_router | packets | Lost at: Router’s queue
  lost_rcvbuf | packets | Lost at: Receive buffer
  lost_qdisc | packets | Lost at: Qdisc
  lost_rx_ring | packets | Lost at: Receive ring
  lost_backlog | packets | Lost at: CPU backlog
priority-bands
  through1 | % | Of the call that gets through
  delay1 | ms | The call waits, median
  through2 | % | Of the download that gets through
  delay2 | ms | The download waits, median
  through3 | % | Of the backup that gets through
  delay3 | ms | The backup waits, median
  drops | packets | Dropped
receive-buffer
  goodput | Mbit/s | Read, on average
  utilisation | % | Of what the line can carry
  rwnd_limited | % | Time limited by the receiver's window
  zero_windows |  | Times the window was shut
  probes |  | Probes of a shut window
  buffer | B | Receive buffer at the end (sk_rcvbuf)
  unread | kB | Not yet read at the end
  wscale |  | Window scale
  retransmissions | segments | Sent again
  packets_sent | segments | Segments sent
receive-ring
  lost | packets | Lost
  missed | packets | In the ring (rx_missed_errors)
  backlog_drops | packets | In the backlog (softnet_stat, column 2)
  socket_drops | packets | At the socket (RcvbufErrors)
  read | packets | Read by the program
  longest | ms | Longest wait
  median | ms | Median wait
  interrupts |  | Interrupts of the burst
  time_squeeze |  | time_squeeze
  ksoftirqd |  | ksoftirqd woken
  cpu | % | CPU 0 in interrupts and polling
request-response
  total | ms | Until the last byte is there
  large | ms | The same through a buffer of 64 KiB
  slower |  | Times slower than that
  least | ms | One round trip and the time of the line
  connect | ms | Connecting
  travel | ms | On the way there and back
  line | ms | On the line
  acks | ms | Waiting for ACKs
  nagle | ms | Held by Nagle
  work | ms | Server at work
  asking | ms | Asking for the next chunk
  segments | segments | Segments of the answer
  goodput | Mbit/s | Data per time
retransmission-timeout
  srtt | ms | SRTT
  rto | ms | Timeout of Linux
  rfc | ms | Timeout of RFC 6298
  rfc_rttvar | ms | RTTVAR of RFC 6298
  waited | ms | Until something is sent again
  without_probe | ms | The same without probes
  with_probe | ms | The same with probes
  timeouts |  | Timeouts
  finished | ms | All has arrived
reverse-path
  syns |  | SYNs that tcpdump shows
  answers |  | SYN-ACKs that leave
  reverse_path |  | IPReversePathFilter
  no_route |  | IpOutNoRoutes, ListenDrops
  logged | lines | In the kernel’s log
  waited | s | Until connect() returns
  connected |  | 1: both ends are connected
send-buffer
  transfer_time | s | Transfer time
  goodput | Mbit/s | Goodput
  utilisation | % | Of what the line can carry
  per_rtt | kB | Data per round trip
  max_in_flight | kB | Most in flight
  bdp | kB | Bandwidth-delay product
  limit | B | Limit that getsockopt() shows
  retransmissions | segments | Sent again
  packets_sent | segments | Segments sent
slow-start
  time | ms | From connecting to the last byte
  rounds |  | Round trips for the answer
  line | ms | What the line alone needs
  final_cwnd | segments | Window at the end
  slow_start_peak | segments | Window when slow start ended
  acks |  | ACKs until then
  drops | packets | Dropped by the queue
  retransmissions | segments | Sent again
  packets_sent | segments | Segments sent
small-queues
  wait_p50 | ms | A ping's wait, median of the second half
  wait_max | ms | Longest wait of a ping
  goodput | Mbit/s | Goodput of all uploads
  highest | kB | Most memory below TCP, first upload
  bound | kB | Its limit at the end
  burst | segments | Most segments in one skb
  longest | packets | Longest queue seen
  below | kB | In qdisc and device on average
  held | kB | In the sockets, not sent yet, on average
  srtt | ms | The upload's own round trip
  drops | packets | Dropped by the qdisc
  retransmissions | segments | Sent again
  waits |  | Times TCP was held back, first upload
syn-flood
  half_open | requests | Most half-open requests
  closed | s | New clients were turned away for
  at_once | % | Of the honest clients served within a second
  longest | s | The longest wait until one was served
  waiting | clients | Still waiting at the end
  sent | SYNs | Sent by the attack
  volume | kB | That is
  cookies |  | Cookies sent
  drops |  | Dropped (ListenDrops)
  overflows |  | Of these: the accept queue was full
  mss | B | MSS after a cookie
  cap | Mbit/s | Most that can be sent after a cookie
syn-retries
  due | s | By the timers’ nominal times
  earliest | s | Earliest, as the wheel may stand
  latest | s | Latest, as the wheel may stand
  syns |  | SYNs sent
  answers |  | SYN-ACKs sent
  connected | s | The first attempt was connected after
  late | s | After the server was back
  exchange | % | One SYN and its answer get through
  chance | % | Chance to be connected before it fails
  soon | % | Chance to be connected within 3 s
  nearly_all | s | 99 in 100 are connected within
  share | % | Of the attempts that were made
tcp-memory
  peak | pages | Most that all sockets had
  peak_bytes | MiB | The same in bytes
  wanted | pages | If every buffer were full
  limit_bytes | MiB | tcp_mem[2] in bytes
  ram | MiB | A host whose default tcp_mem[1] this is has
  pressure | s | Under pressure
  entered | times | Pressure began
  refused | allocations | Refused
  dropped | segments | Received, and dropped for want of memory
  first | kB | What the first connections had when they woke up
  last | kB | And the last ones
  throughput | Mbit/s | Data that got through
  line | Mbit/s | What the line can carry
  at_the_end | pages | At the end
tcp-metrics
  first | ms | First transfer
  last | ms | Last transfer
  mean | ms | On average
  began | segments | Remembered at the beginning
  remembered | segments | Remembered at the end
  packets_sent | segments | Segments sent
textbook-trace
  peak | segments | Largest window
  final | segments | Window at the end
  losses |  | Losses
three-way-handshake
  returned | ms | connect() returned after
  connected | ms | The client is connected after
  accepted | ms | The server is connected after
  asked | ms | The server has the request after
  first_byte | ms | The client has the first byte after
  segments |  | Segments sent
  window_syn | B | First window, in the SYN
  window_syn_ack | B | First window, in the answer
  payload | B | Data in a full segment
  shift | bits | Shift of the server’s windows
  multiplier |  | They are multiplied by
  largest_window | B | Largest window it can offer
three-windows
  goodput | Mbit/s | Goodput
  utilisation | % | Of what the line can carry
  rwnd_limited | % | rwnd_limited, of the time it was busy
  sndbuf_limited | % | sndbuf_limited, of the time it was busy
  max_in_flight | kB | Most in flight
  bdp | kB | Bandwidth-delay product
  retransmissions | segments | Sent again
  packets_sent | segments | Segments sent
time-wait
  first_refusal | s | The first connect() fails after
  throughput | /s | Connections that succeed, on average
  ceiling | /s | All ports, once in 60 s
  refused |  | Refused with EADDRNOTAVAIL
  refused_share | % | Of all attempts
  attempts |  | Attempts
  succeeded |  | Connections
  ports | ports | Ports to one destination
  recycled |  | TIME_WAITs taken over
  overflows |  | TIME_WAITs thrown away
  client | sockets | TIME_WAIT sockets of the client, at most
  server | sockets | TIME_WAIT sockets of a server, at most
  memory | kB | Memory that these take
  tried | ports | Ports that a connect() looks at, at most
tiny-buffers
  small_rmem | kB/s | With the small receive buffer
  small_wmem | kB/s | With the small send buffer
  both | kB/s | With both
  rmem_per_rtt | kB | Per round trip, small receive buffer
  wmem_per_rtt | kB | Per round trip, small send buffer
  mss | B | Segments into the small window
token-bucket
  limit | B | Limit that the kernel gets
  longest | ms | Longest wait
  worst | ms | A full queue and no tokens
  at_once | packets | Passed before one had to wait
  dropped | packets | Dropped
  peak | Mbit/s | Highest output of a bin
  refill | s | Until an empty bucket is full
  promised | ms | Latency that was asked for
  most | B | Most within a millisecond
  sent | packets | Packets that came
  overlimits |  | Had to wait for tokens (overlimits)
window-scaling
  transfer_time | s | Transfer time
  goodput | Mbit/s | Goodput
  bytes_per_second | MB/s | The same in bytes
  utilisation | % | Of what the line can carry
  shift | bits | Shift by which the receiver's windows are meant
  multiplier |  | They are multiplied by
  largest_window | B | Largest window the sender can read
  read_window | B | What it read at the end
  one_per_rtt | MB/s | One largest window per round trip
  max_in_flight | kB | Most in flight
  bdp | kB | Bandwidth-delay product
  rwnd_limited | % | Of the time the sender waited for the window
  retransmissions | segments | Sent again
  packets_sent | segments | Segments sent
"""
"""Of each figure, by its id: name | unit | label. A test holds it to what the figures say."""


@cache
def listed() -> Mapping[str, Mapping[str, Figure]]:
    """Numbers by the id of their figure and their name, without a value."""
    found: dict[str, dict[str, Figure]] = {}
    numbers: dict[str, Figure] = {}
    for line in _LISTED.strip().splitlines():
        if "|" in line:
            name, unit, label = (part.strip() for part in line.split("|"))
            numbers[name] = Figure(nan, unit, label)
        else:
            numbers = found[line] = {}
    return found


def heading(shown: Shown, summary: str, values: Mapping[str, Value] | None = None) -> Figure:
    """Label and unit of a number of the summary, with NaN for its value.

    Raises:
        AssignmentError: the figure has none of that name.
    """
    known = listed().get(shown.id, {})
    if summary in known:
        return known[summary]
    at = next(shown.possibilities()) if values is None else values
    return replace(number(finish(result(shown.id, at)), summary), value=nan)


def in_words(goals: tuple[Goal, ...], shown: Shown, values: Mapping[str, Value] | None = None) -> list[str]:
    """Each goal as a paper says it: `Goodput: at least 95 Mbit/s`."""
    return [goal.in_words(heading(shown, goal.summary, values)) for goal in goals]
