import type { Standing } from '../../model/contract';
import { type Entry, typedIn } from '../call/state';

export type StepId = 'stabilise' | 'hypothesis' | 'proof' | 'fix' | 'verify' | 'report';

/** Whether a line looks at what users notice. */
const looks = (line: string): boolean => line === ':dashboards' || (typedIn(line)?.typed.includes('app.log') ?? false);

/** The last fix’s place among the entries: chosen or typed, it is then that one more is in place. -1: none. */
const lastFix = (entries: readonly Entry[]): number =>
  entries
    .map(({ standing }, place) => standing.fixes.length > (entries[place - 1]?.standing.fixes.length ?? 0))
    .lastIndexOf(true);

/** What was done of each step. Whether something on the screen is a proof is told afterwards. */
export function doneSteps(all: readonly Entry[], standing: Standing): ReadonlySet<StepId> {
  const entries = all.filter(({ isRefused }) => !isRefused);
  const fixed = lastFix(entries);
  const done: Record<StepId, boolean> = {
    stabilise: entries.some(({ line }) => line.startsWith(':mitigate ')),
    hypothesis: standing.cause !== null,
    proof: false,
    fix: fixed >= 0,
    verify: fixed >= 0 && entries.slice(fixed + 1).some(({ line }) => looks(line)),
    report: standing.reported,
  };
  return new Set((Object.keys(done) as StepId[]).filter((id) => done[id]));
}

/** How many outputs there were, and on how many machines. */
export function looked(entries: readonly Entry[]): { outputs: number; machines: number } {
  const typed = entries.flatMap(({ line, isRefused }) => (isRefused ? [] : (typedIn(line) ?? [])));
  return { outputs: typed.length, machines: new Set(typed.map(({ machine }) => machine)).size };
}

/** The last line that begins with one of these words, done or refused. */
export const lastOf = (entries: readonly Entry[], ...words: string[]): Entry | undefined =>
  entries.filter(({ line }) => words.includes(line.split(' ')[0]!)).at(-1);
