/** The command line of the models, in the machine's own Python. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export const SIMULATIONS = join(__dirname, '../simulations');

/** What `inflight …` prints. */
export function cpython(...args: string[]): string {
  return execFileSync('python3', ['-m', 'inflight', ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, PYTHONPATH: SIMULATIONS, PYTHONIOENCODING: 'utf-8' },
  });
}
