import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { HOSTS, lineOf } from '../machine/hosts';
import type { Machine } from '../machine/machine';
import type { Lab } from './lab';
import { LabSession, type Verdict } from './session';
import type { Transcript } from './transcript';

/** What came of a transcript. */
export interface Replayed extends Verdict {
  /** SHA-256 of what the terminals printed. */
  printed: string;
}

export interface Limits {
  /** What the terminals may print, in bytes. */
  output: number;
  /** How long it may take, in s of the wall. */
  wall: number;
}

export const LIMITS: Limits = { output: 32e6, wall: 300 };

const encoder = new TextEncoder();

/** Listens to the terminals; the hash is that of each one’s bytes, in the order of hosts. */
export function hashPrinted(machine: Machine, onBytes?: (all: number) => void): () => string {
  const hashes = HOSTS.map(() => sha256.create());
  let all = 0;
  machine.on('printed', ({ host, bytes }) => {
    hashes[lineOf(host)]!.update(bytes);
    onBytes?.((all += bytes.length));
  });
  return () => bytesToHex(sha256(encoder.encode(hashes.map((hash) => bytesToHex(hash.clone().digest())).join(' '))));
}

async function act(machine: Machine, lab: Lab, { did, size }: Transcript): Promise<Verdict> {
  let now = 0;
  machine.on('stopped', (stopped) => {
    now = stopped.now;
  });
  const session = await LabSession.begin(machine, lab, size);
  let verdict: Verdict | undefined;
  for (const each of did) {
    if ('text' in each) machine.replay([{ at: each.at, line: lineOf(each.host), bytes: encoder.encode(each.text) }]);
    else {
      await machine.advance((each.at - now) / 1e6);
      verdict = await session.check();
    }
  }
  return verdict!;
}

/** Repeats a session on a machine that has just been switched on, and switches it off. Its last check counts. */
export async function replay(machine: Machine, lab: Lab, transcript: Transcript, limits = LIMITS): Promise<Replayed> {
  let stop!: (why: string) => void;
  const stopped = new Promise<Verdict>((resolve) => {
    stop = (says) => resolve({ is: 'unusable', says });
  });
  const hash = hashPrinted(machine, (bytes) => {
    if (bytes > limits.output) stop(`Its terminals print more than ${limits.output / 1e6} MB.`);
  });
  const patience = setTimeout(() => stop(`It takes longer than ${limits.wall} s to replay.`), limits.wall * 1e3);
  try {
    const acted = act(machine, lab, transcript).catch((error: unknown): Verdict => ({
      is: 'unusable',
      says: `The machine stopped: ${error instanceof Error ? error.message : String(error)}.`,
    }));
    return { ...(await Promise.race([acted, stopped])), printed: hash() };
  } finally {
    clearTimeout(patience);
    machine.end();
  }
}
