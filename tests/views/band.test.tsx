import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/model/types';
import { draw } from '../../src/views/draw';
import { bandOf } from '../../src/views/lanes/band';
import type { Band, DrawInput } from '../../src/views/view';
import { sampleLanes, sampleRun } from './sample';
import { lcg } from './charts-sample';
import { translate } from '../untranslated';

const FIELDS = ['cwnd', 'ssthresh', 'in_flight', 'queue', 'throughput'];

/** The sample run, with every value moved by chance. */
function seeded(seed: number, points?: number): Result {
  const random = lcg(seed);
  const run = sampleRun({ points });
  for (const column of run.columns.slice(1))
    column.values = column.values.map((value) => value * (0.7 + 0.6 * random()));
  return run;
}

const valuesOf = ({ columns }: Pick<Result, 'columns'>, name: string): Float64Array =>
  columns.find((column) => column.name === name)!.values;

/** How many values of the runs lie on or between the edges, of how many. */
function inside(band: Band, runs: Result[]): { inside: number; all: number } {
  let count = 0;
  let all = 0;
  for (const name of FIELDS)
    for (const run of runs)
      for (const [row, value] of valuesOf(run, name).entries()) {
        if (Number.isNaN(value)) continue;
        all++;
        if (value >= valuesOf(band.low, name)[row]! && value <= valuesOf(band.high, name)[row]!) count++;
      }
  return { inside: count, all };
}

describe('bandOf', () => {
  it('of runs that are all the same has no width', () => {
    const band = bandOf([1, 2, 3, 4].map(() => sampleRun()))!;
    for (const name of FIELDS) expect(valuesOf(band.low, name)).toEqual(valuesOf(band.high, name));
    expect(valuesOf(band.low, 'ssthresh')).toEqual(valuesOf(sampleRun(), 'ssthresh'));
  });

  it.each([2, 3, 5, 10, 11, 25])(
    'of %i seeds holds at least 80%% of their values, but not simply all of many',
    (count) => {
      const runs = Array.from({ length: count }, (_, i) => seeded(i + 1));
      const { inside: held, all } = inside(bandOf(runs)!, runs);
      expect(held / all).toBeGreaterThanOrEqual(0.8);
      if (count > 9) expect(held / all).toBeLessThanOrEqual(0.95);
    },
  );

  it('goes on to the end of the longest run while half of the runs do', () => {
    const runs = [seeded(1), seeded(2), seeded(3), seeded(4)];
    for (const run of runs.slice(2)) run.columns = run.columns.map((c) => ({ ...c, values: c.values.slice(0, 20) }));
    for (const column of runs[1]!.columns) column.values = column.values.slice(0, 40);
    const { low, high } = bandOf(runs)!;
    expect(valuesOf(low, 't')).toHaveLength(61);
    expect(valuesOf(low, 'cwnd')[30]).toBe(Math.min(...runs.slice(0, 2).map((run) => valuesOf(run, 'cwnd')[30]!)));
    expect(valuesOf(high, 'cwnd')[30]).toBe(Math.max(...runs.slice(0, 2).map((run) => valuesOf(run, 'cwnd')[30]!)));
    expect(valuesOf(low, 'cwnd')[45]).toBeNaN();
  });

  it('compares what was at the same time, not in the same row', () => {
    const late = sampleRun();
    late.columns = late.columns.map((column) => ({ ...column, values: column.values.slice(5) }));
    const { low, high } = bandOf([sampleRun(), late])!;
    expect(valuesOf(low, 'cwnd')).toEqual(valuesOf(high, 'cwnd'));
  });

  it('of no runs is none', () => expect(bandOf([])).toBeUndefined());
});

describe('in the lanes', () => {
  const picture = (more: Partial<DrawInput<{ kind: 'lanes'; title: string; lanes: typeof sampleLanes }>>): string => {
    const spec = { kind: 'lanes' as const, title: 'Curves', lanes: sampleLanes };
    const input = { spec, run: sampleRun(), overlays: [], growing: false, events: true, width: 760, title: 'A window' };
    return renderToStaticMarkup(draw({ ...input, translate, ...more }).picture).replaceAll('><', '>\n<');
  };
  const band = bandOf(Array.from({ length: 10 }, (_, i) => seeded(i + 1)))!;

  it('a band lies behind the lines, and says what it is', () => {
    const svg = picture({ band });
    expect(svg).toContain('10 seeds, p10–p90');
    expect(svg).not.toContain('NaN');
    expect(svg).toMatchSnapshot();
  });

  it('a run may bring the edges of its own band, and the seeds take its place', () => {
    const run = sampleRun();
    const cwnd = run.columns.find(({ name }) => name === 'cwnd')!;
    cwnd.band = ['cwnd_low', 'cwnd_high'];
    run.columns.push(
      { ...cwnd, name: 'cwnd_low', values: cwnd.values.map((value) => value * 0.5) },
      { ...cwnd, name: 'cwnd_high', values: cwnd.values.map((value) => value * 3) },
    );
    const svg = picture({ run });
    expect([...svg.matchAll(/data-band="(\w+)"/g)].map(([, name]) => name)).toEqual(['cwnd']);
    expect(svg).toContain('by chance');
    expect(svg).not.toContain('NaN');
    expect(picture({ run, band })).not.toContain('by chance');
  });

  it('a run that is kept is drawn in long dashes, with its name', () => {
    const svg = picture({ overlays: [{ role: 'pinned', run: sampleRun({ scale: 1.2 }) }], width: 360 });
    expect(svg).toMatchSnapshot();
  });

  it('both are on the axes, however large', () => {
    const numbers = (svg: string): number[] =>
      [...svg.matchAll(/text-anchor="end">([\d,]+)</g)].map(([, number]) => Number(number!.replace(',', '')));
    const large = sampleRun({ scale: 9 });
    const top = Math.max(...valuesOf(large, 'cwnd'));
    for (const more of [{ overlays: [{ role: 'pinned' as const, run: large }] }, { band: bandOf([large])! }])
      expect(Math.max(...numbers(picture(more)))).toBeGreaterThanOrEqual(0.9 * top);
  });
});
