/** Each line of a worked sum is true: what is left of “=” comes to what is right of it, units included. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSON_SCHEMA, load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { questionFiles } from '../../src/plugins/inflight/questions/read';

const DOCS = join(import.meta.dirname, '../../docs');

interface Sum {
  id: string;
  type: string;
  working: string[];
}

const sums = questionFiles(DOCS).flatMap((file) =>
  (load(readFileSync(join(DOCS, file), 'utf8'), { schema: JSON_SCHEMA }) as Sum[]).filter(({ type }) => type === 'sum'),
);

const PREFIX: Record<string, number> = { n: 1e-9, µ: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
const BINARY: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** How many bits, bytes or seconds one of it is; words such as “packets” count as one. */
function unit(text: string): number {
  const found = /^(n|µ|m|k|M|G|T|Ki|Mi|Gi)?(bit|B|s)$/.exec(text);
  return found ? (PREFIX[found[1] ?? ''] ?? BINARY[found[1]!]!) : 1;
}

/** A number with its unit and words: “12.5 calls/s on each connection”, “8 bit/B”; none if it is anything else. */
function quantity(text: string): number | undefined {
  const found = /^(\d[\d,]*(?:\.\d+)?)(%)?(?: ?(\p{L}[^\s\d/]*)?(?:\/([^\s\d]+))?(?: [^\d×÷+−=]*)?)?$/u.exec(
    text.trim(),
  );
  if (!found) return undefined;
  const [, number, percent, of = '', per = ''] = found;
  return (Number(number!.replaceAll(',', '')) * (percent ? 0.01 : 1) * unit(of)) / unit(per);
}

/** What an expression of quantities comes to, products first; none if it has anything else in it. */
function value(text: string): number | undefined {
  const [first, ...rest] = text.split(/ ([+−]) /);
  const terms = [['+', first!], ...rest.flatMap((each, i) => (i % 2 === 0 ? [[each, rest[i + 1]!]] : []))];
  let sum = 0;
  for (const [sign, term] of terms) {
    const [head, ...factors] = term!.split(/ ([×÷]) /);
    let product = quantity(head!);
    for (let i = 0; i < factors.length; i += 2) {
      const factor = quantity(factors[i + 1]!);
      if (product === undefined || factor === undefined) return undefined;
      product = factors[i] === '×' ? product * factor : product / factor;
    }
    if (product === undefined) return undefined;
    sum += sign === '+' ? product : -product;
  }
  return sum;
}

/** Pairs of neighbours around “=” that can be calculated. */
const pairs = (line: string): [string, number, number][] =>
  line
    .split(' = ')
    .map((side) => value(side.split(', so ')[0]!))
    .flatMap((right, i, all) => {
      const left = all[i - 1];
      return left === undefined || right === undefined ? [] : [[line, left, right] as [string, number, number]];
    });

describe('the arithmetic of a line', () => {
  it('knows units and the order of operations', () => {
    expect(value('10 Gbit/s × 80 ms')).toBeCloseTo(8e8);
    expect(value('2 MB + 3 × 500 kB')).toBeCloseTo(3.5e6);
    expect(value('1 s ÷ 80 ms')).toBeCloseTo(12.5);
    expect(value('12.5 calls/s on each connection')).toBe(12.5);
    expect(value('2000 /s − 1400 /s')).toBe(600);
    expect(value('10 × (2ⁿ − 1) segments')).toBeUndefined();
  });

  it('is wrong if a unit is', () => {
    const [[, left, right]] = pairs('1 Gbit ÷ 8 bit/B = 125 kB') as [[string, number, number]];
    expect(left / right).toBeCloseTo(1000);
  });
});

describe.each(sums)('$id', ({ working }) => {
  const found = working.flatMap(pairs);
  it('can be calculated', () => expect(found.length).toBeGreaterThan(0));
  it.each(found)('%s', (_, left, right) => expect(Math.abs(left / right - 1)).toBeLessThan(0.02));
});
