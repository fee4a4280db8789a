/** The case in the address: `?seed=7&level=2`, maybe of one family (`&family=connect`) or on a kernel (`&kernel=6.1`). */
import { isKernel, type Kernel, KERNELS, USUAL } from '../model/kernels';

/** Seeds are whole numbers below this (`inflight/incidents/case.py:SEEDS`). */
export const SEEDS = 2 ** 31;

export interface Wanted {
  seed: number;
  level: number;
  /** The kind of complaint; missing: the seed chooses. */
  family?: string;
  /** Of all machines; missing: the usual one. */
  kernel?: Kernel;
}

/** What the address asks for: a case, nothing (null), or what cannot be had, as it stands there. */
export function wantedIn(search: string, levels: readonly number[]): Wanted | null | { bad: string; allowed: string } {
  const params = new URLSearchParams(search);
  const [seed, level] = [params.get('seed'), params.get('level')];
  const [family, kernel] = [params.get('family'), params.get('kernel')];
  if (seed === null && level === null) return null;
  const wanted = { seed: Number(seed ?? 1), level: Number(level ?? 1), ...(family && { family }) };
  if (seed === '' || !Number.isSafeInteger(wanted.seed) || wanted.seed < 0 || wanted.seed >= SEEDS)
    return { bad: `seed = ${seed}`, allowed: `0 to ${SEEDS - 1}` };
  if (!levels.includes(wanted.level)) return { bad: `level = ${level}`, allowed: levels.join(', ') };
  if (kernel === null) return wanted;
  return isKernel(kernel) ? { ...wanted, kernel } : { bad: `kernel = ${kernel}`, allowed: KERNELS.join(', ') };
}

export const addressOf = ({ seed, level, family, kernel = USUAL }: Wanted): string =>
  `?seed=${seed}&level=${level}` +
  (family === undefined ? '' : `&family=${encodeURIComponent(family)}`) +
  (kernel === USUAL ? '' : `&kernel=${kernel}`);

export const anySeed = (): number => Math.floor(Math.random() * SEEDS);
