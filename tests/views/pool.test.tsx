import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { PoolSpec } from '../../src/model/contract';
import { draw } from '../../src/views/draw';
import type { Drawing } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import type { Result } from '../../src/model/types';
import { translate } from '../untranslated';

const spec: PoolSpec = {
  kind: 'pool',
  title: 'Ports',
  table: 'field',
  blocks: 'blocks',
  columns: ['in_use', 'time_wait', 'reusable'],
  free: 'free',
  refused: 'refused',
};

type Held = [t: number, block: number, inUse: number, timeWait: number, reusable: number];

/** Even blocks come first; at each second, `held` says which blocks changed. */
function runOf(sizes: readonly number[], held: readonly Held[], seconds: number, refused: number[] = []): Result {
  const half = Math.ceil(sizes.length / 2);
  const blocks = [
    columnFrom(
      'first',
      '',
      'time',
      sizes.map((size, block) => 40000 + (block < half ? 2 * block : 2 * (block - half) + 1) * size),
    ),
    columnFrom('ports', 'ports', 'queue', sizes),
    columnFrom(
      'group',
      '',
      'time',
      sizes.map((_, block) => Number(block >= half)),
      ['even ports, tried first', 'odd ports'],
    ),
  ];
  const names = ['t', 'block', 'in_use', 'time_wait', 'reusable'];
  const field = names.map((name, i) =>
    columnFrom(
      name,
      i ? 'ports' : 's',
      'time',
      held.map((row) => row[i]!),
    ),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const times = [...Array(seconds + 1).keys()];
  const at = (t: number, state: number): number =>
    sizes.reduce(
      (sum, _, block) => sum + (held.filter((row) => row[1] === block && row[0] <= t).at(-1)?.[state] ?? 0),
      0,
    );
  const counts = [2, 3, 4].map((state) => times.map((t) => at(t, state)));
  const columns = [
    columnFrom('t', 's', 'time', times),
    columnFrom('in_use', 'ports', 'inflight', counts[0]!),
    columnFrom('time_wait', 'ports', 'queue', counts[1]!),
    columnFrom('reusable', 'ports', 'throughput', counts[2]!),
    columnFrom(
      'free',
      'ports',
      'time',
      times.map((_, i) => total - counts[0]![i]! - counts[1]![i]! - counts[2]![i]!),
    ),
    columnFrom(
      'refused',
      '1/s',
      'loss',
      times.map((_, i) => refused[i] ?? 0),
    ),
  ];
  return runWith(columns, { field, blocks });
}

const drawn = (run: Result, width = 700): Drawing =>
  draw({ spec, run, overlays: [], growing: false, events: false, width, title: 'Ports', translate });
const svg = (drawing: Drawing): string => renderToStaticMarkup(drawing.picture);

/** Ten ports: two in use, then in TIME_WAIT; one of them may be reused. */
const TEN: Held[] = [
  [0, 0, 1, 0, 0],
  [1, 1, 1, 0, 0],
  [2, 0, 0, 1, 0],
  [3, 1, 0, 1, 0],
  [3, 0, 0, 0, 1],
  [5, 0, 0, 0, 0],
];
const ten = (): Result => runOf(Array<number>(10).fill(1), TEN, 6, [0, 0, 0, 4, 20, 0, 0]);

/** Each subpath of the filling of a state: where it begins, and how wide it is. */
function filled(markup: string, state: number): number[] {
  const path = [...markup.matchAll(/<path class="filling"[^>]* d="([^"]*)" stroke-width="\d+"( [^>]*)?>/g)];
  // The legend has one of each state; then each field has one of each.
  return path
    .slice(3)
    .filter((_, place) => place % 3 === state)
    .flatMap(([, d]) => [...d!.matchAll(/h(-?[\d.]+)/g)].map((match) => Number(match[1])));
}

describe('pool', () => {
  it.each([320, 700])('looks as it did, %i px wide', (width) => {
    const drawing = drawn(ten(), width);
    expect(svg(drawing)).toMatchSnapshot();
    expect(renderToStaticMarkup(drawing.time!.at(3).cursor)).toMatchSnapshot();
  });

  it('says how many ports are in each state, and how many connections were refused', () => {
    const { at } = drawn(ten()).time!;
    expect(at(0).said).toBe('0\u00a0s: in use 1, time wait 0, reusable 0, free 9');
    expect(at(3.2).said).toBe('3\u00a0s: in use 0, time wait 1, reusable 1, free 8; refused 4\u00a01/s');
    expect(at(6).said).toBe('6\u00a0s: in use 0, time wait 1, reusable 0, free 9');
  });

  it('fills squares by the row that was last noted of each', () => {
    const { at } = drawn(ten()).time!;
    const widths = (t: number): number[] =>
      [0, 1, 2].map((state) => filled(renderToStaticMarkup(at(t).cursor), state).length);
    expect([0, 1, 2, 3, 4, 5, 6].map(widths)).toEqual([
      [1, 0, 0],
      [2, 0, 0],
      [1, 1, 0],
      [0, 1, 1],
      [0, 1, 1],
      [0, 1, 0],
      [0, 1, 0],
    ]);
  });

  it('fills a block by the share of its ports, and shows one of many', () => {
    const run = runOf([100, 100, 100, 100], [[0, 0, 1, 49, 50]], 1);
    const markup = renderToStaticMarkup(drawn(run).time!.at(0).cursor);
    const [used, waiting, reusable] = [0, 1, 2].map((state) => filled(markup, state)[0]!);
    expect(used).toBe(1);
    expect(waiting! / (used! + waiting! + reusable!)).toBeCloseTo(0.49, 2);
    expect(markup).toContain('a square is 100 ports');
  });

  it('puts blocks together where there is no room for each', () => {
    const sizes = Array<number>(5000).fill(2);
    const run = runOf(
      sizes,
      sizes.map((size, block) => [0, block, 0, size, 0]),
      1,
    );
    for (const width of [320, 700]) {
      const markup = svg(drawn(run, width));
      const squares = filled(markup, 1);
      expect(squares.length).toBeLessThan(3000);
      expect(new Set(squares).size).toBe(1);
    }
  });

  it('without its tables it shows how many, not which', () => {
    const run = { ...ten(), tables: {} };
    const { at } = drawn(run).time!;
    expect(at(1).said).toContain('in use 2');
    expect(filled(renderToStaticMarkup(at(1).cursor), 0)).toHaveLength(2);
  });

  it('stands still where the fewest are free', () => {
    expect(svg(drawn(ten()))).toContain('aria-label="Ports. 1\u00a0s: in use 2, time wait 0, reusable 0, free 8"');
  });

  it.each([1, 2, 11, 240, 3000])('keeps its height and has no NaN with %i ports', (count) => {
    for (const width of [280, 320, 390, 1000]) {
      const run = runOf(Array<number>(count).fill(1), [[0, 0, 1, 0, 0]], 2);
      const drawing = drawn(run, width);
      const moving = renderToStaticMarkup(drawing.time!.at(1).cursor);
      expect(svg(drawing) + moving).not.toMatch(/NaN|undefined|Infinity/);
      expect(drawing.height).toBe(drawn(ten(), width).height);
      for (const [, x, wide] of (svg(drawing) + moving).matchAll(/M([\d.]+),[\d.]+h([\d.]+)/g))
        expect(Number(x) + Number(wide)).toBeLessThanOrEqual(width);
    }
  });

  it('an empty run has the same height', () => {
    const empty = runWith(
      ['t', 'in_use', 'time_wait', 'reusable', 'free', 'refused'].map((name) => columnFrom(name, 's', 'time', [])),
    );
    for (const width of [320, 700]) expect(drawn(empty, width).height).toBe(drawn(ten(), width).height);
  });
});
