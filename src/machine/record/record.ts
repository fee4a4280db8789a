import { type Place, RECEIVER } from '../hosts';
import type { Machine } from '../machine';
import { type FlowsSample, flowsIn, type QueueSample, queueIn } from './samples';
import type { Recording, Scenario } from './scenario';
import { recordingOf } from './summary';

/** A command, and where it is given. */
export interface Command {
  place: Place;
  line: string;
}

/** At the connections: often while they start, then seldom. A start of `ss` is a million instructions. */
const FIRST = { looks: 60, every: 0.025 };
const LATER = { looks: 120, every: 0.1 };

/** Between two looks at the queue, in s. */
const EVERY = 0.02;

/** Ends what `ss` prints; no line of it is like that. */
const MARK = '@';

/** `read` waits at a pipe that nobody writes to, without a process of its own. */
const PAUSE = 'mkfifo -m 600 /tmp/never 2>/dev/null; pause() { read -t $1 nothing <>/tmp/never; }';

const connections = (every: number): string =>
  `${PAUSE}; looks=0; while :; do
    ss -tinOH dst ${RECEIVER}; echo ${MARK}; looks=$((looks + 1))
    if [ $looks -lt ${FIRST.looks} ]; then pause ${FIRST.every}; else pause ${every}; fi
  done`;

/** One `tc` for all of it. */
const queue = `${PAUSE}; while :; do echo qdisc show dev out; pause ${EVERY}; done | tc -s -b -`;

/** One iperf3 for each flow, with a server of its own. */
function transfer({ cc, sndbuf }: Scenario['flows'][number], number: number, seconds: number): string {
  const words = [`-c ${RECEIVER}`, `-p ${5201 + number}`, `-t ${seconds}`, `-C ${cc}`];
  if (sndbuf) words.push(`-w ${sndbuf}`);
  return `iperf3 ${words.join(' ')} >/dev/null`;
}

interface RecordOptions {
  /** How much of the time has passed, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Gives commands, then watches transfers as the scenario says, as fast as the machine can, and stops it. */
export async function record(
  machine: Machine,
  scenario: Scenario,
  commands: readonly Command[],
  { onProgress, signal }: RecordOptions = {},
): Promise<Recording> {
  let begun = 0;
  async function run(place: Place, script: string): Promise<string> {
    const ran = machine.run(place, script, { stops: true, signal });
    machine.setPace('fast');
    const { status, output, ended } = await ran;
    signal?.throwIfAborted();
    if (status !== 0) throw new Error(output || `${script}: ${status}`);
    begun = ended;
    return output;
  }
  for (const { place, line } of commands) await run(place, line);
  await run('receiver', scenario.flows.map((_, number) => `iperf3 -s -D -p ${5201 + number}`).join('\n'));
  const kernel = (await run('machine', 'uname -r')).trim();

  const looks: FlowsSample[] = [];
  const queues: QueueSample[] = [];
  const stop = new AbortController();
  let printed = '';
  const watched = [
    machine.run('sender', connections(Math.max(LATER.every, scenario.duration / LATER.looks)), {
      signal: stop.signal,
      onOutput(text, now) {
        const parts = (printed + text).split(`${MARK}\n`);
        printed = parts.pop()!;
        for (const part of parts) looks.push({ now, flows: flowsIn(part) });
        onProgress?.(Math.min(1, (now - begun) / scenario.duration / 1e9));
      },
    }),
    machine.run('router', queue, {
      signal: stop.signal,
      onOutput: (text, now) => queues.push({ now, ...queueIn(text) }),
    }),
  ];
  const transfers = scenario.flows.map((flow, number) => transfer(flow, number, scenario.duration));
  await run('sender', `${transfers.join(' &\n')} &\nwait`);
  stop.abort();
  machine.setPace('fast');
  await Promise.all(watched);
  await run('receiver', 'killall iperf3');
  return recordingOf(kernel, scenario, looks, queues);
}
