/** Sessions of labs: somebody types lines on a machine, and has it checked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../machine/manifest.json';
import type { Typed } from '../../src/labs/lab';
import { type LabSource, parseLab } from '../../src/labs/parse';
import { Recorder } from '../../src/labs/record';
import { hashPrinted, LIMITS, type Limits, replay, type Replayed } from '../../src/labs/replay';
import { LabSession } from '../../src/labs/session';
import type { Transcript } from '../../src/labs/transcript';
import { startInNode } from '../machine/inNode';

const FOLDER = join(__dirname, '../../docs/labs');

export const LABS: readonly LabSource[] = readdirSync(FOLDER).map((name) =>
  parseLab(name.replace('.yaml', ''), readFileSync(join(FOLDER, name), 'utf8')),
);

export const labOf = (id: string): LabSource => LABS.find((each) => each.id === id)!;

export const SIZE = { cols: 80, rows: 24 };
const machine = manifest.state.sha256;

/** How long a line takes, in ms: its own sleeps, and half a second. */
export const lasts = (line: string): number =>
  [...line.matchAll(/sleep (\d+)/g)].reduce((all, [, s]) => all + Number(s) * 1000, 500);

interface Session {
  /** What each check found, and what the terminals had printed by then. */
  found: Replayed[];
  transcript: Transcript;
}

/** Tries one thing after the other on the same machine: types each line when the one before has had its time, and checks. */
export async function attempt(lab: LabSource, ...tries: readonly Typed[]): Promise<Session> {
  const linux = await startInNode();
  const hash = hashPrinted(linux);
  try {
    const session = await LabSession.begin(linux, lab, SIZE);
    const recorder = new Recorder(linux, session, { lab: lab.id, machine, size: SIZE });
    const found: Replayed[] = [];
    for (const typed of tries) {
      for (const [host, line] of typed) {
        linux.type(host, `${line}\n`);
        await linux.advance(lasts(line));
      }
      found.push({ ...(await recorder.check()), printed: hash() });
    }
    return { found, transcript: recorder.transcript };
  } finally {
    linux.end();
  }
}

/** A session that nobody has had; `begins`: in s after the machine was switched on. */
export function transcriptOf(lab: string, typed: Typed, begins = 3): Transcript {
  let at = manifest.state.now + begins * 1e9;
  const did: Transcript['did'] = typed.map(([host, line]) => {
    const each = { at, host, text: `${line}\n` };
    at += lasts(line) * 1e6;
    return each;
  });
  return { lab, machine, size: SIZE, did: [...did, { at, check: true }] };
}

export const replayed = async (transcript: Transcript, limits: Limits = LIMITS): Promise<Replayed> =>
  replay(await startInNode(), labOf(transcript.lab), transcript, limits);
