/** The machine's own Python, where there is one that is new enough: it is half as fast again as WebAssembly. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { Comparison, Experiment, Params } from '../../../model/contract';
import type { StoredResult } from '../../../model/types';
import type { Bridge } from './bridge';

const OLD_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))';

/** A program that is Python 3.11 or newer; `IN_FLIGHT_PYTHON` names one, or says `none`. */
export function findPython(): string | undefined {
  const given = process.env.IN_FLIGHT_PYTHON;
  if (given === 'none') return undefined;
  return [given ?? 'python3', 'python'].find((name) => spawnSync(name, ['-c', OLD_ENOUGH]).status === 0);
}

interface Answer {
  imported: string[];
  value?: unknown;
  error?: string;
}

/** `inflight.bridge.serve` in a process of its own. */
export class NativeBridge implements Bridge {
  private readonly process: ChildProcessWithoutNullStreams;
  private readonly lines: Interface;
  private readonly gone: Promise<never>;
  private names: string[] = [];

  constructor(python: string, simulations: string) {
    // Where Python would leave what it has compiled depends on who runs it.
    const env = { ...process.env, PYTHONPATH: simulations, PYTHONIOENCODING: 'utf-8', PYTHONDONTWRITEBYTECODE: '1' };
    this.process = spawn(python, ['-m', 'inflight.bridge.serve'], { env });
    this.process.stderr.pipe(process.stderr);
    this.lines = createInterface(this.process.stdout);
    this.gone = new Promise((_, reject) => {
      this.process.once('error', reject).once('exit', (code) => reject(new Error(`Python exited with ${code}`)));
    });
    // Nobody may be waiting when the build ends.
    this.gone.catch(() => undefined);
    process.once('exit', () => this.process.kill());
  }

  private async call<T>(...call: unknown[]): Promise<T> {
    const line = new Promise<string>((resolve) => this.lines.once('line', resolve));
    this.process.stdin.write(`${JSON.stringify(call)}\n`);
    const { imported, value, error } = JSON.parse(await Promise.race([line, this.gone])) as Answer;
    this.names = imported;
    if (error !== undefined) throw new Error(error);
    return value as T;
  }

  describe(experiment: string): Promise<Experiment> {
    return this.call('describe', experiment);
  }

  run(experiment: string, parameters: Params): Promise<StoredResult> {
    return this.call('run', experiment, parameters);
  }

  ask(question: string, args: object): Promise<unknown> {
    return this.call('ask', question, args);
  }

  compare(recording: string): Promise<Comparison> {
    return this.call('compare', recording);
  }

  imported(): string[] {
    return this.names;
  }
}
