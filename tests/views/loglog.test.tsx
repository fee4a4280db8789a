import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { draw } from '../../src/views/draw';
import { columnFrom, runWith } from './charts-sample';
import { translate } from '../untranslated';

const losses = [0.01, 0.1, 1, 10];
const run = (goodput: number[]) =>
  runWith([
    columnFrom('loss', '%', 'loss', losses),
    columnFrom('goodput', 'Mbit/s', 'throughput', goodput),
    columnFrom('formula', 'Mbit/s', 'ssthresh', [100, 31.6, 10, 3.16]),
  ]);
const drawing = (goodput: number[], pinned?: number[], own = run(goodput)) =>
  draw({
    spec: { kind: 'loglog', title: 'Falling', tables: [], series: ['goodput', 'formula'] },
    run: own,
    overlays: pinned ? [{ role: 'pinned', run: run(pinned) }] : [],
    growing: false,
    events: false,
    width: 700,
    title: 'Sample',
    translate,
  });

describe('curves on two log axes', () => {
  it('equal factors are equal distances', () => {
    const { scale } = drawing([90, 30, 10, 3]).time!;
    const places = losses.map(scale);
    const steps = places.slice(1).map((place, i) => place - places[i]!);
    for (const step of steps) expect(step).toBeCloseTo(steps[0]!, 6);
  });

  it('keys go from sample to sample, and each is said in words', () => {
    const { step, stops, at } = drawing([90, 30, NaN, 3]).time!;
    expect(step).toBe(0);
    expect(stops).toEqual(losses);
    expect(at(0.09).said).toBe('loss 0.1: goodput 30 Mbit/s, formula 31.6 Mbit/s');
    expect(at(1.2).said).toBe('loss 1: formula 10 Mbit/s');
  });

  it('a column with a band has an area behind it where there are both edges, and both are on the axis', () => {
    const wide = run([90, 30, 10, 3]);
    wide.columns[1]!.band = ['low', 'high'];
    wide.columns.push(
      columnFrom('low', 'Mbit/s', 'throughput', [80, 20, NaN, NaN]),
      columnFrom('high', 'Mbit/s', 'throughput', [4000, 60, NaN, NaN]),
    );
    const { picture, time } = drawing([90, 30, 10, 3], undefined, wide);
    const svg = renderToStaticMarkup(picture);
    const [, path] = /data-band="goodput" d="([^"]+)"/.exec(svg)!;
    const heights = [...path!.matchAll(/[\d.]+,([\d.]+)/g)].map(([, y]) => Number(y));
    expect(heights).toHaveLength(4);
    expect(Math.min(...heights)).toBeGreaterThan(48); // below the heading
    expect(svg).not.toContain('NaN');
    expect(time!.at(0.1).said).toBe('loss 0.1: goodput 30\u00a0Mbit/s (20–60\u00a0Mbit/s), formula 31.6\u00a0Mbit/s');
    expect(time!.at(1).said).toBe('loss 1: goodput 10\u00a0Mbit/s, formula 10\u00a0Mbit/s');
  });

  it('a dot for each sample that is there, and the kept run beside it', () => {
    const svg = renderToStaticMarkup(drawing([90, NaN, 10, 0], [80, 40, 20, 10]).picture);
    expect(svg.match(/<circle/g)).toHaveLength(2);
    expect(svg).toContain('data-role="pinned"');
    expect(svg).not.toContain('NaN');
  });
});
