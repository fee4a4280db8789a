/** Jobs, done by a pool of Pythons unless their answers are known. */
import { createHash } from 'node:crypto';
import { closure, hashOf, type Modules } from '../python/modules';
import { VERSION } from '../python/start';
import type { Cache } from './cache';
import { type Ask, type Job, rootsOf } from './jobs';
import type { Pool } from './pool';
import type { Progress } from './progress';

interface Kit {
  modules: Modules;
  cache: Cache;
  pool: Pool;
  progress: Progress;
  /** A short name for the programs that make an answer of what Python says. */
  program: string;
}

/** The last line of a traceback says what is wrong. */
const lastLine = (text: string): string => text.trim().split('\n').at(-1)!;

export function answering({ modules, cache, pool, progress, program }: Kit): Ask {
  const reaches = new Map<string, { names: Set<string>; hash: string }>();
  const reachOf = (job: Job) => {
    const roots = rootsOf(job, modules);
    const found = reaches.get(roots.join());
    if (found) return found;
    const names = closure(modules, roots);
    const reach = { names, hash: hashOf(modules, names) };
    reaches.set(roots.join(), reach);
    return reach;
  };

  const work = async (job: Job, names: ReadonlySet<string>): Promise<string> => {
    const { text, error, imported, seconds } = await pool.run(job);
    progress.done(job.do, seconds);
    if (text === undefined) throw new Error(lastLine(error ?? 'Python said nothing'));
    // Its answer would stay as it is when they change.
    const strangers = imported.filter((name) => !names.has(name));
    if (strangers.length > 0) throw new Error(`${job.do} imports ${strangers.join(', ')}, which couldn’t be foreseen`);
    return text;
  };

  const underWay = new Map<string, Promise<string>>();
  return async (job) => {
    const { names, hash } = reachOf(job);
    const key = createHash('sha256')
      .update([VERSION, program, hash, JSON.stringify(job)].join('\0'))
      .digest('hex');
    let answer = underWay.get(key);
    if (!answer) {
      progress.asked(job.do);
      const kept = cache.read(key);
      if (kept !== undefined) {
        progress.known(job.do);
        return JSON.parse(kept) as unknown;
      }
      answer = work(job, names).then((text) => {
        cache.write(key, text);
        return text;
      });
      underWay.set(key, answer);
      void answer.finally(() => underWay.delete(key)).catch(() => undefined);
    }
    return JSON.parse(await answer) as unknown;
  };
}
