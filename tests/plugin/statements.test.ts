/** What chapters say of runs and recordings (`*.numbers.yaml`) is what these come to. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KERNELS, type Moved } from '../../src/model/kernels';
import { NUMBERS, readStatements, type Statement } from '../../src/plugins/inflight/content/results';
import { SIMULATIONS } from '../command-line';

const SITE = join(import.meta.dirname, '../..');
const DOCS = join(SITE, 'docs');
const chapters = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith(NUMBERS))
  .map((name) => join(DOCS, name.replace(NUMBERS, '.mdx')));

interface Run {
  id: string;
  preset?: string;
  at: Record<string, string>;
  seed: number;
}

/** Text as it is read: in one line. */
const inOneLine = (text: string): string => text.replace(/[ \u00a0\n]+/g, ' ');

/** The runs of a model that a statement is about; none if it is about recordings. */
const runsOf = ({ figure: id, preset, at = {}, seeds = '1' }: Statement): Run[] =>
  id ? Array.from({ length: Number(seeds) }, (_, index) => ({ id, preset, at, seed: index + 1 })) : [];

/** Runs all of them in one Python, each once. */
function run(wanted: Run[]): (run: Run) => Record<string, number> {
  const keys = [...new Set(wanted.map((each) => JSON.stringify(each)))];
  const printed = execFileSync('python3', [join(import.meta.dirname, 'summaries.py')], {
    input: `[${keys.join()}]`,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: SIMULATIONS },
  });
  const found = JSON.parse(printed) as Record<string, number>[];
  return (each) => found[keys.indexOf(JSON.stringify(each))]!;
}

const RECORDINGS = join(SITE, 'tests/kernel/recordings');

/** Of a kernel whose recordings are packed. */
const packed = new Map<string, Record<string, object>>();
function unpacked(recording: string, kernel: string): object {
  if (!packed.has(kernel)) {
    const printed = execFileSync('python3', [join(import.meta.dirname, 'packed.py'), join(RECORDINGS, kernel)], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      env: { ...process.env, PYTHONPATH: SIMULATIONS },
    });
    packed.set(kernel, JSON.parse(printed) as Record<string, object>);
  }
  return packed.get(kernel)![recording]!;
}

function recorded(recording: string, kernel: string): (path: string) => number {
  const file = join(RECORDINGS, kernel, `${recording}.json`);
  const all = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : unpacked(recording, kernel);
  return (path) => at(all, path);
}

/** What docs/guide/kernels.json has of a metric (`C_rcvbuf_64K transfer_time`), by kernel. */
function moved(name: string): (kernel: string) => number {
  const { moved: all } = JSON.parse(readFileSync(join(DOCS, 'guide/kernels.json'), 'utf8')) as { moved: Moved[] };
  const found = all.find(({ recording, metric }) => `${recording} ${metric}` === name);
  if (!found) throw new Error(`${name} has not moved`);
  return (kernel) => found.values[KERNELS.indexOf(kernel as (typeof KERNELS)[number])] as number;
}

/** What stands at a path of keys; keys may have slashes of their own. */
function at(within: object, path: string): number {
  const key = Object.keys(within).find((each) => path === each || path.startsWith(`${each}/`))!;
  const found = (within as Record<string, unknown>)[key];
  return path === key ? (found as number) : at(found as object, path.slice(key.length + 1));
}

/** Lowest and highest of several runs where two numbers are said, their mean where it is one. */
function overAll(values: number[], said: number): number[] {
  if (said === 2) return [Math.min(...values), Math.max(...values)];
  return [values.reduce((sum, value) => sum + value, 0) / values.length];
}

/** As it is written: with as many digits behind the point, and the number itself if it is near enough. */
function written(value: number, number: string, within = '0'): number {
  const said = Number(number.replaceAll(',', ''));
  if (Math.abs(value - said) <= (Number(within) / 100) * said) return said;
  const digits = number.split('.')[1]?.length ?? 0;
  return Number(value.toFixed(digits));
}

describe.each(chapters)('%s', (chapter) => {
  const statements = readStatements(chapter);
  const text = inOneLine(readFileSync(chapter, 'utf8'));
  const wanted = statements.flatMap(runsOf);
  let summary: ReturnType<typeof run> | undefined;

  it.each(statements)('says “$words”', ({ words }) => {
    expect(text.includes(inOneLine(words))).toBe(true);
  });

  it.each(statements)('rightly: $says', { timeout: 600_000 }, (each) => {
    const { numbers, are, recording, recordings, kernel = '6.1', moved: metric, seeds, per = '1', within } = each;
    const names = recordings ?? (recording ? [recording] : []);
    const read = metric ? [moved(metric)] : names.map((name) => recorded(name, kernel));
    const values = runsOf(each).length
      ? runsOf(each).map((one) => are.map((name) => (summary ??= run(wanted))(one)[name]!))
      : read.map((value) => are.map(value));
    const come = recordings || seeds ? overAll(values.flat(), numbers.length) : values[0]!;
    const said = numbers.map((number) => Number(number.replaceAll(',', '')));
    expect(come.map((value, index) => written(value / Number(per), numbers[index]!, within))).toEqual(said);
  });
});
