import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DistributionSpec } from '../../src/model/contract';
import { distribution } from '../../src/views/distribution/Distribution';
import { binsOf, stepsOf } from '../../src/views/distribution/sample';
import { layoutDistribution } from '../../src/views/distribution/layoutDistribution';
import { nearestRank } from '../../src/views/quantile';
import { textWidth } from '../../src/views/text';
import type { DrawInput, OverlayRole } from '../../src/views/view';
import { columnFrom, lcg, runWith } from './charts-sample';
import { distributionWords, type DistributionWords } from '../../src/views/distribution/distributionWords';
import { translate } from '../untranslated';

const ENGLISH = distributionWords(translate);

type Input = DrawInput<DistributionSpec, DistributionWords>;

const runOf = (values: number[]) =>
  runWith([columnFrom('t', 's', 'time', [...values.keys()]), columnFrom('wait', 'ms', 'rtt', values)]);

const input = (values: number[], more: Partial<Input> = {}): Input => ({
  spec: { kind: 'distribution', title: 'Waits', table: '', column: 'wait', shape: 'cdf' },
  run: runOf(values),
  overlays: [],
  growing: false,
  events: false,
  width: 700,
  title: 'Waits',
  words: ENGLISH,
  ...more,
});

describe('nearestRank', () => {
  // The worked examples of https://en.wikipedia.org/wiki/Percentile#The_nearest-rank_method
  it.each([
    [
      [15, 20, 35, 40, 50],
      [
        [5, 15],
        [30, 20],
        [40, 20],
        [50, 35],
        [100, 50],
      ],
    ],
    [
      [3, 6, 7, 8, 8, 10, 13, 15, 16, 20],
      [
        [25, 7],
        [50, 8],
        [75, 15],
        [100, 20],
      ],
    ],
    [
      [3, 6, 7, 8, 8, 9, 10, 13, 15, 16, 20],
      [
        [25, 7],
        [50, 9],
        [75, 15],
        [100, 20],
      ],
    ],
  ])('of %j', (values, expected) => {
    for (const [p, value] of expected) expect(nearestRank(values, p!)).toBe(value);
  });

  it('of 1 … 100, the p-th is p: no rank is lost to rounding', () => {
    const values = Array.from({ length: 100 }, (_, i) => i + 1);
    for (const p of values) expect(nearestRank(values, p)).toBe(p);
  });
});

describe('stepsOf', () => {
  it('rises by the share of each value, as an empirical distribution function does', () =>
    expect(stepsOf([1, 2, 2, 5])).toEqual([
      { value: 1, share: 0.25 },
      { value: 2, share: 0.75 },
      { value: 5, share: 1 },
    ]));
});

describe('binsOf', () => {
  it('counts every value once, those on an edge to its right, the last edge to its left', () =>
    expect(binsOf([0, 1, 1, 2, 3, 3, 4], [0, 1, 3, 4])).toEqual([
      { from: 0, to: 1, count: 1 },
      { from: 1, to: 3, count: 3 },
      { from: 3, to: 4, count: 3 },
    ]));
});

describe('the picture', () => {
  const random = lcg(3);
  const narrowRange = Array.from({ length: 200 }, () => 40 + 60 * random());

  it('names the percentiles, in the unit that suits them, also for those who do not see it', () => {
    const values = Array.from({ length: 100 }, (_, i) => 0.5 * (i + 1));
    const svg = renderToStaticMarkup(distribution.draw(input(values)).picture);
    expect(svg).toContain('aria-label="Waits. wait: p50 25\u00a0ms, p95 47.5\u00a0ms, p99 49.5\u00a0ms"');
  });

  it('has a log axis where values span more than a factor of 50, and says so', () => {
    const svg = (values: number[]): string => renderToStaticMarkup(distribution.draw(input(values)).picture);
    expect(svg([1, 2, 3, 51])).toContain('log scale');
    expect(svg([1, 2, 3, 49])).not.toContain('log scale');
    expect(svg([0, 2, 3, 5100])).not.toContain('log scale');
  });

  it.each([
    ['spread', narrowRange],
    ['all the same', new Array<number>(50).fill(40)],
    ['at the left edge', [...new Array<number>(99).fill(1), 49]],
    ['at the right edge', [1, ...new Array<number>(99).fill(49)]],
  ])('labels never meet: %s', (_, values) => {
    for (const width of [280, 320, 700]) {
      const { percentiles, narrow } = layoutDistribution(input(values, { width }))!;
      let end = 0;
      for (const { name, text, labelX } of percentiles) {
        const half = textWidth(narrow ? text : `${name}  ${text}`) / 2;
        expect(labelX - half).toBeGreaterThanOrEqual(end - 1);
        end = labelX + half;
      }
      expect(end).toBeLessThanOrEqual(width + 1);
    }
  });

  it('a bin of a histogram of counts is never narrower than one', () => {
    const spec = { ...input([]).spec, shape: 'histogram' as const };
    const { shapes } = layoutDistribution(input([0, 1, 1, 2, 3, 5, 5, 5], { spec }))!;
    expect(shapes[0]!.bins.map(({ count }) => count)).toEqual([1, 2, 1, 1, 0, 3]);
  });

  it('draws nothing of a run that only the axes know', () => {
    const overlays = [{ role: 'unseen' as const, run: runOf([40, 80]) }];
    expect(renderToStaticMarkup(distribution.draw(input(narrowRange, { overlays })).picture)).not.toContain('unseen');
  });

  it('the kept run is always on the axis, a far ghost is not', () => {
    const far = runOf([100, 1000]);
    const end = (role: OverlayRole): number =>
      layoutDistribution(input(narrowRange, { overlays: [{ role, run: far }] }))!.x.scale.domain()[1]!;
    expect(end('pinned')).toBeGreaterThanOrEqual(1000);
    expect(end('unseen')).toBeGreaterThanOrEqual(1000);
    expect(end('ghost')).toBeLessThan(200);
  });
});
