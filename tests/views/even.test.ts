import { describe, expect, it } from 'vitest';
import { decimate } from '../../src/plugins/inflight/runs/decimate';
import { unpackColumns } from '../../src/model/stored';
import { sampleOf } from '../../src/views/distribution/sample';
import { evenly } from '../../src/views/even';
import { nearestRank } from '../../src/views/quantile';
import { columnFrom } from './charts-sample';

describe('evenly', () => {
  it('leaves alone what is sampled evenly', () => {
    const values = Float64Array.of(3, NaN, 1, 7);
    expect(evenly(Float64Array.of(0, 0.1, 0.2, 0.3), values)).toBe(values);
  });

  it('puts back what lay on straight lines; a gap stays a gap', () => {
    const [x, y] = [Float64Array.of(0, 1, 4, 5, 8), Float64Array.of(0.5, 1.5, 4.5, NaN, NaN)];
    expect(Array.from(evenly(x, y))).toEqual([0.5, 1.5, 2.5, 3.5, 4.5, NaN, NaN, NaN, NaN]);
  });

  it('a run that was thinned out for the page has the percentiles of the whole one', () => {
    const times = Array.from({ length: 2000 }, (_, i) => i / 100);
    // A saw-tooth that rises for 4 s from 30 to 100 and rests for 1 s, in whole packets.
    const queue = times.map((t) => Math.round(t % 5 < 4 ? 30 + 17.5 * (t % 5) : 100));
    const columns = [columnFrom('t', 's', 'time', times), columnFrom('queue', 'packets', 'queue', queue)];
    const stored = columns.map((column) => ({ ...column, values: Array.from(column.values) }));
    const spec = { kind: 'distribution' as const, title: '', table: '', column: 'queue', shape: 'cdf' as const };
    const whole = sampleOf({ columns, events: [] }, spec).sorted;
    const thinned = sampleOf({ columns: unpackColumns(decimate(stored, 60)), events: [] }, spec).sorted;
    expect(whole).toHaveLength(2000);
    for (const p of [5, 25, 50, 75, 95, 99])
      expect(Math.abs(nearestRank(thinned, p) - nearestRank(whole, p))).toBeLessThanOrEqual(1);
  });
});

describe('the rows of a table', () => {
  it('count once each, evenly or not', () => {
    const tables = { waits: [columnFrom('at', 's', 'time', [0, 1, 9]), columnFrom('wait', 'ms', 'rtt', [5, 3, 4])] };
    const spec = { kind: 'distribution' as const, title: '', table: 'waits', column: 'wait', shape: 'cdf' as const };
    expect(sampleOf({ columns: [], events: [], tables }, spec).sorted).toEqual([3, 4, 5]);
  });
});
