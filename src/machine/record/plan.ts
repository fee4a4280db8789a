import { type Place, RECEIVER } from '../hosts';
import type { Command } from './record';
import type { Scenario } from './scenario';

/** What a figure says of itself: the commands that it prints, and its controls. */
export interface Told {
  experiment: string;
  commands: readonly { lines: readonly string[] }[];
  parameters: Readonly<Record<string, unknown>>;
}

/** What is to be recorded, and the figure’s own commands for it. */
export interface Plan {
  scenario: Scenario;
  commands: Command[];
}

/** As much as a tab moves within a minute or so, in MB. */
const MOST_MB = 40;

/** With less of a run than this there is nothing to compare, in s. */
const LEAST_S = 4;

/** What autotuning may use on a machine with 4 GB, as the hosts here (`machine/guest/bin/path-up`). */
const BUFFERS = {
  'net.ipv4.tcp_rmem': '4096 131072 6291456',
  'net.ipv4.tcp_wmem': '4096 16384 4194304',
};

class Draft {
  rate: number | undefined;
  root: string | undefined;
  qdisc = `bfifo limit ${100_000_000}`;
  rtt = 0;
  loss = 0;
  cc = 'cubic';
  flows: string[] = [];
  /** A transfer in the foreground: what comes after it comes later. */
  isBusy = false;
  seconds: number | undefined;
  readonly sysctl: Record<'ends' | 'snd' | 'rcv', Record<string, string>> = { ends: { ...BUFFERS }, snd: {}, rcv: {} };
}

type Words = readonly (string | undefined)[];

const transfer = (draft: Draft, [, address, rest = '', isBehind]: Words): Place[] | undefined => {
  const options = new Map([...rest.matchAll(/-(\w)(?: (\S+))?/g)].map(([, name, value]) => [name, value]));
  const isKnown = [...options.keys()].every((name) => ['t', 'P', 'C', 'O', 'p'].includes(name!));
  if (address !== RECEIVER || !isKnown || draft.isBusy) return undefined;
  draft.isBusy = !isBehind;
  draft.seconds = Number(options.get('t') ?? 10);
  const cc = options.get('C') ?? draft.cc;
  // Its receivers count, too, and no line says what they are.
  if (cc === 'dctcp') return undefined;
  draft.flows.push(...Array.from({ length: Number(options.get('P') ?? 1) }, () => cc));
  return [];
};

/** Lines that are understood: what they ask for, and where they are given; nowhere: they only look, or are done otherwise. */
const RULES: readonly [line: RegExp, take: (draft: Draft, words: Words) => Place[] | undefined][] = [
  [/^(?:ss|nstat|tc -s|ping|#|sysctl [^=]+$)/, () => []],
  [/^\(?iperf3 -c (\S+) (.*?)\)?( &)?$/, transfer],
  [
    /^sysctl -w net\.ipv4\.tcp_congestion_control=(\w+)$/,
    (draft, [, cc = '']) => {
      draft.cc = cc;
      return ['sender'];
    },
  ],
  [
    /^sysctl -w net\.ipv4\.tcp_ecn=1$/,
    (draft) => {
      draft.sysctl.ends['net.ipv4.tcp_ecn'] = '1';
      return ['sender', 'receiver'];
    },
  ],
  [
    /^sysctl -w (net\.ipv4\.tcp_([rw])mem)="([\d ]+)"$/,
    (draft, [, name = '', which, value = '']) => {
      draft.sysctl[which === 'r' ? 'rcv' : 'snd'][name] = value;
      return [which === 'r' ? 'receiver' : 'sender'];
    },
  ],
  [
    /^tc qdisc add dev back root netem delay ([\d.]+)ms limit 100000$/,
    (draft, [, rtt]) => {
      draft.rtt = Number(rtt);
      return ['router'];
    },
  ],
  [
    /^tc qdisc add dev in root netem loss ([\d.]+)% limit 100000$/,
    (draft, [, loss]) => {
      draft.loss = Number(loss) / 100;
      return ['router'];
    },
  ],
  [
    /^tc qdisc add dev out root handle 1: tbf rate ([\d.]+)mbit burst 4542 limit 100000000$/,
    (draft, [, rate]) => {
      draft.rate = Number(rate);
      return ['router'];
    },
  ],
  [
    /^tc qdisc add dev out root (cake bandwidth ([\d.]+)mbit.*)$/,
    (draft, [, root, rate]) => {
      draft.root = root;
      draft.rate = Number(rate);
      return ['router'];
    },
  ],
  [
    /^tc qdisc add dev out parent 1:1 (.*)$/,
    (draft, [, qdisc = '']) => {
      draft.qdisc = qdisc;
      return ['router'];
    },
  ],
];

function placesOf(draft: Draft, line: string): Place[] | undefined {
  for (const [pattern, take] of RULES) {
    const words = pattern.exec(line);
    if (words) return take(draft, words);
  }
  return undefined;
}

/** Why there is no plan: the machine can’t do what a command asks for, or it would take too long. */
export type Refusal = 'unknown' | 'too-much';

/** Bulk transfers over the usual path, said with the usual commands. */
export function planOf({ experiment, commands, parameters }: Told): Plan | Refusal {
  const draft = new Draft();
  const given: Command[] = [];
  for (const written of commands.flatMap(({ lines }) => lines)) {
    const line = written.replace(/\s+#.*$/, '').trim();
    const places = placesOf(draft, line);
    if (!places) return 'unknown';
    given.push(...places.map((place) => ({ place, line })));
  }
  const { rate, root, qdisc, rtt, loss, sysctl } = draft;
  const seconds = draft.seconds ?? Number(parameters.duration);
  if (rate === undefined || !(seconds > 0)) return 'unknown';
  const duration = Math.min(seconds, Math.floor((MOST_MB * 8) / rate));
  if (duration < Math.min(seconds, LEAST_S)) return 'too-much';
  const flows = draft.flows.length > 0 ? draft.flows : [draft.cc];
  return {
    scenario: {
      ...{ name: experiment, kind: 'bulk', family: 'page', duration },
      net: { senders: [{ rtt_ms: rtt }], bottleneck: root ? { root } : { rate_mbit: rate, qdisc }, loss, sysctl },
      flows: flows.map((cc) => ({ cc })),
    },
    commands: given,
  };
}
