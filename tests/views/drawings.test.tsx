import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { CutsSpec, Quantity, RoundsSpec, StreamSpec } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import { cuts } from '../../src/views/cuts/cuts';
import { type AnyMoving, movingOf } from '../../src/views/drawings';
import { Still } from '../../src/views/moving';
import type { Pen } from '../../src/views/pen';
import { rounds } from '../../src/views/rounds/rounds';
import { stream } from '../../src/views/stream/stream';
import { textWidth } from '../../src/views/text';
import { translate } from '../untranslated';
import { columnFrom as column, runWith } from './charts-sample';

interface Bar {
  ink: Quantity;
  left: number;
  right: number;
  y: number;
  h: number;
  isHollow: boolean;
}

/** What a drawing has at `t`, as boxes. */
function barsOf(draw: (pen: Pen) => void): Bar[] {
  const bars: Bar[] = [];
  draw({
    bar: (ink, x, y, w, h, look) =>
      bars.push({ ink, left: x - w / 2, right: x + w / 2, y, h, isHollow: look?.hollow ?? false }),
    shape: () => undefined,
    words: () => undefined,
    cross: () => undefined,
  });
  return bars;
}

const MSS = 1.448;
const WIDTHS = [760, 340, 320];

/** A window of 40 segments that first opens and is then bound by the receiver's, of 30. */
const TIMES = Array.from({ length: 101 }, (_, i) => i / 100);
const windows: Result = {
  ...runWith([
    column('t', 's', 'time', TIMES),
    column(
      'inflight',
      'kB',
      'inflight',
      TIMES.map((t) => MSS * Math.min(30, 10 + 40 * t)),
    ),
    column(
      'cwnd',
      'kB',
      'cwnd',
      TIMES.map((t) => MSS * (10 + 40 * t)),
    ),
    column(
      'rwnd',
      'kB',
      'rwnd',
      TIMES.map((t) => (t < 0.1 ? NaN : MSS * 30)),
    ),
    column(
      'sndbuf',
      'kB',
      'sndbuf',
      TIMES.map(() => MSS * 4000),
    ),
    column(
      'throughput',
      'Mbit/s',
      'throughput',
      TIMES.map(() => 8),
    ),
  ]),
  parameters: { rtt: 40 },
};
const streamSpec: StreamSpec = {
  kind: 'stream',
  title: '',
  below: '',
  rtt: 'rtt',
  acked: 'throughput',
  inflight: 'inflight',
  edges: [
    { title: 'congestion window', column: 'cwnd' },
    { title: "receiver's window", column: 'rwnd' },
    { title: 'send buffer', column: 'sndbuf' },
  ],
};

describe('the window over the bytes', () => {
  const data = stream.read(streamSpec, windows);

  it.each([0.05, 0.12, 0.3, 0.777, 1])('has in flight what the curve says at %f s', (t) => {
    for (const width of WIDTHS) {
      const layout = stream.layout(streamSpec, width, data);
      const bars = barsOf((pen) => stream.draw(pen, layout, data, t));
      const sent = bars.filter(({ ink, isHollow }) => ink === 'inflight' && !isHollow);
      const kB = MSS * Math.min(30, 10 + 40 * t);
      // What is left of the first cell may be less than its gap.
      expect(Math.abs(sent[0]!.left - layout.left)).toBeLessThan(3);
      // Behind the last cell is its gap.
      const reach = ((sent.at(-1)!.right - layout.left) / layout.room) * data.scale;
      expect(Math.abs(reach - kB)).toBeLessThan((3 / layout.room) * data.scale);
    }
  });

  it('stands at the smallest window', () => {
    const layout = stream.layout(streamSpec, 760, data);
    const wall = (t: number): Bar[] =>
      barsOf((pen) => stream.draw(pen, layout, data, t)).filter(({ h }) => h > layout.ribbon.height);
    const at = (segments: number): number => layout.left + ((segments * MSS) / data.scale) * layout.room;
    // The receiver's is not known yet.
    expect(wall(0.05).map(({ ink }) => ink)).toEqual(['cwnd']);
    const [late] = wall(0.9);
    expect(late!.ink).toBe('rwnd');
    expect((late!.left + late!.right) / 2).toBeCloseTo(at(30), 6);
    expect(stream.tell(data, stream.words(translate), 0.9)).toContain("the smallest: receiver's window");
  });

  it('slides as fast as bytes are acknowledged', () => {
    // 8 Mbit/s are 1000 kB in a second.
    expect(data.acked(0.75) - data.acked(0.25)).toBeCloseTo(500, 6);
  });

  it('goes beyond the drawing only in dashes', () => {
    for (const width of WIDTHS) {
      const layout = stream.layout(streamSpec, width, data);
      for (const { left, right } of barsOf((pen) => stream.draw(pen, layout, data, 0.6))) {
        expect(left).toBeGreaterThanOrEqual(-0.01);
        expect(right).toBeLessThanOrEqual(width + 0.01);
      }
    }
  });
});

const roundsSpec: RoundsSpec = {
  kind: 'rounds',
  title: '',
  below: '',
  value: 'segments',
  since: 'since',
  until: 'until',
  mark: '',
  table: 'rounds',
  seconds: 5,
};

describe('rounds', () => {
  const doubling = [3, 6, 12, 24, 48];
  const run: Result = {
    ...runWith([column('t', 's', 'time', [0, 0.6])]),
    tables: {
      rounds: [
        column('segments', 'segments', 'cwnd', doubling),
        column(
          'since',
          's',
          'time',
          doubling.map((_, i) => 0.1 * (i + 1)),
        ),
        column(
          'until',
          's',
          'time',
          doubling.map((_, i) => 0.1 * (i + 1) + 0.05),
        ),
      ],
    },
  };
  const data = rounds.read(roundsSpec, run);
  const squares = (t: number, width = 760): number =>
    barsOf((pen) => rounds.draw(pen, rounds.layout(roundsSpec, width, data), data, t)).length;

  it('have a square for each segment, once it has left', () => {
    expect(squares(0.09)).toBe(0);
    for (const width of WIDTHS) {
      expect(squares(0.16, width)).toBe(3);
      expect(squares(0.36, width)).toBe(3 + 6 + 12);
      expect(squares(0.6, width)).toBe(93);
    }
    expect(squares(0.1)).toBe(1);
    // Halfway through the fourth.
    expect(squares(0.425) - squares(0.39)).toBe(12);
  });

  it('stay within the drawing, however many there are', () => {
    for (const count of [1, 40, 700, 6000]) {
      const tables = { rounds: run.tables!.rounds!.map((each) => each) };
      tables.rounds[0] = column(
        'segments',
        'segments',
        'cwnd',
        doubling.map(() => count),
      );
      const many = rounds.read(roundsSpec, { ...run, tables });
      for (const width of WIDTHS) {
        const layout = rounds.layout(roundsSpec, width, data);
        const bars = barsOf((pen) => rounds.draw(pen, layout, many, many.end));
        expect(Math.min(...bars.map(({ y, h }) => y - h / 2))).toBeGreaterThanOrEqual(layout.top);
        expect(Math.max(...bars.map(({ right }) => right))).toBeLessThanOrEqual(width);
        expect(bars.length).toBeLessThan(1000);
      }
    }
  });

  it('are none while their table is not there', () => {
    const growing = { ...run, tables: {} };
    expect(rounds.read(roundsSpec, growing).rounds).toEqual([]);
  });
});

const cutsSpec: CutsSpec = {
  kind: 'cuts',
  title: '',
  below: '',
  whole: 'one write()',
  seconds: 5,
  rows: [
    { title: 'on the wire', column: 'wire' },
    { title: 'received', column: 'received' },
  ],
};

describe('cuts', () => {
  // 64 KB are 45 full segments and a rest.
  const frames = Array.from({ length: 46 }, (_, i) => Math.min(65.536, (i + 1) * MSS));
  const run = runWith([
    column('t', 's', 'time', [0, ...frames.map((_, i) => (i + 1) * 1e-6)]),
    column('wire', 'kB', 'throughput', [0, ...frames]),
    column('received', 'kB', 'sequence', [0, ...frames.map((_, i) => (i < 41 ? 0 : i < 45 ? 59.42 : 65.536))]),
  ]);
  const data = cuts.read(cutsSpec, run);

  it('make a packet of each step of the count', () => {
    expect(cuts.say(data, cuts.words(translate), data.end, cuts.layout(cutsSpec, 760, data))).toEqual({
      'count 0': '× 1',
      'count 1': '× 46',
      'count 2': '× 2',
    });
  });

  it.each([0, 12.4e-6, 30e-6, 46e-6])('fill a place as its curve says at %f s', (t) => {
    for (const width of WIDTHS) {
      const layout = cuts.layout(cutsSpec, width, data);
      const { top, height } = layout.rows[1]!;
      const there = barsOf((pen) => cuts.draw(pen, layout, data, t)).filter(
        ({ ink, y }) => ink === 'throughput' && Math.abs(y - top - height / 2) < 0.01,
      );
      const sent = Math.min(65.536, MSS * Math.floor(t * 1e6 + 1e-6));
      const right = there.at(-1)?.right ?? layout.left;
      expect(Math.abs(right - layout.left - (sent / 65.536) * (width - layout.left))).toBeLessThan(2);
    }
  });
});

it('keeps every word within the narrowest phone', () => {
  const drawn = [
    { spec: streamSpec, run: windows },
    {
      spec: cutsSpec,
      run: runWith([
        column('t', 's', 'time', [0, 1]),
        column('wire', 'kB', 'inflight', [0, 9]),
        column('received', 'kB', 'sequence', [0, 9]),
      ]),
    },
  ];
  for (const { spec, run } of drawn) {
    const moving: AnyMoving = movingOf(spec);
    const [words, data] = [moving.words(translate), moving.read(spec, run)];
    const layout = moving.layout(spec, 280, data);
    const html = renderToStaticMarkup(<Still {...{ moving, spec, layout, words, data }} t={data.rest} />);
    for (const [, attributes, inner] of html.matchAll(/<text ([^>]*)>(.*?)<\/text>/g)) {
      const x = Number(/ x="([\d.]+)"/.exec(attributes!)![1]);
      const said = inner!.replaceAll(/<[^>]*>/g, ' ').replaceAll('&#x27;', "'");
      if (!attributes!.includes('text-anchor="end"')) expect(x + textWidth(said)).toBeLessThanOrEqual(282);
    }
  }
});
