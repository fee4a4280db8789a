import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Quantity, SceneSpec, Source, Store } from '../../src/model/contract';
import type { Result } from '../../src/model/types';
import type { Pen } from '../../src/views/pen';
import { borrows, readScene, type SceneData } from '../../src/views/scene/readScene';
import { Still } from '../../src/views/moving';
import { scene } from '../../src/views/scene/scene';
import { layoutScene, type SceneLayout } from '../../src/views/scene/layoutScene';
import { drawScene, followedAt } from '../../src/views/scene/drawScene';
import { saySeen, sceneWords } from '../../src/views/scene/sceneWords';
import { textWidth } from '../../src/views/text';
import { translate } from '../untranslated';

const STORE: Store = {
  ...{ title: 'Queue', level: 'queue', limit: '', marks: [], lost: '', shares: [], shape: 'queue', less: '' },
  ...{ head: false, out: '', where: {}, among: '', waited: '', target: '', delay: '', drip: '', ceil: '', parent: '' },
};
const SOURCE: Source = { title: 'sender', rate: '', also: [] };
const SPEC: SceneSpec = {
  ...{ kind: 'scene', below: 'queue', sources: [SOURCE], stores: [[STORE]], sink: 'line', out: [], walker: '' },
  ...{ base: '', behind: false, seconds: 10, title: 'Drawing' },
};
const words = sceneWords(translate);

type Run = Pick<Result, 'columns' | 'parameters'>;

function runOf(columns: Record<string, [unit: string, quantity: Quantity, values: number[]]>, parameters = {}): Run {
  return {
    parameters,
    columns: Object.entries(columns).map(([name, [unit, quantity, values]]) => ({
      ...{ name, unit, quantity, meaning: name },
      values: Float64Array.from(values),
    })),
  };
}

/** Small deterministic noise, so that a failure can be seen again. */
function noise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Mark {
  kind: 'bar' | 'cross' | 'shape' | 'words';
  ink: Quantity;
  x: number;
  y: number;
  w: number;
  h: number;
  text: string;
}

/** All that is drawn at a time. */
function drawn(data: SceneData, layout: SceneLayout, t: number): Mark[] {
  const marks: Mark[] = [];
  const none = { w: 0, h: 0, text: '' };
  const pen: Pen = {
    bar: (ink, x, y, w, h) => void marks.push({ ...none, kind: 'bar', ink, x, y, w, h }),
    cross: (ink, x, y) => void marks.push({ ...none, kind: 'cross', ink, x, y }),
    words: (ink, x, y, text) => void marks.push({ ...none, kind: 'words', ink, x, y, text }),
    shape(ink, corners) {
      const ys = corners.filter((_, i) => i % 2 === 1);
      const [x, y] = [corners[0]!, Math.min(...ys)];
      marks.push({ ...none, kind: 'shape', ink, x, y, h: Math.max(...ys) - y });
    },
  };
  drawScene(pen, layout, data, t, (ms) => `${Math.round(ms)} ms`);
  return marks;
}

/** Bars within the first store. */
function within(marks: Mark[], { piles }: SceneLayout): Mark[] {
  const { x, y, width, height } = piles[0]![0]!;
  return marks.filter((m) => m.kind === 'bar' && m.x > x && m.x < x + width && m.y > y && m.y < y + height && m.h > 9);
}

/** A queue with random ups and downs, what leaves it, and what it loses. */
function randomRun(seed: number): Run {
  const random = noise(seed);
  const points = 40 + Math.floor(random() * 200);
  const limit = 3 + Math.floor(random() * 400);
  const [t, queue, out, lost]: number[][] = [[], [], [], []];
  for (let i = 0; i < points; i++) {
    t!.push(i * 0.05);
    queue!.push(Math.round(limit * random()));
    out!.push(5 * random());
    lost!.push((lost!.at(-1) ?? 0) + (random() < 0.2 ? Math.floor(9 * random()) : 0));
  }
  return runOf(
    {
      ...{ t: ['s', 'time', t!], queue: ['packets', 'queue', queue!] },
      ...{ out: ['Mbit/s', 'throughput', out!], lost: ['packets', 'loss', lost!] },
    },
    { limit },
  );
}

const FULL: SceneSpec = {
  ...SPEC,
  sources: [{ ...SOURCE, rate: 'out' }],
  stores: [[{ ...STORE, limit: 'limit', lost: 'lost' }]],
  out: ['out'],
};

describe.each([1, 2, 3, 4, 5, 6])('a queue that is drawn (seed %i)', (seed) => {
  const run = randomRun(seed);
  const data = readScene(FULL, run);
  const limit = Number(run.parameters.limit);
  const [times, queue, , lost] = run.columns.map(({ values }) => values);

  it.each([800, 358, 280])('is as long as the curve is high, at %i px', (width) => {
    const layout = layoutScene(FULL, width, data.spec);
    const { width: box } = layout.piles[0]![0]!;
    for (let i = 0; i < times!.length; i += 7) {
      const bars = within(drawn(data, layout, times![i]!), layout);
      const left = Math.min(...bars.map(({ x, w }) => x - w / 2), Infinity);
      const length = bars.length > 0 ? layout.piles[0]![0]!.x + box - 3 - left : 0;
      // Packets that are drawn one by one are at most 34 px wide, and end in a gap.
      const slot = Math.min(34, (box - 6) / limit);
      const expected = limit <= Math.floor((box - 6) / 7) ? slot * queue![i]! : ((box - 6) * queue![i]!) / limit;
      expect(Math.abs(length - expected)).toBeLessThan(2);
    }
  });

  it('has lost as many as the curve says, and says so', () => {
    for (let i = 0; i < times!.length; i += 5) {
      expect(data.piles[0]![0]!.lost!(times![i]!)).toBe(lost![i]);
      const said = saySeen(data, words, times![i]!);
      if (lost![i]! > 0) expect(said).toContain(`${lost![i]} dropped`);
      else expect(said).not.toContain('dropped');
    }
  });

  it('shows what is being lost, and nothing after it has fallen', () => {
    const layout = layoutScene(FULL, 640, data.spec);
    const fall = 0.7 * data.speed;
    for (let i = 1; i < times!.length; i++) {
      const crosses = drawn(data, layout, times![i]!).filter(({ kind }) => kind === 'cross');
      const since = Math.max(0, Array.from(times!).filter((t) => t <= times![i]! - fall).length - 1);
      expect(crosses.length > 0).toBe(lost![i]! > (times![i]! - fall < 0 ? lost![0]! : lost![since]!));
      expect(crosses.length).toBeLessThanOrEqual(6);
    }
  });

  it('lets a packet go by each time that enough has left', () => {
    const flow = data.leaving[0]![0]!.flow;
    for (let i = 1; i < times!.length; i += 3) {
      const t = times![i]!;
      const sum = flow.sum(t);
      // The area below the steps, added up here once more.
      let area = 0;
      for (let j = 1; j <= i; j++) area += run.columns[2]!.values[j]! * 0.05;
      expect(sum).toBeCloseTo(area, 9);
      expect(flow.sum(flow.when(sum))).toBeCloseTo(sum, 9);
    }
  });

  it('draws nothing outside of its picture', () => {
    for (const width of [800, 358, 280]) {
      const layout = layoutScene(FULL, width, data.spec);
      for (const share of [0, 0.2, 0.5, 0.9, 1])
        for (const { x, y } of drawn(data, layout, data.end * share)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(layout.height);
        }
    }
  });
});

describe('one that is followed', () => {
  const spec: SceneSpec = { ...SPEC, walker: 'ping', base: 'rtt' };
  const t = Array.from({ length: 101 }, (_, i) => i / 20);
  const run = runOf(
    {
      ...{ t: ['s', 'time', t], queue: ['packets', 'queue', t.map((s) => 20 * s)] },
      ping: ['ms', 'rtt', t.map((s) => 100 + 200 * s)],
    },
    { rtt: 100 },
  );
  const data = readScene(spec, run);
  const layout = layoutScene(spec, 640, data.spec);

  it('waits as long as the curve says for the moment at which it was sent', () => {
    const walker = data.walker!;
    walker.sent.forEach((sent, i) => expect(walker.waits[i]).toBeCloseTo(0.2 * sent, 6));
    for (const [i, sent] of walker.sent.entries()) {
      const back = sent + walker.waits[i]! + walker.base;
      expect(followedAt(layout, data, back - 1e-6)?.took).toBeCloseTo(walker.waits[i]! + walker.base, 4);
      expect(followedAt(layout, data, back + 1e-3)).toBeUndefined();
    }
  });

  it('only goes on, and comes back to where it left', () => {
    const walker = data.walker!;
    const i = 3;
    const [from, wait] = [walker.sent[i]!, walker.waits[i]!];
    const steps = Array.from({ length: 50 }, (_, n) => from + ((wait + walker.base / 2) * (n + 0.5)) / 50);
    const xs = steps.map((at) => followedAt(layout, data, at)!.x);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect(followedAt(layout, data, from + wait + walker.base - 1e-9)!.x).toBeCloseTo(layout.inlets[0]!.from.x, 1);
  });

  it('is in the queue where the drawing stands, with its time beside it', () => {
    const { x, width } = layout.piles[0]![0]!;
    const [said] = drawn(data, layout, data.rest).filter(({ kind }) => kind === 'words');
    expect(said!.x).toBeGreaterThan(x);
    expect(said!.x).toBeLessThan(x + width);
    expect(parseInt(said!.text)).toBeGreaterThan(0);
  });
});

describe('colours', () => {
  const t = Array.from({ length: 200 }, (_, i) => i / 20);
  const flows = runOf({
    ...{ t: ['s', 'time', t], queue: ['packets', 'queue', t.map(() => 40)] },
    ...{ near: ['Mbit/s', 'flow1', t.map(() => 3)], far: ['Mbit/s', 'flow2', t.map(() => 1)] },
    none: ['Mbit/s', 'flow3', t.map(() => NaN)],
  });
  const names = ['near', 'far', 'none'];
  const spec: SceneSpec = {
    ...SPEC,
    sources: names.map((name) => ({ ...SOURCE, title: name, rate: name })),
    stores: [[{ ...STORE, shares: names }]],
    out: names,
  };

  it('are those of the flows, in proportion, in the queue and on the wire; who is not there is not drawn', () => {
    const data = readScene(spec, flows);
    const layout = layoutScene(spec, 640, data.spec);
    expect(layout.sources).toHaveLength(2);
    const count = { queue: { flow1: 0, flow2: 0 }, wire: { flow1: 0, flow2: 0 } };
    const end = layout.piles[0]![0]!.x + layout.piles[0]![0]!.width;
    for (let at = 3; at < 8; at += 0.1) {
      const marks = drawn(data, layout, at);
      for (const { ink } of within(marks, layout)) count.queue[ink as 'flow1']++;
      for (const { ink, x } of marks) if (x > end) count.wire[ink as 'flow1']++;
    }
    expect(count.queue.flow1 / count.queue.flow2).toBeGreaterThan(2.2);
    expect(count.queue.flow1 / count.queue.flow2).toBeLessThan(4);
    expect(count.wire.flow1 / count.wire.flow2).toBeGreaterThan(2.2);
    expect(count.wire.flow1 / count.wire.flow2).toBeLessThan(4);
  });

  it('tell who has waited longer than the target: nobody below it, almost all far above', () => {
    const waits = runOf(
      {
        ...{ t: ['s', 'time', t], queue: ['packets', 'queue', t.map(() => 40)] },
        sojourn: ['ms', 'rtt', t.map((s) => (s < 5 ? 4 : 50))],
      },
      { target: 5 },
    );
    const codel: SceneSpec = { ...SPEC, stores: [[{ ...STORE, waited: 'sojourn', target: 'target' }]] };
    const data = readScene(codel, waits);
    const layout = layoutScene(codel, 640, data.spec);
    const hot = (at: number): number => {
      const bars = within(drawn(data, layout, at), layout);
      return bars.filter(({ ink }) => ink === 'queue').length / bars.length;
    };
    expect(hot(2)).toBe(0);
    // Who came in the last 5 of 50 ms has not.
    expect(hot(8)).toBeGreaterThan(0.85);
    expect(hot(8)).toBeLessThan(0.95);
  });
});

describe('buckets', () => {
  const t = Array.from({ length: 101 }, (_, i) => i / 10);
  const leaf = {
    ...STORE,
    shape: 'bucket' as const,
    title: '1:10',
    level: 'leaf',
    out: 'flow',
    drip: 'rate',
    ceil: 'ceil',
  };
  const root = { ...STORE, shape: 'bucket' as const, title: '1:1', level: 'root', drip: 'all' };
  const spec: SceneSpec = { ...SPEC, stores: [[leaf], [root]], out: ['flow'] };
  const run = (ceil: number): Run =>
    runOf(
      {
        ...{ t: ['s', 'time', t], leaf: ['B', 'flow1', t.map((s) => (s < 5 ? 1000 : -500))] },
        ...{ root: ['B', 'throughput', t.map((s) => 100 * s)], flow: ['Mbit/s', 'flow1', t.map(() => 0.8)] },
      },
      { rate: 0.5, ceil, all: 1 },
    );

  it('hold as much as the curve says', () => {
    const data = readScene(spec, run(1));
    const layout = layoutScene(spec, 640, data.spec);
    const heights = [2, 4, 8].map(
      (at) => drawn(data, layout, at).find(({ kind, x }) => kind === 'shape' && x > layout.piles[1]![0]!.x)!.h,
    );
    expect(heights[1]! / heights[0]!).toBeCloseTo(2, 5);
    expect(heights[2]! / heights[0]!).toBeCloseTo(4, 5);
  });

  it('borrow when they are empty and may', () => {
    const of = (data: SceneData, at: number): boolean => borrows(data.piles[0]![0]!, data.leaving[0]![0], at);
    const may = readScene(spec, run(1));
    expect(of(may, 2)).toBe(false);
    expect(of(may, 8)).toBe(true);
    // tc: a ceil that is not given is the rate.
    expect(of(readScene(spec, run(0)), 8)).toBe(false);
  });

  it('in between are passed by those of another parent', () => {
    const leaves = [1, 2, 3].map((n) => ({
      ...leaf,
      title: `1:${n}0`,
      out: `flow${n}`,
      parent: n === 3 ? 'root' : '',
    }));
    const group = { ...root, title: '1:2', level: 'group' };
    const flows = [1, 2, 4];
    const level: [string, Quantity, number[]] = ['B', 'throughput', t.map(() => 100)];
    const flowColumns = flows.map((rate, i) => {
      const ink = `flow${i + 1}` as Quantity;
      return [ink, ['Mbit/s', ink, t.map(() => rate)]] as const;
    });
    const columns = { t: ['s', 'time', t] as [string, Quantity, number[]], leaf: level, group: level, root: level };
    const data = readScene(
      { ...SPEC, stores: [leaves, [group], [root]], out: ['flow1', 'flow2', 'flow3'] },
      runOf({ ...columns, ...Object.fromEntries(flowColumns) }, { rate: 9, ceil: 9, all: 9 }),
    );
    const through = (column: number): number => data.leaving[column]![0]!.flow.at(5);
    expect(through(1) / through(2)).toBeCloseTo(3 / 7, 5);
    const { leaving, piles } = layoutScene(data.spec, 640, data.spec);
    expect(leaving[0]!.map(({ to }) => to.x)).toEqual([piles[1]![0]!.x, piles[1]![0]!.x, piles[2]![0]!.x]);
  });
});

describe('the layout', () => {
  const shapes: SceneSpec[] = [
    SPEC,
    FULL,
    { ...SPEC, walker: 'ping' },
    { ...SPEC, stores: [[STORE, STORE, STORE]] },
    { ...SPEC, stores: [[STORE], [STORE], [STORE]] },
    { ...SPEC, stores: [[STORE], [{ ...STORE, shape: 'bucket' }]] },
    { ...SPEC, stores: [[{ ...STORE, shape: 'tank' }]] },
    { ...SPEC, sources: [SOURCE, SOURCE, SOURCE, SOURCE] },
  ];
  it.each(shapes.map((spec, i) => [i, spec] as const))('%i is low, and cuts nothing', (_, spec) => {
    for (const width of [280, 358, 640, 900]) {
      const layout = layoutScene(spec, width, spec);
      expect(layout.height).toBeLessThanOrEqual(width < 560 ? 130 : 150);
      for (const box of [...layout.sources, layout.sink, ...layout.piles.flat()]) {
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(width);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height).toBeLessThanOrEqual(layout.height);
        expect(box.width).toBeGreaterThan(30);
      }
      for (const { title } of spec.sources) expect(textWidth(title, 11.5)).toBeLessThan(layout.sources[0]!.width);
    }
  });
});

it('stands as a picture with a name, which says what it holds', () => {
  const run = randomRun(9);
  const data = readScene(FULL, run);
  const html = renderToStaticMarkup(
    <Still
      {...{ moving: scene, spec: FULL, data, words }}
      t={data.rest}
      layout={layoutScene(FULL, 640, data.spec)}
      title="A queue"
    />,
  );
  expect(html).toContain('aria-label="A queue"');
  expect(html).toContain(`of ${run.parameters.limit}`);
  expect(html).not.toContain('NaN');
});

it('can be drawn before a run has its first sample', () => {
  const run = runOf({ t: ['s', 'time', []], queue: ['packets', 'queue', []] }, { limit: 10 });
  const data = readScene(FULL, run);
  expect(() => drawn(data, layoutScene(FULL, 640, data.spec), 0)).not.toThrow();
});
