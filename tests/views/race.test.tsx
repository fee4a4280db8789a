import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Quantity, RaceSpec } from '../../src/model/contract';
import type { Column, Result } from '../../src/model/types';
import type { Pen } from '../../src/views/pen';
import { drawRace } from '../../src/views/race/drawRace';
import { layoutRace } from '../../src/views/race/layoutRace';
import { RaceStill } from '../../src/views/race/RaceStill';
import { raceWords } from '../../src/views/race/raceWords';
import { readRace } from '../../src/views/race/readRace';
import { translate } from '../untranslated';

const SPEC: RaceSpec = {
  kind: 'race',
  title: 'Race',
  below: 'window',
  racers: [
    { row: 'yours', queue: 'a_queue', rate: 'a_rate' },
    { row: 'Reno', queue: 'b_queue', rate: 'b_rate' },
  ],
  limit: 'buffer',
  rate: 'rate',
  scores: 'score',
  name: 'algorithm',
  score: 'score',
  seconds: 10,
};

const column = (name: string, quantity: Quantity, values: number[], words?: string[]): Column => ({
  ...{ name, quantity, unit: name.endsWith('_rate') ? 'Mbit/s' : '', meaning: '' },
  values: Float64Array.from(values),
  ...(words && { words }),
});

/** Twenty seconds: yours has a full line and half a queue, Reno half a line and no queue. */
const RUN = {
  parameters: { buffer: 20, rate: 8 },
  columns: [
    column('t', 'time', [0, 10, 20]),
    column('a_queue', 'yours', [10, 10, 10]),
    column('b_queue', 'reno', [0, 0, 0]),
    column('a_rate', 'yours', [8, 8, 8]),
    column('b_rate', 'reno', [4, 4, 4]),
  ],
  tables: { score: [column('algorithm', 'time', [0, 1], ['Reno', 'yours']), column('score', 'cwnd', [50, 28.4])] },
} as unknown as Result;

const data = readRace(SPEC, RUN, RUN);

describe.each([358, 900])('at %i px', (width) => {
  const layout = layoutRace(2, width);
  const marks = (t: number): { ink: Quantity; x: number; y: number; w: number }[] => {
    const drawn: { ink: Quantity; x: number; y: number; w: number }[] = [];
    const none = (): void => undefined;
    const bar: Pen['bar'] = (ink, x, y, w) => void drawn.push({ ink: ink as Quantity, x, y, w });
    const pen: Pen = { bar, cross: none, shape: none, words: none };
    drawRace(pen, layout, data, t);
    return drawn;
  };

  it('fills each queue as far as its share of the buffer', () => {
    const queued = marks(15).filter(({ ink, x }) => ink === 'yours' && x < layout.queue.right);
    const { left, right } = layout.queue;
    expect(queued).toHaveLength(10);
    expect(Math.min(...queued.map(({ x, w }) => x - w / 2))).toBeCloseTo((left + right) / 2, -1);
  });

  it('has half as many packets on a line that is half as busy', () => {
    const flying = (ink: Quantity): number =>
      marks(15).filter((each) => each.ink === ink && each.x > layout.wire.left).length;
    expect(flying('yours')).toBeGreaterThan(8);
    expect(Math.abs(flying('yours') - 2 * flying('reno'))).toBeLessThanOrEqual(1);
  });

  it('lets all packets go equally fast, to the end of the line', () => {
    const [now, later] = [15, 15.2].map((t) =>
      marks(t).filter(({ ink, x }) => ink === 'yours' && x > layout.wire.left),
    );
    const steps = now!.slice(1).map(({ x }, i) => Math.abs(x - now![i]!.x));
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThan(0.5);
    for (const { x, w } of later!) expect(x + w / 2).toBeLessThanOrEqual(layout.wire.right + 0.01);
  });

  it('stays in its picture, which is no higher for other values', () => {
    for (const { x, w } of marks(20)) {
      expect(x - w / 2).toBeGreaterThanOrEqual(0);
      expect(x + w / 2).toBeLessThanOrEqual(width);
    }
    expect(layout.height).toBeLessThanOrEqual(200);
  });

  it('says who has which score, and whose is best', () => {
    const svg = renderToStaticMarkup(
      <RaceStill {...{ layout, data }} words={raceWords(translate)} title="Race" t={20} />,
    );
    expect(svg).toContain('aria-label="Race. score out of 100: yours 28, Reno 50"');
    expect(svg).toMatch(/data-best="true"[^>]*>50</);
    expect(svg).toMatch(/data-best="false"[^>]*>28</);
  });
});

it('shows no score before there is one', () => {
  const none = readRace(SPEC, RUN, { ...RUN, tables: {} });
  expect(none.runners.map(({ score }) => score)).toEqual([NaN, NaN]);
});
