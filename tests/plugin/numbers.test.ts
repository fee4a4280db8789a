/** The numbers that chapters share are those of the models and recordings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { byHand, readNumbers } from '../../src/plugins/inflight/content/numbers';
import { cpython } from '../command-line';

const SITE = join(import.meta.dirname, '../..');
const numbers = readNumbers(join(SITE, 'docs'));

/** What a model says with these values. */
function modelled(id: string, at: Record<string, string | number>, summary: string): number {
  const flags = Object.entries(at).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)]);
  const run = JSON.parse(cpython('run', id, ...flags, '--json')) as { summary: Record<string, { value: number }> };
  return run.summary[summary]!.value;
}

/** As many digits behind the point as the text has. */
const rounded = (value: number, text: string): number => Number(value.toFixed(text.split('.')[1]?.length ?? 0));

describe.each(numbers)('$name', ({ text, figure, limit, recording }) => {
  const said = Number(text.replaceAll(',', ''));

  it.runIf(figure)('is the model’s', () => {
    const { id, at, summary, per } = figure!;
    const value = modelled(id, at, summary);
    expect(per ? Math.floor(value / Number(per)) : rounded(value, text)).toBe(said);
  });

  it.runIf(limit)('is the last value at which the model has none', () => {
    const { id, at, parameter, summary } = limit!;
    expect(modelled(id, { ...at, [parameter]: said }, summary)).toBe(0);
    expect(modelled(id, { ...at, [parameter]: said + 1 }, summary)).toBeGreaterThan(0);
  });

  it.runIf(recording)('is the recording’s', () => {
    const { name, kernel, field } = recording!;
    const file = readFileSync(join(SITE, 'tests/kernel/recordings', kernel, `${name}.json`), 'utf8');
    const value = field.reduce<unknown>((within, key) => (within as Record<string, unknown>)[key], JSON.parse(file));
    expect(rounded(value as number, text)).toBe(said);
  });
});

it('finds a number that is written by hand, and no other', () => {
  const pipe = byHand(numbers.find(({ name }) => name === 'pipe')!);
  for (const text of ['165 packets', 'the 165\u00a0full packets']) expect(text).toMatch(pipe);
  for (const text of ['1165 packets', '165 packets/s', '16.165 packets', '165 pac']) expect(text).not.toMatch(pipe);
});
