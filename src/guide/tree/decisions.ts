import type { Finding, Step } from './model';

const STALL_40: Finding = {
  cause:
    'One end writes twice before it reads. Nagle’s rule holds the second piece, and the delayed ACK of the other end is what it waits for.',
  cure: 'Write a message in one call: a buffer, `writev()`, or `MSG_MORE`. Where you cannot, `TCP_NODELAY` at the end that writes.',
  figure: { id: 'nagle-delayed-ack', preset: 'three-messages' },
  chapter: 'small-writes/nagle#both',
  story: 'echo-40-ms',
  knobs: ['TCP_NODELAY', 'MSG_MORE', 'writev(fd, iov, n)', 'TCP_QUICKACK'],
};

const STALL_200: Finding = {
  cause: 'A cork that nobody has pulled. What is left of a message is shorter than a segment, and a timer lets it go.',
  cure: 'Pull the cork at the end of each answer, on every way through the code.',
  figure: { id: 'cork', preset: 'a-forgotten-cork' },
  chapter: 'small-writes/nagle#cork',
  knobs: ['TCP_CORK', 'MSG_MORE'],
};

const TIMEOUT: Finding = {
  cause: 'The retransmission timer. The last packets of a burst were lost, so no later ones could tell of it.',
  cure: 'Find where packets are lost. A path inside a data centre may have a smaller `rto_min`.',
  figure: { id: 'retransmission-timeout', preset: 'only-the-timer' },
  chapter: 'congestion/losing-packets#timer',
  knobs: ['ip route … rto_min', 'net.ipv4.tcp_early_retrans'],
};

const ZERO_WINDOW: Finding = {
  cause:
    'The receiving program does not read. Its buffer is full, it has announced a window of zero, and the sender may only probe.',
  cure: 'Mend the reader: a thread that is busy, a lock, a disk. A larger buffer only delays the stop.',
  figure: { id: 'receive-buffer', preset: 'it-stops-reading' },
  chapter: 'windows/receive-window#shut',
  knobs: ['read(fd, buf, n)', 'SO_RCVBUF', 'net.ipv4.tcp_rmem'],
};

const AFTER_A_PAUSE: Finding = {
  cause:
    'A pause longer than the RTO has taken the congestion window back, step by step, and the answer has to grow it again.',
  cure: 'On a server that answers over kept connections, `net.ipv4.tcp_slow_start_after_idle=0`.',
  figure: { id: 'idle-restart', preset: 'every-ten-seconds' },
  chapter: 'congestion/idle#staircase',
  story: 'data-centres',
  knobs: ['net.ipv4.tcp_slow_start_after_idle', 'ip route … initcwnd'],
};

const OVERFLOW: Finding = {
  cause:
    'The accept queue is full: the program fetches connections more slowly than they come, or stood still for a moment.',
  cure: 'Raise both, the backlog of `listen()` and `net.core.somaxconn`, as far as the clients have patience; then find the pause.',
  figure: { id: 'listen-queues', preset: 'a-pause-of-1.5-s' },
  chapter: 'opening/listen-queues#full',
  story: 'backlog-50',
  knobs: ['listen(fd, backlog)', 'net.core.somaxconn'],
};

const WRONG_WAY: Finding = {
  cause:
    'The packet came in at an interface by which this host would not answer, and the reverse-path filter throws it away.',
  cure: 'Give each address a routing table of its own, or set loose mode (2). The larger of `all` and the interface counts.',
  figure: { id: 'reverse-path', preset: 'as-it-was-found' },
  chapter: 'opening/reverse-path#filter',
  story: 'two-nics',
  knobs: ['net.ipv4.conf.all.rp_filter', 'ip rule … from'],
};

const FLOOD: Finding = {
  cause: 'Half-open connections fill their places: an attack, or many clients that cannot hear the answer.',
  cure: 'Leave `net.ipv4.tcp_syncookies` at 1 and look where the SYNs come from. A longer queue helps only against short bursts.',
  figure: { id: 'syn-flood', preset: 'five-seconds-of-attack' },
  chapter: 'opening/syn-flood#kept',
  knobs: ['net.ipv4.tcp_syncookies', 'net.ipv4.tcp_max_syn_backlog'],
};

const OUT_OF_PORTS: Finding = {
  cause: 'Every port towards this destination is in use, most of them in TIME_WAIT for a minute.',
  cure: 'Keep connections and use them again. If that cannot be, more ports, or `net.ipv4.tcp_tw_reuse=1`.',
  figure: { id: 'time-wait', preset: 'out-of-ports' },
  chapter: 'closing/ports#ceiling',
  story: 'no-more-ports',
  knobs: ['net.ipv4.ip_local_port_range', 'net.ipv4.tcp_tw_reuse'],
};

const slow: Step = {
  command: 'ss -tinm dst 203.0.113.9',
  question: 'Run it on the end that sends, a few times while it is slow. What does the line of this connection say?',
  answers: [
    {
      text: '`sndbuf_limited`; or `unacked` stays below `cwnd`, and `tb` in `skmem` is a small number that never changes',
      then: {
        cause:
          'The send buffer is smaller than what the path holds. The program waits for ACKs, and the line for the program. `ss` may admit to little `sndbuf_limited`, or to none.',
        cure: 'Take `SO_SNDBUF` out of the program, so that the kernel can tune it. Only then think of the third value of `net.ipv4.tcp_wmem`.',
        figure: { id: 'send-buffer', preset: 'as-found' },
        chapter: 'windows/why-slow#keeps',
        story: 'big-query',
        knobs: ['SO_SNDBUF', 'net.ipv4.tcp_wmem', 'net.core.wmem_max'],
      },
    },
    {
      text: '`rwnd_limited` with a large share',
      then: {
        command: "ss -tinm 'sport = :443'",
        question:
          'On the end that receives (here it serves port 443): what stands in `Recv-Q`, and does the line have a `wscale`?',
        answers: [
          { text: '`Recv-Q` stays large', then: ZERO_WINDOW },
          {
            text: 'No `wscale` at all',
            then: {
              cause:
                'The window cannot be larger than 65,535 bytes: the option to scale it was lost in one of the SYNs.',
              cure: 'Find the box or the setting that takes the option away. `tcpdump` of both SYNs at both ends shows where.',
              figure: { id: 'window-scaling', preset: 'taken-out-of-the-syn' },
              chapter: 'windows/window-scaling#once',
              knobs: ['net.ipv4.tcp_window_scaling'],
            },
          },
          {
            text: '`Recv-Q` is small, and there is a `wscale`',
            then: {
              cause: 'The receive buffer is at its limit, and that is smaller than rate times round-trip time.',
              cure: 'Raise the third value of `net.ipv4.tcp_rmem` at the receiver, and leave `SO_RCVBUF` unset.',
              figure: { id: 'bandwidth-delay', preset: 'a-gigabit-across-the-ocean' },
              chapter: 'windows/buffer-sizes#receive',
              knobs: ['net.ipv4.tcp_rmem', 'SO_RCVBUF'],
            },
          },
        ],
      },
    },
    {
      text: '`Send-Q` is 0 most of the time, or `app_limited` though `tb` is large',
      then: {
        command: "tcpdump -ttt -ni any 'host 203.0.113.9 and tcp port 443'",
        question: 'The network waits for a program. How long are the pauses, and which packet ends them?',
        answers: [
          { text: '40 ms or a little more, and then a bare ACK', then: STALL_40 },
          { text: '200 ms or more, then new data, and nothing is sent twice', then: STALL_200 },
          {
            text: 'One round trip after each piece',
            then: {
              cause: 'The program asks for a piece, waits, and asks for the next one.',
              cure: 'Ask for more at a time, or for the next piece before the last one is there.',
              figure: { id: 'request-response', preset: 'asking-for-each-kb' },
              chapter: 'small-writes/transfer-buffers#asking',
              knobs: ['read(fd, buf, n)', 'write(fd, buf, n)'],
            },
          },
          {
            text: 'Short ones, without a pattern',
            then: {
              cause: 'The program needs its time for each piece, and the pieces are small.',
              cure: 'Larger pieces. `perf` and `strace -c` say what a piece costs.',
              figure: { id: 'request-response', preset: '1-kb-at-a-time' },
              chapter: 'small-writes/transfer-buffers#not-tcp',
              knobs: ['write(fd, buf, n)'],
            },
          },
        ],
      },
    },
    {
      text: 'None of these: `unacked` is as large as `cwnd`, and the second number of `retrans` grows',
      then: {
        command: 'ss -tin dst 203.0.113.9',
        question: 'Packets are lost. Compare `rtt` with `minrtt` in the same line.',
        answers: [
          {
            text: '`rtt` is close to `minrtt`',
            then: {
              cause:
                'No queue is full, and still packets die: a bad cable, radio, a policer. A congestion control that takes loss for a full queue halves its window for nothing.',
              cure: 'Mend the path if it is yours. Else try `bbr`, and look at what it does to the others on the line.',
              figure: { id: 'loss-and-rtt', preset: 'one-per-cent-at-100-ms' },
              chapter: 'congestion/lossy-networks#mathis',
              story: 'lossy-vpn',
              knobs: ['net.ipv4.tcp_congestion_control'],
            },
          },
          {
            text: '`rtt` is far above `minrtt`',
            then: {
              cause:
                'The slowest line is full, and so is the queue in front of it. This is what a line looks like that gives all it has, or is shared.',
              cure: 'Nothing in TCP makes the line faster. See who else is on it; a queue for each flow shares it evenly.',
              figure: { id: 'congestion-window', preset: 'far-too-large-a-buffer' },
              chapter: 'congestion/sharing#queue-for-each',
              knobs: ['tc qdisc replace', 'net.core.default_qdisc'],
            },
          },
        ],
      },
    },
    {
      text: 'None of these: `unacked` is as large as `cwnd`, `cwnd` is small, and nothing is lost',
      then: {
        command: 'ip tcp_metrics show 203.0.113.9',
        question: 'Does the kernel remember something about this address? And is the connection new, or was it idle?',
        answers: [
          {
            text: 'There is a line with `ssthresh`, and the `ss` line shows an `ssthresh` too',
            then: {
              cause: 'A loss of long ago has left a threshold behind, and each new connection stops doubling there.',
              cure: '`ip tcp_metrics flush`. Since Linux 5.6 the threshold is not stored any more, unless somebody asks for it.',
              figure: { id: 'tcp-metrics', preset: 'the-day-after' },
              chapter: 'congestion/idle#flush',
              story: 'bad-hour',
              knobs: ['net.ipv4.tcp_no_ssthresh_metrics_save', 'ip tcp_metrics'],
            },
          },
          { text: 'No; it was idle before', then: AFTER_A_PAUSE },
          {
            text: 'No; it is new, and the transfer is short',
            then: {
              cause:
                'Slow start. The window begins with ten segments and doubles in each round trip; a short transfer is over before it has grown.',
              cure: 'Keep the connection for the next one, and bring the data nearer. `initcwnd` saves a round trip or two.',
              figure: { id: 'slow-start', preset: 'ten-segments' },
              chapter: 'congestion/slow-start#transfer-time',
              story: 'data-centres',
              knobs: ['ip route … initcwnd'],
            },
          },
        ],
      },
    },
  ],
};

const stalls: Step = {
  command: "tcpdump -ttt -ni any 'host 203.0.113.9 and tcp port 443'",
  question: 'How long is the silence, and which packet ends it?',
  answers: [
    { text: '40 ms or a little more; a bare ACK ends it', then: STALL_40 },
    { text: '200 ms or more; new data end it, and nothing was sent twice', then: STALL_200 },
    { text: '200 ms or more; a segment that was sent before ends it', then: TIMEOUT },
    { text: 'The receiver has said `win 0`; a larger window ends it', then: ZERO_WINDOW },
    { text: 'There is none, but the first answer after a pause takes longer', then: AFTER_A_PAUSE },
  ],
};

const cannotConnect: Step = {
  command: "tcpdump -ni any 'tcp port 8080 and tcp[tcpflags] & (tcp-syn|tcp-rst) != 0'",
  question: 'Run it on the server (here it listens on port 8080) while a client tries. What comes, and what goes?',
  answers: [
    {
      text: 'A SYN comes, and nothing goes',
      then: {
        command:
          'nstat -az TcpExtIPReversePathFilter TcpExtListenOverflows TcpExtTCPReqQFullDrop TcpExtTCPReqQFullDoCookies',
        question: 'Which of these counters has grown when the client has tried again?',
        answers: [
          { text: '`TcpExtIPReversePathFilter`', then: WRONG_WAY },
          { text: '`TcpExtListenOverflows`', then: OVERFLOW },
          { text: 'One of the `TcpExtTCPReqQFull…`', then: FLOOD },
          {
            text: 'None of them',
            then: {
              cause: 'A packet filter of this host drops it after tcpdump has seen it, or the answer has no route.',
              cure: '`iptables -L -nv` or `nft list ruleset` shows counters; `ip route get` with the client’s address shows the way back.',
              figure: { id: 'reverse-path', preset: 'no-route-at-all' },
              chapter: 'opening/reverse-path#two-ways',
              knobs: ['ip route … via'],
            },
          },
        ],
      },
    },
    {
      text: 'A SYN comes, and a SYN-ACK goes, again and again',
      then: {
        cause:
          'The answer does not reach the client, or its third segment does not reach you. On the way back there is another path, with a firewall that has not seen the SYN.',
        cure: 'Follow the SYN-ACK with `tcpdump` at the next hop. Give it the way by which the SYN came.',
        figure: { id: 'reverse-path', preset: 'a-firewall-on-the-way-back' },
        chapter: 'opening/reverse-path#firewall',
        story: 'two-nics',
        knobs: ['ip rule … from', 'ip route … via'],
      },
    },
    {
      text: 'A SYN comes, and a RST goes',
      then: {
        cause: 'Nobody listens on this address and port.',
        cure: '`ss -tln` shows who listens where; a program that listens on 127.0.0.1 is not there for others.',
        figure: { id: 'three-way-handshake', preset: 'a-closed-port' },
        chapter: 'opening/handshake#refused',
        knobs: ['bind(fd, addr)'],
      },
    },
    {
      text: 'Nothing comes; the client waits',
      then: {
        cause:
          'Something on the way drops the SYN. The client repeats it, at longer and longer intervals, for a minute or two.',
        cure: 'Find the firewall. For the client: a time limit of its own for `connect()`.',
        figure: { id: 'syn-retries', preset: 'nobody-answers' },
        chapter: 'opening/timers#ladder',
        knobs: ['net.ipv4.tcp_syn_retries', 'TCP_USER_TIMEOUT', 'TCP_SYNCNT'],
      },
    },
    { text: 'Nothing comes; the client fails at once with “cannot assign requested address”', then: OUT_OF_PORTS },
  ],
};

const hangs: Step = {
  command: "ss -tano 'dport = :8080 or sport = :8080'",
  question: 'Run it on both ends. What does each of them say about this connection?',
  answers: [
    { text: 'The client says `ESTAB`; the server has `SYN-RECV`, or nothing', then: OVERFLOW },
    {
      text: 'Both say `ESTAB`; short messages arrive, and the first long one never does',
      then: {
        cause:
          'A tunnel on the way carries smaller packets than both ends believe, and the message that says so is filtered.',
        cure: 'Let ICMP through, or clamp the MSS at the tunnel. `ping -M do -s 1472` finds the size that still passes.',
        figure: { id: 'three-way-handshake', preset: 'jumbo-frames-here-a-tunnel-there' },
        chapter: 'opening/handshake#options',
        knobs: ['ip link … mtu', 'ip route … advmss', 'net.ipv4.tcp_mtu_probing'],
      },
    },
    {
      text: 'Both say `ESTAB`; here `Send-Q` stands, with `timer:(on,…)`',
      then: {
        cause:
          'The other end does not answer any more, and the kernel repeats your data for about a quarter of an hour.',
        cure: 'Say in the program how long you will wait: `TCP_USER_TIMEOUT`.',
        figure: { id: 'keepalive', preset: 'data-in-flight' },
        chapter: 'closing/dead-peers#retries2',
        knobs: ['TCP_USER_TIMEOUT', 'net.ipv4.tcp_retries2'],
      },
    },
    { text: 'Both say `ESTAB`; here `Send-Q` stands, with `timer:(persist,…)`', then: ZERO_WINDOW },
    {
      text: 'Both say `ESTAB`; both queues are empty, and it has been silent for long',
      then: {
        cause: 'A firewall or NAT between you has forgotten the connection. What you send next vanishes.',
        cure: 'Keepalive at shorter intervals than the box remembers, or heartbeats of your protocol.',
        figure: { id: 'keepalive', preset: 'a-firewall-forgets' },
        chapter: 'closing/dead-peers#box',
        knobs: ['SO_KEEPALIVE', 'TCP_KEEPIDLE', 'TCP_KEEPINTVL', 'TCP_KEEPCNT'],
      },
    },
  ],
};

const pilesUp: Step = {
  command: "ss -tanH | awk '{ n[$1]++ } END { for (s in n) print n[s], s }' | sort -rn",
  question: 'In which state are most of them?',
  answers: [
    {
      text: '`CLOSE-WAIT`',
      then: {
        cause: 'The peers have closed, and your program has not. No timer and no sysctl ends this state.',
        cure: 'Find the way through your code on which `close()` is missing.',
        figure: { id: 'four-way-close', preset: 'never-closed' },
        chapter: 'closing/closing-well#close-wait',
        story: 'close-wait',
        knobs: ['close(fd)'],
      },
    },
    {
      text: '`TIME-WAIT`, and calls fail or are about to',
      then: OUT_OF_PORTS,
    },
    {
      text: '`TIME-WAIT`, and nothing fails',
      then: {
        cause:
          'This end closes first, and each of its connections is remembered for 60 s. A few hundred bytes each: it costs next to nothing.',
        cure: 'Nothing. Or let the other end close first, or keep connections.',
        figure: { id: 'time-wait', preset: 'the-server-closes-first' },
        chapter: 'closing/ports#server',
        knobs: ['net.ipv4.tcp_max_tw_buckets'],
      },
    },
    {
      text: '`FIN-WAIT-2`',
      then: {
        cause:
          'You have closed, and the peer has not. If your program is done with it, the kernel waits for `tcp_fin_timeout`; after `shutdown()` alone, for ever.',
        cure: 'Close what you have shut down. A shorter `net.ipv4.tcp_fin_timeout` helps only against the first kind.',
        figure: { id: 'four-way-close', preset: 'shutdown-no-answer' },
        chapter: 'closing/closing-well#fin-wait2',
        knobs: ['shutdown(fd, how)', 'net.ipv4.tcp_fin_timeout'],
      },
    },
    {
      text: '`FIN-WAIT-1` or `LAST-ACK`',
      then: {
        cause: 'Orphans: closed by their programs, with a FIN or data that nobody acknowledges.',
        cure: 'Find out why the peers vanish. `net.ipv4.tcp_orphan_retries` says how long the kernel tries.',
        figure: { id: 'four-way-close', preset: 'nobody-answers' },
        chapter: 'closing/closing-well#orphans',
        knobs: ['net.ipv4.tcp_orphan_retries', 'net.ipv4.tcp_max_orphans'],
      },
    },
    { text: '`SYN-RECV`', then: FLOOD },
    {
      text: '`ESTAB`, with peers that are long gone',
      then: {
        cause: 'A peer that vanished without a word. Without data to send, nobody finds out.',
        cure: '`SO_KEEPALIVE` with times of your own, or a time limit in the protocol.',
        figure: { id: 'keepalive', preset: 'for-ever' },
        chapter: 'closing/dead-peers#keepalive',
        knobs: ['SO_KEEPALIVE', 'TCP_KEEPIDLE', 'net.ipv4.tcp_keepalive_time'],
      },
    },
    {
      text: '`ESTAB`, and `dmesg` says `TCP: out of memory`',
      then: {
        cause: 'All sockets together hold more than `net.ipv4.tcp_mem` allows.',
        cure: 'Find those that hold data which nobody reads: `ss -tm`. Then think of the limit.',
        figure: { id: 'tcp-memory', preset: 'slow-readers' },
        chapter: 'windows/memory#see',
        knobs: ['net.ipv4.tcp_mem'],
      },
    },
  ],
};

const delay: Step = {
  command: 'tc -s qdisc show dev eth0',
  question: 'Let `ping` run beside the load, on the host that sends. Where does the `backlog` stand?',
  answers: [
    {
      text: 'The `backlog` is large, and so is the ping',
      then: {
        cause: 'The queue of this host. One queue for all lets the call wait behind the upload.',
        cure: 'A queue for each flow: `fq_codel`, or `cake`.',
        figure: { id: 'fair-queueing', preset: 'one-queue' },
        chapter: 'disciplines/fair-queueing#one',
        knobs: ['tc qdisc replace', 'net.core.default_qdisc'],
      },
    },
    {
      text: 'The `backlog` is empty, the ping is large, and the slow line is behind another box',
      then: {
        cause: 'Bufferbloat: the queue stands in the modem, the router or the radio, where you cannot see it.',
        cure: 'Move the queue to a box of yours: shape to a little less than the line’s rate, with `cake` or with `fq_codel` below.',
        figure: { id: 'bufferbloat', preset: 'too-much' },
        chapter: 'queues/bufferbloat#where',
        story: 'dying-call',
        knobs: ['tc qdisc … cake bandwidth', 'tc qdisc … fq_codel'],
      },
    },
    {
      text: 'The `backlog` is empty, the ping is large, and the slow line is this host’s own',
      then: {
        cause:
          'The driver’s ring. It takes packets off the queue as long as it has room, and what lies there waits for all before it.',
        cure: 'A driver with BQL; without it, a shorter ring, and a queue for each flow above it.',
        figure: { id: 'driver-queue', preset: '127-packets-ahead' },
        chapter: 'queues/driver-queue#ring',
        knobs: ['ethtool -G … tx', 'byte_queue_limits/limit_max'],
      },
    },
    {
      text: 'The ping stays small, but what the program writes arrives late',
      then: {
        cause: 'The program’s own send buffer: what was written before goes first.',
        cure: 'Write later: `TCP_NOTSENT_LOWAT` wakes the program when little is unsent.',
        figure: { id: 'three-windows', preset: 'a-send-buffer-much-too-large' },
        chapter: 'windows/bytes-in-flight#more',
        knobs: ['TCP_NOTSENT_LOWAT', 'SO_SNDBUF'],
      },
    },
  ],
};

const lostOnTheWayIn: Step = {
  command: "ethtool -S eth0 | grep -E 'drop|miss|fifo|over'; cat /proc/net/softnet_stat; nstat -az UdpRcvbufErrors",
  question: 'Run it twice, some seconds apart, on the host that receives. Which of them has grown?',
  answers: [
    {
      text: 'A counter of the card: `rx_missed`, `rx_fifo`, `rx_over`, …',
      then: {
        cause: 'The receive ring: packets came faster than the driver fetched them.',
        cure: 'First see which CPU does the work, and whether it is alone. A larger ring carries a burst, not a rate.',
        figure: { id: 'receive-ring', preset: 'the-ring-overflows' },
        chapter: 'queues/receiving#ring',
        knobs: ['ethtool -G … rx', 'ethtool -L … combined'],
      },
    },
    {
      text: 'The second column of `softnet_stat`',
      then: {
        cause: 'The backlog of a CPU, to which RPS or a virtual device hands packets.',
        cure: 'Spread it over more CPUs, or raise `net.core.netdev_max_backlog` for a burst.',
        figure: { id: 'receive-ring', preset: 'the-backlog-overflows' },
        chapter: 'queues/receiving#backlog',
        knobs: ['net.core.netdev_max_backlog', '/sys/class/net/…/queues/…/rps_cpus'],
      },
    },
    {
      text: '`UdpRcvbufErrors`',
      then: {
        cause: 'The socket’s buffer: the program reads more slowly than datagrams come.',
        cure: 'Mend the reader, or use more of them. A larger `SO_RCVBUF`, for which `net.core.rmem_max` must allow, carries a burst.',
        figure: { id: 'packet-path', preset: 'a-slow-reader-udp' },
        chapter: 'queues/packet-path#in',
        knobs: ['SO_RCVBUF', 'net.core.rmem_max'],
      },
    },
    {
      text: 'None, but one CPU of `mpstat -P ALL 1` is full of `%soft`',
      then: {
        cause: 'All interrupts go to one CPU. Nothing is lost yet, and nothing more gets through.',
        cure: 'A queue and an interrupt for each CPU (RSS), or RPS where the card has one queue.',
        figure: { id: 'multi-queue', preset: 'all-to-cpu-0' },
        chapter: 'queues/receiving#affinity',
        knobs: ['/proc/irq/…/smp_affinity', 'ethtool -L … combined', '/sys/class/net/…/queues/…/rps_cpus'],
      },
    },
    {
      text: 'None, and `nstat -az TcpExtIPReversePathFilter` grows',
      then: WRONG_WAY,
    },
  ],
};

/** From what hurts, by one command a step, to a figure that shows it. */
export const tree: Step = {
  question: 'What hurts?',
  answers: [
    { text: 'A transfer is slow', then: slow },
    { text: 'It stops for a moment, and goes on', then: stalls },
    { text: 'It cannot connect', then: cannotConnect },
    { text: 'It connects, and then hangs', then: hangs },
    { text: 'Connections pile up', then: pilesUp },
    { text: 'The delay is high under load', then: delay },
    { text: 'Packets are lost on the way in', then: lostOnTheWayIn },
  ],
};
