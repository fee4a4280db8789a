import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SeatsSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { draw } from '../../src/views/draw';
import { pack } from '../../src/views/seats/pack';
import type { Drawing } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import { translate } from '../untranslated';

const spec: SeatsSpec = {
  kind: 'seats',
  title: 'Seats',
  clients: ['served', 'queued', 'unknown', 'connecting', 'gone', 'to_come'],
};

/** Twelve clients, three seats: room, a full queue, and one who has given up. */
const TIMES = [0, 1, 2, 3];
const ROWS: Record<string, number[]> = {
  served: [0, 2, 2, 9],
  queued: [0, 3, 3, 0],
  unknown: [0, 1, 2, 0],
  connecting: [2, 1, 4, 0],
  gone: [0, 0, 1, 3],
  to_come: [10, 5, 0, 0],
  half_open: [1, 1, 2, 0],
  half_limit: [4, 4, 4, 4],
  accept_queue: [0, 3, 3, 0],
  seats: [3, 3, 3, 3],
  accepted: [0, 2, 2, 9],
  shut: [0, 1, 1, 0],
  believed: [0, 6, 7, 9],
  established: [0, 5, 5, 9],
  syns_dropped: [0, 1, 5, 5],
  acks_dropped: [0, 1, 3, 3],
  overflows: [0, 2, 8, 8],
  full_drops: [0, 0, 0, 0],
  cookies: [0, 0, 0, 0],
};

function sample(changed: Record<string, number[]> = {}, times = TIMES): Result {
  const rows = { ...ROWS, ...changed };
  return runWith([
    columnFrom('t', 's', 'time', times),
    ...Object.entries(rows).map(([name, values]) =>
      columnFrom(
        name,
        '',
        name === 'unknown' ? 'loss' : 'queue',
        times.map((_, i) => values[i]!),
      ),
    ),
    columnFrom(
      'application',
      '',
      'sndbuf',
      times.map((_, i) => [0, 1, 1, 0][i]!),
      ['accepts', 'stands still'],
    ),
  ]);
}

const drawn = (run: Result, width = 700): Drawing =>
  draw({ spec, run, overlays: [], growing: false, events: true, width, title: 'Seats', translate });
const svg = (drawing: Drawing): string => renderToStaticMarkup(drawing.picture);
const at = (t: number, run = sample(), width = 700): string =>
  renderToStaticMarkup(drawn(run, width).time!.at(t).cursor);

/** The paths of this class, or of these places, and how many figures each draws. */
const figures = (markup: string, name: string): number[] =>
  [...markup.matchAll(new RegExp(`(?:class|data-places)="${name}"[^>]* d="([^"]*)"`, 'g'))].map(
    ([, d]) => d!.match(/M/g)?.length ?? 0,
  );

const WIDTHS = [280, 320, 390, 560, 700, 1000];

describe('seats', () => {
  it.each([320, 700])('looks as it did, %i px wide', (width) => {
    expect(svg(drawn(sample(), width)).replaceAll('><', '>\n<')).toMatchSnapshot();
    expect(at(3, sample(), width).replaceAll('><', '>\n<')).toMatchSnapshot();
  });

  it('says who believes what, what is taken, and what has fallen', () => {
    expect(drawn(sample()).time!.at(2.2).said).toBe(
      '2\u00a0s: served 2, queued 3, unknown 2, connecting 4, gone 1; Half open 2 of 4; Accept queue 3 of 3, full; ' +
        'Application stands still; ListenOverflows 8; TCPReqQFullDrop 0; TCPReqQFullDoCookies 0; ' +
        'Connected, say the clients 7; Connected, says the server 5',
    );
  });

  it('stands still where the queue is full and the most clients wait', () => {
    expect(svg(drawn(sample()))).toContain('aria-label="Seats. 2\u00a0s: served 2');
    const quiet = sample({ accept_queue: [0, 1, 2, 0] });
    expect(svg(drawn(quiet))).toContain('aria-label="Seats. 2\u00a0s:');
  });

  it.each([320, 700])('has a mark for each client, a slot and a seat for each that fits, %i px wide', (width) => {
    const markup = at(2, sample(), width);
    expect(figures(markup, 'slots')).toEqual([4]);
    expect(figures(markup, 'seats')).toEqual([3]);
    // Somebody on each seat: a head and shoulders.
    expect(figures(markup, 'people')).toEqual([6]);
    // Legend and crowd: ☒ is a box and two strokes of a cross, drawn with two pens down.
    const [one, two] = figures(markup, 'drawn')
      .sort((a, b) => a - b)
      .slice(-2);
    expect([one, two]).toEqual([4, 4]);
  });

  it('a bar stands where nobody goes in', () => {
    expect(figures(at(0), 'stop')).toHaveLength(0);
    expect(figures(at(2), 'stop')).toHaveLength(3);
    expect(figures(at(2, sample({ shut: [0, 0, 0, 0] })), 'stop')).toHaveLength(2);
  });

  it('shows that clients are connected to nothing, and ACKs that are only on their way', () => {
    expect(at(2)).toContain('✕ 2 unknown');
    expect(at(3)).not.toContain('class="block"');
    const way = at(1, sample({ unknown: [0, 0, 0, 0] }));
    expect(way).toContain('1 ACK on the way');
    expect(way).not.toContain('✕ 1 unknown');
  });

  it('one place stands for several where there is no room for each', () => {
    const run = sample({ seats: [4097, 4097, 4097, 4097], accept_queue: [0, 4097, 2049, 0] });
    for (const width of WIDTHS) {
      const markup = at(2, run, width);
      const [, each] = /□ = (\d+)/.exec(markup)!;
      expect(figures(markup, 'seats')).toEqual([Math.ceil(4097 / Number(each))]);
      expect(figures(markup, 'people')).toEqual([0]);
    }
  });

  it.each([0, 1, 51, 129, 1025, 65_536])('packs %i places within their box', (count) => {
    const area = { x: 10, y: 20, width: 120, height: 90 };
    for (const order of ['left', 'right', 'rows'] as const) {
      const { at: places, pitch, each } = pack(count, area, { most: 22, least: 9 }, order);
      expect(places.length * each).toBeGreaterThanOrEqual(count);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length);
      for (const { x, y } of places) {
        expect(x - pitch / 2).toBeGreaterThanOrEqual(10);
        expect(x + pitch / 2).toBeLessThanOrEqual(130);
        expect(y - pitch / 2).toBeGreaterThanOrEqual(20);
        expect(y + pitch / 2).toBeLessThanOrEqual(110);
      }
    }
  });

  it.each([
    ['as it is', {}],
    ['nobody', Object.fromEntries(Object.keys(ROWS).map((name) => [name, [0, 0, 0, 0]]))],
    ['a thousand', { connecting: [1000, 1000, 1000, 1000], half_limit: [0, 0, 0, 0], seats: [1, 1, 1, 1] }],
  ])('keeps its height, has no NaN and stays within its width: %s', (_, changed) => {
    for (const width of WIDTHS) {
      const drawing = drawn(sample(changed), width);
      const markup = svg(drawing) + [0, 1, 2, 3].map((t) => at(t, sample(changed), width)).join('');
      expect(markup).not.toMatch(/NaN|undefined|Infinity/);
      expect(drawing.height).toBe(drawn(sample(), width).height);
      for (const [, x, wide] of markup.matchAll(/<rect[^>]* x="([\d.]+)"[^>]* width="([\d.]+)"/g))
        expect(Number(x) + Number(wide)).toBeLessThanOrEqual(width + 2);
    }
  });

  it('an empty run has the same height', () => {
    for (const width of WIDTHS) expect(drawn(sample({}, []), width).height).toBe(drawn(sample(), width).height);
  });
});
