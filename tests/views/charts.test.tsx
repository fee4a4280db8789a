import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Result } from '../../src/model/types';
import { draw, type StandingSpec } from '../../src/views/draw';
import type { DrawInput, RunOverlay } from '../../src/views/view';
import { columnFrom, lcg, runWith } from './charts-sample';
import { commonWords } from '../../src/views/words';
import { translate } from '../untranslated';

const ENGLISH = commonWords(translate);

const flows = ['yours', 'cubic', 'a backup with a long name, longer than there is room', 'DNS'];

/** A run with a table for each of the pictures; `scale` moves every value, not the shape. */
function sample(scale = 1): Result {
  const random = lcg(7);
  const seconds = Array.from({ length: 101 }, (_, i) => i / 10);
  const queue = seconds.map((s) => (s < 0.5 ? 0 : 10 + (Math.round(5 * s) % 16)));
  const waits = Array.from({ length: 60 }, () => scale * 10 ** (1 + 2.2 * random()));
  const buffers = [4096, 16384, 65536, 262144];
  const rtts = [1, 10, 100];
  const field = buffers.flatMap((buffer) => rtts.map((rtt) => [buffer, rtt, (scale * buffer) / rtt / 100]));
  const run = runWith([columnFrom('t', 's', 'time', seconds), columnFrom('queue', 'packets', 'queue', queue)], {
    waits: [columnFrom('wait', 'ms', 'rtt', waits)],
    field: [
      columnFrom(
        'sndbuf',
        'B',
        'sndbuf',
        field.map(([buffer]) => buffer!),
      ),
      columnFrom(
        'rtt',
        'ms',
        'rtt',
        field.map(([, rtt]) => rtt!),
      ),
      columnFrom(
        'goodput',
        'kB/s',
        'throughput',
        field.map(([, , value], i) => (i === 4 ? NaN : value!)),
      ),
    ],
    flows: [
      columnFrom('flow', '', 'time', [0, 1, 2, 3], flows),
      columnFrom(
        'goodput',
        'Mbit/s',
        'throughput',
        [1.3, 6.2, NaN, 0.01].map((value) => value * scale),
      ),
    ],
  });
  return { ...run, parameters: { limit: 25, deep: 256 }, events: [{ t: 3, kind: 'loss', text: '1 packet dropped' }] };
}

const specs = {
  cdf: { kind: 'distribution', title: 'Waits', table: 'waits', column: 'wait', shape: 'cdf' },
  histogram: { kind: 'distribution', title: 'Queue', table: '', column: 'queue', shape: 'histogram' },
  heatmap: {
    kind: 'heatmap',
    title: 'Goodput',
    table: 'field',
    x: 'sndbuf',
    y: 'rtt',
    value: 'goodput',
    point: ['sndbuf', 'rtt'],
  },
  loglog: { kind: 'loglog', title: 'Falling', series: ['queue'] },
  bars: { kind: 'bars', title: 'Shares', table: 'flows', label: 'flow', value: 'goodput' },
  slots: { kind: 'slots', title: 'Queue', queue: 'queue', limit: 'limit' },
  'many slots': { kind: 'slots', title: 'Queue', queue: 'queue', limit: 'deep' },
  grid: { kind: 'grid', title: 'Flows', table: 'flows' },
} satisfies Record<string, StandingSpec>;
const all = Object.entries(specs) as [keyof typeof specs, StandingSpec][];

const drawing = (spec: StandingSpec, more: Partial<DrawInput<StandingSpec>> = {}) =>
  draw({
    spec,
    run: sample(),
    overlays: [],
    growing: false,
    events: true,
    width: 700,
    title: 'Sample',
    translate,
    ...more,
  });
const markup = (spec: StandingSpec, more: Partial<DrawInput<StandingSpec>> = {}): string =>
  renderToStaticMarkup(drawing(spec, more).picture).replaceAll('><', '>\n<');

const empty = (run: Result): Result => ({
  ...run,
  columns: run.columns.map((column) => ({ ...column, values: new Float64Array() })),
  tables: Object.fromEntries(
    Object.entries(run.tables!).map(([name, table]) => [
      name,
      table.map((c) => ({ ...c, values: new Float64Array() })),
    ]),
  ),
  events: [],
});
const missing = (run: Result): Result => ({
  ...run,
  columns: run.columns.map((column, i) => ({ ...column, values: column.values.map((v) => (i > 0 ? NaN : v)) })),
  tables: Object.fromEntries(
    Object.entries(run.tables!).map(([name, table]) => [
      name,
      table.map((c) => ({ ...c, values: c.values.map(() => NaN) })),
    ]),
  ),
});

describe.each(all)('%s', (name, spec) => {
  it('wide', () => expect(markup(spec)).toMatchSnapshot());
  it('narrow', () => expect(markup(spec, { width: 320 })).toMatchSnapshot());

  it('the height depends on the width alone', () => {
    for (const width of [280, 320, 559, 560, 900]) {
      const { height } = drawing(spec, { width });
      for (const run of [sample(1e5), empty(sample()), missing(sample()), runWith(sample().columns)])
        expect(drawing(spec, { width, run }).height).toBe(height);
    }
  });

  it('without values it says so', () => {
    for (const width of [320, 700]) expect(markup(spec, { run: empty(sample()), width })).toContain(ENGLISH.nothing);
    if (!['histogram', 'loglog', 'slots', 'many slots'].includes(name))
      expect(markup(spec, { run: { ...sample(), tables: {} } })).toContain(ENGLISH.nothing);
  });

  it('no value that is missing gets into the picture', () => {
    const overlays = (['ghost', 'pinned', 'kernel'] as const).flatMap((role): RunOverlay[] => [
      { role, run: missing(sample()) },
    ]);
    for (const run of [sample(), sample(0), missing(sample())])
      for (const more of [{ run }, { run, overlays }]) expect(markup(spec, more)).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('words stay inside the picture', () => {
    if (name === 'grid') return;
    for (const width of [280, 700])
      for (const [, x, rest] of markup(spec, { width }).matchAll(/<text[^>]* x="([-\d.]+)"([^>]*)>/g)) {
        expect(Number(x), rest).toBeGreaterThanOrEqual(0);
        expect(Number(x), rest).toBeLessThanOrEqual(width);
      }
  });
});
