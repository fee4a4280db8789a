import type { Incident } from '../../model/contract';

/** As a shell takes it: one word, whatever is in it. */
const quoted = (line: string): string => `'${line.replaceAll("'", `'\\''`)}'`;

/** The call as the command line does it again, with the debrief if anything was done. */
export function commandLine({ seed, level }: Pick<Incident, 'seed' | 'level'>, lines: readonly string[]): string {
  const first = `inflight incident --seed ${seed} --level ${level}`;
  if (lines.length === 0) return first;
  return [first, ...lines.map((line) => `--do ${quoted(line)}`), '--debrief'].join(' \\\n  ');
}
