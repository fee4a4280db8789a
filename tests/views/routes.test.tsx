import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { RoutesSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { draw, showsOthers } from '../../src/views/draw';
import { fold } from '../../src/views/routes/checks';
import { layoutRoutes } from '../../src/views/routes/layoutRoutes';
import { PLACES, readScene } from '../../src/views/routes/readRoutes';
import { textWidth } from '../../src/views/text';
import { columnFrom, runWith } from './charts-sample';
import { routesWords } from '../../src/views/routes/routesWords';
import { translate } from '../untranslated';

const ENGLISH = routesWords(translate);

const spec: RoutesSpec = { kind: 'routes', title: 'The two ways', places: 'places', ways: 'ways', checks: 'checks' };
const WIDTHS = [280, 320, 360, 559, 560, 640, 900];

type Place = (typeof PLACES)[number];
type Way = [way: number, places: Place[], end?: number];
type Check = [step: string, said: string, fate: number];

const words = (name: string, texts: readonly string[]) =>
  columnFrom(
    name,
    '',
    'time',
    texts.map((text) => [...new Set(texts)].indexOf(text)),
    [...new Set(texts)],
  );

const TEXTS: Record<Place, [name: string, address: string, note: string]> = {
  client: ['Client', '203.0.113.9', '–'],
  gateway0: ['Gateway', '10.0.0.1', '–'],
  gateway1: ['Gateway', '192.168.1.1', '–'],
  network0: ['10.0.0.0/24', '–', '–'],
  network1: ['192.168.1.0/24', '–', '–'],
  interface0: ['eth0', '10.0.0.2', 'rp_filter 1'],
  interface1: ['eth1', '192.168.1.2', 'rp_filter 2'],
  server: ['TCP', 'port 8080', '–'],
};

function sample(ways: readonly Way[], checks: readonly Check[], side = -1): Result {
  const texts = PLACES.map((place) => TEXTS[place]);
  const rows = ways.flatMap(([way, places, end = -1]) => places.map((place, i) => [way, place, +(i === end)] as const));
  return runWith([columnFrom('t', 's', 'time', [0])], {
    places: [
      words('place', PLACES),
      ...(['name', 'address', 'note'] as const).map((name, i) =>
        words(
          name,
          texts.map((text) => text[i]!),
        ),
      ),
      columnFrom(
        'side',
        '',
        'time',
        PLACES.map(() => side),
      ),
    ],
    ways: [
      columnFrom(
        'way',
        '',
        'time',
        rows.map(([way]) => way),
      ),
      words(
        'place',
        rows.map(([, place]) => place),
      ),
      columnFrom(
        'end',
        '',
        'loss',
        rows.map(([, , end]) => end),
      ),
    ],
    checks: [
      words(
        'step',
        checks.map(([step]) => step),
      ),
      words(
        'said',
        checks.map(([, said]) => said),
      ),
      columnFrom(
        'fate',
        '',
        'loss',
        checks.map(([, , fate]) => fate),
      ),
    ],
  });
}

const CHECKS: Check[] = [
  ['In', 'The SYN to 192.168.1.2 comes by 192.168.1.1, into eth1.', 0],
  ['rp_filter', 'max(all 1, eth1 1) = 1, strict: an answer would leave by eth0, not by eth1.', 1],
  ['Route back', 'It does not come to that.', 2],
  ['Gateways', 'It does not come to that.', 2],
  ['Client', 'connect() fails after 127 s: Connection timed out.', 1],
];
const IN1: Place[] = ['client', 'gateway1', 'network1', 'interface1', 'server'];
const BACK0: Place[] = ['server', 'interface0', 'network0', 'gateway0', 'client'];
const DROPPED = sample(
  [
    [0, IN1.slice(0, 4), 3],
    [2, BACK0],
  ],
  CHECKS,
);
const STOPPED = sample(
  [
    [0, IN1],
    [1, BACK0.slice(0, 4), 3],
  ],
  CHECKS,
);
const NEIGHBOUR = sample(
  [
    [0, ['client', 'network0', 'gateway0', 'gateway1', 'network1', 'interface1', 'server'], 2],
    [1, ['server', 'interface0', 'network0', 'client']],
  ],
  CHECKS,
  0,
);
const OTHER_SIDE = sample([[0, ['client', 'network1', 'interface1', 'server']]], CHECKS, 1);
const ALL = [DROPPED, STOPPED, NEIGHBOUR, OTHER_SIDE];

const drawing = (run: Result, width = 640) =>
  draw({ spec, run, overlays: [], growing: false, events: false, width, title: 'Sample', translate });
const markup = (run: Result, width = 640): string =>
  renderToStaticMarkup(drawing(run, width).picture).replaceAll('><', '>\n<');
const layoutOf = ({ tables }: Result, width: number) =>
  layoutRoutes(readScene(tables!.places!, tables!.ways!, tables!.checks!)!, width);

/** On a phone the words of a check begin below its name. */
const lastLine = (y: number, lines: readonly string[], narrow: boolean): number =>
  y + (lines.length - (narrow ? 0 : 1)) * 15;

describe('routes', () => {
  it('wide', () => expect(markup(DROPPED)).toMatchSnapshot());
  it('narrow', () => expect(markup(NEIGHBOUR, 320)).toMatchSnapshot());

  it('stands alone, and has no time axis', () => {
    expect(showsOthers('routes')).toBe(false);
    expect(drawing(DROPPED).time).toBeUndefined();
  });

  it('the height depends on the width alone', () => {
    for (const width of WIDTHS) {
      const { height } = drawing(DROPPED, width);
      for (const run of [...ALL, sample([], []), runWith([])]) expect(drawing(run, width).height).toBe(height);
    }
  });

  it('without tables it says so', () => expect(markup(runWith([]))).toContain(ENGLISH.nothing));

  it('a packet that ends has its cross at the edge of the box where it does', () => {
    for (const width of WIDTHS)
      for (const [run, place] of [
        [DROPPED, 'interface1'],
        [STOPPED, 'gateway0'],
        [NEIGHBOUR, 'gateway0'],
      ] as const) {
        const { lines, boxes } = layoutOf(run, width);
        const crosses = lines.flatMap(({ cross }) => (cross ? [cross] : []));
        expect(crosses.map(({ at }) => at)).toEqual([place]);
        const box = boxes.find((each) => each.place.id === place)!;
        const { x, y } = crosses[0]!;
        const onEdge = [box.x, box.x + box.width].includes(x) || [box.y, box.y + box.height].includes(y);
        expect(onEdge).toBe(true);
        expect(x).toBeGreaterThanOrEqual(box.x);
        expect(x).toBeLessThanOrEqual(box.x + box.width);
        expect(y).toBeGreaterThanOrEqual(box.y);
        expect(y).toBeLessThanOrEqual(box.y + box.height);
      }
  });

  it('only the ways that there are have a key', () => {
    expect(markup(DROPPED)).toContain(ENGLISH.wayAsked);
    expect(markup(DROPPED)).not.toContain(ENGLISH.wayBack);
    expect(markup(STOPPED)).toContain(ENGLISH.wayBack);
    expect(markup(OTHER_SIDE)).not.toContain(ENGLISH.wayBack);
  });

  it('boxes stay in the picture and apart, and so do the words below', () => {
    for (const width of WIDTHS)
      for (const run of ALL) {
        const { boxes, rows, height, lines, saidX, narrow } = layoutOf(run, width);
        for (const [i, a] of boxes.entries()) {
          expect(a.x).toBeGreaterThanOrEqual(0);
          expect(a.x + a.width).toBeLessThanOrEqual(width);
          expect(a.y).toBeGreaterThanOrEqual(0);
          for (const b of boxes.slice(i + 1))
            expect(
              a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
              `${a.place.id} and ${b.place.id} at ${width}`,
            ).toBe(true);
        }
        for (const { lines: said, y } of rows) {
          expect(lastLine(y, said, narrow) + 5).toBeLessThanOrEqual(height);
          for (const line of said) expect(saidX + textWidth(line)).toBeLessThanOrEqual(width);
        }
        for (const { d } of lines)
          for (const [, x, y] of d.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)) {
            expect(Number(x)).toBeGreaterThanOrEqual(0);
            expect(Number(x)).toBeLessThanOrEqual(width);
            expect(Number(y)).toBeGreaterThanOrEqual(0);
            expect(Number(y)).toBeLessThanOrEqual(height);
          }
      }
  });

  it('what is too long is cut, not put over something else', () => {
    const long = 'a rule that takes many words to tell '.repeat(12);
    const run = sample(
      [[0, IN1]],
      CHECKS.map(([step, , fate]) => [step, long, fate]),
    );
    for (const width of WIDTHS) {
      const { rows, height, narrow } = layoutOf(run, width);
      for (const [i, row] of rows.entries()) {
        const next = rows[i + 1];
        const last = lastLine(row.y, row.lines, narrow);
        if (next) expect(next.y).toBeGreaterThan(last + 15);
        else expect(last + 5).toBeLessThanOrEqual(height);
      }
      expect(markup(run, width)).toContain('…');
    }
  });

  it('words are folded at blanks', () => {
    expect(fold('one two three', 60, 3)).toEqual(['one two', 'three']);
    expect(fold('one two three', 10, 9)).toEqual(['one', 'two', 'three']);
    expect(fold('one two three', 10, 2)).toEqual(['one', 'two…']);
  });

  it('is told in words, without what was not reached', () => {
    const [label] = markup(DROPPED).match(/aria-label="[^"]*"/)!;
    expect(label).toContain('rp_filter: max(all 1, eth1 1) = 1, strict');
    expect(label).not.toContain('It does not come to that');
  });

  it('no value that is missing gets into the picture', () => {
    for (const run of ALL) for (const width of WIDTHS) expect(markup(run, width)).not.toMatch(/NaN|Infinity|undefined/);
  });
});
