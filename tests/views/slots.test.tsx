import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { SlotsSpec } from '../../src/model/contract';
import { draw } from '../../src/views/draw';
import type { Drawing } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import { translate } from '../untranslated';

const spec: SlotsSpec = { kind: 'slots', title: 'Queue', queue: 'queue', limit: 'limit' };
const queue = [0, 5, 17, 25, 25, 10, 3, 25, 0, 0];

function drawn(limit: number, unit = 'packets'): Drawing {
  const columns = [columnFrom('t', 's', 'time', [...queue.keys()]), columnFrom('queue', unit, 'queue', queue)];
  const run = { ...runWith(columns), parameters: { limit } };
  return draw({ spec, run, overlays: [], growing: false, events: true, width: 700, title: 'Queue', translate });
}
const svg = (drawing: Drawing): string => renderToStaticMarkup(drawing.picture);

describe('slots', () => {
  it('the cursor says how many are taken', () => {
    expect(drawn(25).time!.at(2).said).toBe('2\u00a0s: queue 17 of 25 slots');
    expect(drawn(64).time!.at(2).said).toBe('2\u00a0s: queue 17 of 64 slots');
    expect(drawn(64, 'kB').time!.at(2).said).toBe('2\u00a0s: queue 17\u00a0kB / 64\u00a0kB');
  });

  it('says how much of the time it is full: 3 of 10 samples', () => {
    expect(svg(drawn(25))).toContain('limit 25\u00a0packets · full 30% of the time');
    expect(svg(drawn(26))).toContain('full 0% of the time');
  });

  it.each([
    [25, 24],
    [40, 39],
    [41, 0],
  ])('%i slots are parted by %i lines', (limit, lines) => {
    const between = /class="core" d="([^"]*)"/.exec(svg(drawn(limit)))?.[1] ?? '';
    expect(between.match(/M/g) ?? []).toHaveLength(lines);
  });

  it('the limit can be dragged where it is seen', () => {
    const [place] = drawn(25).lanes!;
    expect(place!.lane.handles).toEqual(['limit']);
    expect(place!.y(25)).toBe(place!.top);
  });

  it('without a limit it is a plain curve', () => {
    expect(svg(drawn(0))).not.toContain('limit');
    expect(drawn(0).time!.at(2).said).toBe('2\u00a0s: queue 17\u00a0packets');
  });
});
