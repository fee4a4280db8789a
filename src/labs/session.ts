import type { Machine, Ran } from '../machine/machine';
import { commandsOf } from '../machine/link';
import { HOSTS, lineOf } from '../machine/hosts';
import type { Faulty } from './lab';
import type { Size } from './transcript';
import { WORDS } from './words';

/** What a check found. */
export interface Verdict {
  /** `changed`: something that isn’t the reader’s. `unusable`: nothing could be measured any more. */
  is: 'solved' | 'unsolved' | 'changed' | 'unusable';
  /** What was measured, in the words of the check; of `changed`, the lines that are gone or new. */
  says: string;
}

/** How long a script of a lab may take, in s of the machine’s time. */
const PATIENCE = 60;

/** Said of a script that could say nothing itself. */
const ENDED = 'The check didn’t get to its end: something stopped it, or never answered it.';

/** How long after its end was asked for. */
const GRACE = 5;

/** Runs a script while nothing else is waited for: in every session with the same input, it does the same. */
async function run(machine: Machine, script: string): Promise<Ran> {
  const abort = new AbortController();
  let begun: number | undefined;
  let giveUp: (error: Error) => void;
  const lost = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const stop = machine.on('time', ({ now }) => {
    begun ??= now;
    if (now - begun > PATIENCE * 1e9) abort.abort();
    if (now - begun > (PATIENCE + GRACE) * 1e9) giveUp(new Error('The machine doesn’t answer any more.'));
  });
  try {
    const ran = machine.run('machine', script, { stops: true, signal: abort.signal });
    machine.setPace('fast');
    return await Promise.race([ran, lost]);
  } finally {
    stop();
  }
}

/** A lab on a machine that has just been switched on. */
export class LabSession {
  private constructor(
    private readonly machine: Machine,
    private readonly lab: Faulty,
    private readonly kept: string,
  ) {}

  /** Makes the fault. The machine stops afterwards, at the same time in every session. */
  static async begin(machine: Machine, lab: Faulty, { cols, rows }: Size): Promise<LabSession> {
    const path = commandsOf(lab.path).join('\n');
    const sizes = HOSTS.map((host) => `stty -F /dev/ttyS${lineOf(host)} cols ${cols} rows ${rows}`).join('\n');
    const { status, output } = await run(machine, `on router sh -c '${path}' || exit\n${sizes}\n${lab.setup}\n:`);
    if (status !== 0) throw new Error(`${lab.id}: ${output}`);
    return new LabSession(machine, lab, (await run(machine, lab.keeps)).output);
  }

  /** Measures. The machine stops afterwards. */
  async check(): Promise<Verdict> {
    try {
      return (await this.changed()) ?? (await this.measured());
    } catch (error) {
      return { is: 'unusable', says: String(error instanceof Error ? error.message : error) };
    }
  }

  private async changed(): Promise<Verdict | undefined> {
    const { status, output } = await run(this.machine, this.lab.keeps);
    if (output === this.kept) return undefined;
    if (status !== 0 && output.trim() === '') return { is: 'unusable', says: ENDED };
    const [before, after] = [this.kept, output].map((text) => text.split('\n'));
    const gone = before!.filter((line) => !after!.includes(line)).map((line) => `− ${line}`);
    const come = after!.filter((line) => !before!.includes(line)).map((line) => `+ ${line}`);
    return { is: 'changed', says: [...gone, ...come].join('\n') };
  }

  private async measured(): Promise<Verdict> {
    const { status, output } = await run(this.machine, `${WORDS}\n${this.lab.check}\n:`);
    const is = status === 0 ? 'solved' : status === 1 ? 'unsolved' : 'unusable';
    return { is, says: output.trim() || (is === 'solved' ? '' : ENDED) };
  }
}
