import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SweepSpec } from '../../src/model/contract';
import { layoutSweep } from '../../src/views/sweep/layoutSweep';
import { sweep } from '../../src/views/sweep/Sweep';
import type { DrawInput } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import { commonWords } from '../../src/views/words';
import { translate } from '../untranslated';

const ENGLISH = commonWords(translate);

const SIZES = [1.6, 6.3, 25, 100, 250, 400];
const spec: SweepSpec = {
  kind: 'sweep',
  title: 'Every size',
  tables: ['sizes'],
  table: 'sizes',
  x: 'buffer',
  panels: ['ping', 'goodput'],
  point: 'buffer',
};
const run = (pings = [20, 24, 49, 161, 361, 1250], rates = [2.3, 4.7, 4.8, 4.8, 4.8, 4.8]) => ({
  ...runWith([columnFrom('t', 's', 'time', [0]), columnFrom('now', 'ms', 'rtt', [20])], {
    sizes: [
      columnFrom('buffer', 'kB', 'queue', SIZES),
      columnFrom('ping', 'ms', 'rtt', pings),
      columnFrom('goodput', 'Mbit/s', 'throughput', rates),
    ],
  }),
  parameters: { buffer: 250 },
});
const input = (more: Partial<DrawInput<SweepSpec>> = {}): DrawInput<SweepSpec> => ({
  spec,
  run: run(),
  overlays: [],
  growing: false,
  events: false,
  width: 700,
  title: 'Sample',
  words: ENGLISH,
  ...more,
});
const markup = (more: Partial<DrawInput<SweepSpec>> = {}): string =>
  renderToStaticMarkup(sweep.draw(input(more)).picture).replaceAll('><', '>\n<');

describe('what comes of a setting', () => {
  it('wide', () => expect(markup()).toMatchSnapshot());
  it('narrow', () => expect(markup({ width: 320 })).toMatchSnapshot());

  it('a column with a band has an area behind its curve, and the axis has room for it', () => {
    const wide = run();
    wide.tables!.sizes!.find(({ name }) => name === 'goodput')!.band = ['least', 'most'];
    wide.tables!.sizes!.push(
      columnFrom('least', 'Mbit/s', 'throughput', [2, 4, NaN, NaN, NaN, NaN]),
      columnFrom('most', 'Mbit/s', 'throughput', [9, 9, NaN, NaN, NaN, NaN]),
    );
    const svg = markup({ run: wide });
    expect(svg.match(/data-band="goodput"/g)).toHaveLength(1);
    expect(svg).not.toContain('NaN');
    const { y, top } = layoutSweep(input({ run: wide }))!.panels[1]!;
    expect(y.scale(9)).toBeGreaterThanOrEqual(top);
    expect(markup()).not.toContain('data-band');
  });

  it('equal factors of the setting are equal distances', () => {
    const places = layoutSweep(input())!.panels[0]!.curves[0]!.places.map(({ x }) => x);
    expect(places[3]! - places[2]!).toBeCloseTo(places[5]! - places[3]!, 6); // 25, 100, 400
  });

  it('all panels share the axis of the setting, and each has its own for the value', () => {
    const [ping, goodput] = layoutSweep(input())!.panels;
    expect(ping!.curves[0]!.places.map(({ x }) => x)).toEqual(goodput!.curves[0]!.places.map(({ x }) => x));
    expect([ping!.y.isLog, goodput!.y.isLog]).toEqual([true, false]);
    expect(goodput!.y.scale(0)).toBe(goodput!.bottom);
  });

  it('the reader’s own setting is marked, with its value, and said', () => {
    const own = layoutSweep(input())!.panels.map(({ own }) => own?.value);
    expect(own).toEqual([361, 4.8]);
    expect(markup()).toContain('aria-label="Sample. ping: 361\u00a0ms. goodput: 4.8\u00a0Mbit/s"');
    expect(layoutSweep(input({ run: { ...run(), parameters: { buffer: 77 } } }))!.panels[0]!.own).toBeUndefined();
  });

  it('the run before and the kept one lie behind', () => {
    const overlays = (['ghost', 'pinned'] as const).map((role) => ({ role, run: run([20, 20, 21, 21, 21, 21]) }));
    const svg = markup({ overlays });
    expect(svg.match(/data-role="ghost"/g)).toHaveLength(2);
    expect(svg.match(/data-role="pinned"/g)).toHaveLength(2);
  });

  it('the height depends on the width alone, and what is missing is not drawn', () => {
    const nothing = runWith([columnFrom('t', 's', 'time', [])], {});
    for (const width of [280, 320, 559, 560, 900]) {
      const { height } = sweep.draw(input({ width }));
      for (const other of [run([NaN, 24, NaN, 161, 361, 0]), run(SIZES.map(() => NaN)), nothing]) {
        expect(sweep.draw(input({ width, run: other })).height).toBe(height);
        expect(markup({ width, run: other })).not.toMatch(/NaN|Infinity|undefined/);
      }
      expect(markup({ width, run: nothing })).toContain(ENGLISH.nothing);
    }
  });

  it('words stay inside the picture', () => {
    for (const width of [280, 700])
      for (const [, x] of markup({ width }).matchAll(/<text[^>]* x="([-\d.]+)"/g)) {
        expect(Number(x)).toBeGreaterThanOrEqual(0);
        expect(Number(x)).toBeLessThanOrEqual(width);
      }
  });
});
