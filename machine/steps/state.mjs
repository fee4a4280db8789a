/** Boots the machine and saves it, ready for use. */
import { copyOf, startMachine } from './machine.mjs';

/** Programs that are asked for first, so that they lie in memory. */
const WARM = `
for program in ip tc ss nstat ethtool tcpdump iperf3; do $program -V >/dev/null 2>&1 || $program -h >/dev/null 2>&1 || :; done
on sender ping -c 2 -i 0.1 receiver >/dev/null
on sender ss -tin >/dev/null; on router tc -s qdisc show >/dev/null; on sender nstat -s >/dev/null
sysctl net.ipv4.tcp_rmem >/dev/null
for host in sender router receiver; do on $host ip neigh flush all; done
`;

/** Memory that nobody uses is filled with zeros: nothing of it is in the saved state. */
const WIPE = `
echo 3 >/proc/sys/vm/drop_caches
mount -t tmpfs -o size=100% wipe /mnt
dd if=/dev/zero of=/mnt/zero bs=1M count=$(awk '/MemFree/ { print int($2 / 1024) - 4 }' /proc/meminfo) 2>/dev/null
umount /mnt
free -k
`;

/**
 * @param {Buffer} image
 * @returns {Promise<{ state: Buffer, now: number }>} the state, and the machine’s time in ns
 */
export async function makeState(image) {
  const machine = await startMachine({ image: copyOf(image) });
  try {
    machine.setPace('fast');
    await machine.whenReady;
    for (const script of [WARM, WIPE]) {
      const ran = machine.run('machine', script, { stops: true });
      machine.setPace('fast');
      const { status, output } = await ran;
      if (status !== 0) throw new Error(`The machine failed to get ready: ${output}`);
    }
    // Whatever woke up goes to sleep again.
    await machine.advance(1000);
    const { state, now } = await machine.save();
    return { state: Buffer.from(state), now };
  } finally {
    machine.end();
  }
}
