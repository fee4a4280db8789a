/** A session to repeat: what is typed on which line, and when. */
import { createHash } from 'node:crypto';
import manifest from '../../machine/manifest.json';

/** Seconds after the state was saved, line, text. */
const TYPED: readonly [at: number, line: number, text: string][] = [
  [0.1, 1, 'tc qdisc add dev back root netem delay 20ms limit 100000\n'],
  [0.2, 1, 'tc qdisc add dev out root tbf rate 10mbit burst 4542 limit 100000000\n'],
  [0.3, 2, 'iperf3 -s -D; accept-queue 80 --backlog 1 &\n'],
  [0.5, 0, 'ping -c 2 -i 0.2 receiver; iperf3 -c receiver -n 200K; ss -tin; nstat; date\n'],
  [0.9, 0, '\t'],
  [2.4, 1, 'tc -s qdisc; uname -rm\n'],
];

/** How long it goes on, in ms. */
export const LASTS = 2800;

export const SESSION = TYPED.map(([at, line, text]) => ({ at: manifest.state.now + at * 1e9, line, text }));

/** What each terminal printed, and what all of it comes to. */
export const hashOf = (printed: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(printed)).digest('hex');
