"""A host that receives datagrams: card, rings, CPUs, backlogs, a socket, and a program that reads it."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Sequence

from inflight.kernel.clock import Clock
from inflight.kernel.nic.backlog import MAX_BACKLOG, Backlog
from inflight.kernel.nic.napi import RxQueue
from inflight.kernel.nic.rss import indirection, queue_of, rps_cpu
from inflight.kernel.nic.rx_ring import Packet, RxRing
from inflight.kernel.nic.softirq import BUDGET, BUDGET_US, Cpu

TRUESIZE = 2304
"""What a datagram counts in a socket's buffer, bytes: half a page for the frame and 256 for the sk_buff."""

_STRAY = -1
"""The number of all packets for nobody."""


class UdpSocket:
    """A socket's receive queue, and the program that takes one datagram after another out of it (`Process`).

    rcvbuf: SO_RCVBUF as the kernel keeps it, bytes; step: what a datagram costs the program, s.
    """

    def __init__(self, clock: Clock, rcvbuf: int, step: float) -> None:
        self._clock, self._rcvbuf, self.step = clock, rcvbuf, step
        self._queue: deque[Packet] = deque()
        self._taken: Packet | None = None
        self.runnable = False
        self.errors = 0
        """RcvbufErrors of /proc/net/snmp."""
        self.latencies = array("d")
        """From the card to the program's hands, s, in the order they were read."""
        self.read_at = 0.0
        self.on_ready: Callable[[], None] | None = None

    def __len__(self) -> int:
        """Datagrams that wait."""
        return len(self._queue)

    def receive(self, packet: Packet) -> bool:
        """`__udp_enqueue_schedule_skb`: refused if the buffer is over its limit already, so one more than fits fits.

        In the kernel the memory of what was read comes back in larger pieces (`udp_rmem_release`); here at once.
        """
        if TRUESIZE * len(self._queue) > self._rcvbuf:
            self.errors += 1
            return False
        self._queue.append(packet)
        self.runnable = True
        if self.on_ready:
            self.on_ready()
        return True

    def begin(self) -> None:
        """The program takes the next one."""
        self._taken = self._queue.popleft()

    def done(self) -> None:
        """The program is through with it."""
        assert self._taken
        self.read_at = self._clock.now
        self.latencies.append(self._clock.now - self._taken.arrived)
        self.runnable = bool(self._queue)


class ReceiveHost:
    """`queues` receive queues whose interrupts all go to CPU 0.

    Costs in seconds of CPU time per packet: `driver` (out of the ring), `stack` (up to the socket), `read` (the
    program), and `irq` per interrupt. `rps` are CPUs that take the stack's part over. The program runs on a CPU of its
    own, or with `app_shares` on CPU 0.

    Packets may also be for a port that nobody listens on: the stack finds that out at the very end.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        ring: int = 256,
        queues: int = 1,
        rx_usecs: float = 0.0,
        rx_frames: int = 0,
        driver: float,
        stack: float,
        irq: float = 0.0,
        read: float = 0.0,
        budget: int = BUDGET,
        budget_us: int = BUDGET_US,
        max_backlog: int = MAX_BACKLOG,
        rps: Sequence[int] = (),
        rcvbuf: int = 1 << 30,
        app_shares: bool = False,
    ) -> None:
        self._clock = clock
        self._rps = list(rps)
        self.cpus = [
            Cpu(clock, index, budget=budget, budget_us=budget_us, irq=irq) for index in range(max([0, *rps]) + 2)
        ]
        self.backlogs = {
            cpu: Backlog(self.cpus[cpu], deliver=self._to_socket, cost=stack, limit=max_backlog) for cpu in rps
        }
        self.queues = [
            RxQueue(
                clock,
                self.cpus[0],
                RxRing(ring),
                deliver=self._up,
                cost=driver if rps else driver + stack,
                rx_usecs=rx_usecs,
                rx_frames=rx_frames,
            )
            for _ in range(queues)
        ]
        self._table = indirection(queues)
        self.socket = UdpSocket(clock, rcvbuf, read)
        home = self.cpus[0 if app_shares else -1]
        home.process = self.socket
        self.socket.on_ready = home.wake
        self.offered = 0
        """Packets for the program."""
        self.no_ports = 0
        """UdpNoPorts of /proc/net/snmp."""
        self.strays_lost = 0
        """Packets for nobody that came no farther than a full ring or backlog."""
        self.on_lost: Callable[[str], None] | None = None
        """Is told where a packet was lost: ring, backlog, socket."""

    def receive(self, value: int = 0, *, stray: bool = False) -> None:
        """A packet with this hash comes off the wire now. stray: nobody listens on its port."""
        packet = Packet(_STRAY if stray else self.offered, self._clock.now, value)
        self.offered += not stray
        if not self.queues[queue_of(value, self._table)].receive(packet):
            self._lost("ring", packet)

    def _up(self, cpu: Cpu, packet: Packet) -> None:
        """`netif_receive_skb`: on this CPU, or on the one that RPS says."""
        target = rps_cpu(packet.hash, self._rps)
        if target is None:
            cpu.stat.processed += 1
            self._to_socket(packet)
        elif not self.backlogs[target].enqueue(cpu, packet):
            self._lost("backlog", packet)

    def _to_socket(self, packet: Packet) -> None:
        if packet.number == _STRAY:
            self.no_ports += 1  # `__udp4_lib_rcv`
        elif not self.socket.receive(packet):
            self._lost("socket", packet)

    def _lost(self, where: str, packet: Packet) -> None:
        self.strays_lost += packet.number == _STRAY
        if self.on_lost:
            self.on_lost(where)

    @property
    def in_rings(self) -> int:
        """Packets in all rings."""
        return sum(len(queue.ring) for queue in self.queues)

    @property
    def in_backlogs(self) -> int:
        """Packets in all backlogs."""
        return sum(len(backlog) for backlog in self.backlogs.values())

    @property
    def missed(self) -> int:
        """Packets that found a ring full."""
        return sum(queue.ring.missed for queue in self.queues)

    @property
    def backlog_drops(self) -> int:
        """Packets that found a backlog full."""
        return sum(cpu.stat.dropped for cpu in self.cpus)

    @property
    def interrupts(self) -> int:
        """Of the card."""
        return sum(queue.interrupts for queue in self.queues)

    @property
    def squeezed(self) -> int:
        """time_squeeze of all CPUs."""
        return sum(cpu.stat.time_squeeze for cpu in self.cpus)

    @property
    def lost(self) -> int:
        """Packets for the program that it will never see."""
        return self.missed + self.backlog_drops + self.socket.errors - self.strays_lost

    @property
    def finished(self) -> bool:
        """Whether everything that came for the program has been read or lost."""
        return len(self.socket.latencies) + self.lost == self.offered
