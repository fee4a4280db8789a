import { USUAL } from '../../model/kernels';
import type { Wanted } from '../address';

/** As a shell takes it: one word, whatever is in it. */
const quoted = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;

/** The call as the command line does it again, with the debrief if anything was done. */
export function commandLine({ seed, level, family, kernel = USUAL }: Wanted, lines: readonly string[]): string {
  const which = (family === undefined ? '' : ` --family ${family}`) + (kernel === USUAL ? '' : ` --kernel ${kernel}`);
  const first = `inflight incident --seed ${seed} --level ${level}${which}`;
  if (lines.length === 0) return first;
  return [first, ...lines.map((line) => `--do ${quoted(line)}`), '--debrief'].join(' \\\n  ');
}
