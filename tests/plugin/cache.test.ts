/** Answers of earlier builds: they are kept, found again, and never believed when they are damaged or out of date. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Module, Modules } from '../../src/plugins/inflight/python/modules';
import { Cache } from '../../src/plugins/inflight/runs/cache';
import type { Job } from '../../src/plugins/inflight/runs/jobs';
import type { Pool } from '../../src/plugins/inflight/runs/pool';
import { Progress } from '../../src/plugins/inflight/runs/progress';
import { answering } from '../../src/plugins/inflight/runs/runs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inflight-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(name).isFile());

describe('the cache', () => {
  test('gives back what it was given, and nothing for anything else', () => {
    new Cache(folder).write('abc', '{"ä": "\\n"}\n');
    expect(new Cache(folder).read('abc')).toBe('{"ä": "\\n"}\n');
    expect(new Cache(folder).read('abd')).toBeUndefined();
  });

  test.each([
    ['cut short', (text: string) => text.slice(0, -1)],
    ['changed', (text: string) => text.replace('1', '2')],
    ['emptied', () => ''],
  ])('does not give back what was %s', (_, damage) => {
    const cache = new Cache(folder);
    cache.write('abc', '{"answer": 1}');
    const [file] = files();
    writeFileSync(file!, damage(readFileSync(file!, 'utf8')));
    expect(cache.read('abc')).toBeUndefined();
  });

  test('throws away what nobody has asked for in a month', () => {
    const cache = new Cache(folder);
    cache.write('old', '1');
    const [file] = files();
    cache.write('new', '2');
    utimesSync(file!, new Date(0), new Date(0));
    cache.tidy();
    expect([cache.read('old'), cache.read('new')]).toEqual([undefined, '2']);
  });
});

describe('jobs', () => {
  const module = (name: string, source: string, ...imports: string[]): [string, Module] => [
    name,
    { name, file: `${name}.py`, source, imports: new Set(imports), others: new Set() },
  ];
  const modules = (changes: Record<string, string> = {}): Modules =>
    new Map([
      module('inflight', ''),
      module('inflight.bridge', '', 'inflight.tcp'),
      module('inflight.tcp', changes.tcp ?? ''),
      module('inflight.experiments', ''),
      module('inflight.experiments.one', changes.one ?? ''),
      module('inflight.experiments.two', changes.two ?? ''),
    ]);

  /** Answers `jobs` with Pythons that know nothing but to count, and says which had to be done. */
  async function done(
    jobs: Job[],
    known: Modules,
    { program = '', imported = [] as string[] } = {},
  ): Promise<string[]> {
    const asked: string[] = [];
    const pool = {
      run: (job: Job) => {
        asked.push(JSON.stringify(job));
        return Promise.resolve({ text: '{}', imported, seconds: 0 });
      },
    } as unknown as Pool;
    const ask = answering({ modules: known, cache: new Cache(folder), pool, progress: new Progress(1), program });
    await Promise.all(jobs.map(ask));
    return asked;
  }
  const job = (experiment: string, preset = 'as-found'): Job => ({ do: 'preset', experiment, preset });
  const both = [job('one'), job('two')];

  test('are done once, however often and however late they are asked for', async () => {
    expect(await done([...both, ...both], modules())).toHaveLength(2);
    expect(await done(both, modules())).toEqual([]);
  });

  test('are done anew for what has changed, and for nothing else', async () => {
    await done(both, modules());
    expect(await done(both, modules({ one: 'changed' }))).toEqual([JSON.stringify(job('one'))]);
    expect(await done(both, modules({ tcp: 'changed' }))).toHaveLength(2);
    expect(await done([job('one', 'fixed')], modules())).toHaveLength(1);
    expect(await done(both, modules(), { program: 'changed' })).toHaveLength(2);
  });

  test('must not import what was not foreseen: their answers would outlive a change of it', async () => {
    const imported = ['inflight.tcp', 'inflight.experiments.two'];
    await expect(done([job('one')], modules(), { imported })).rejects.toThrow('imports inflight.experiments.two');
  });
});
