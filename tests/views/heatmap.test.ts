import { describe, expect, it } from 'vitest';
import { sideOf } from '../../src/views/heatmap/field';
import { layoutHeatMap } from '../../src/views/heatmap/layoutHeatMap';
import { columnFrom } from './charts-sample';

describe('sideOf', () => {
  it('is logarithmic where values grow by factors, and then gives equal cells', () => {
    const { spans, isLog } = sideOf(columnFrom('x', '', 'time', [8, 1, 2, 4, 2]));
    expect(isLog).toBe(true);
    expect(spans).toHaveLength(4);
    for (const { from, to } of spans) expect(to - from).toBeCloseTo(0.25, 12);
  });

  it('is linear where they grow by steps, with borders half-way between neighbours', () => {
    const { spans, isLog } = sideOf(columnFrom('x', '', 'time', [10, 20, 30, 50]));
    expect(isLog).toBe(false);
    // Edges at 5, 15, 25, 40, 60.
    expect(spans.map(({ to }) => to)).toEqual([10 / 55, 20 / 55, 35 / 55, 1]);
  });

  it('takes a single value for the whole', () =>
    expect(sideOf(columnFrom('x', '', 'time', [7])).spans).toEqual([{ from: 0, to: 1 }]));
});

describe('layoutHeatMap', () => {
  const spec = {
    kind: 'heatmap' as const,
    title: 'Field',
    table: 'field',
    x: 'x',
    y: 'y',
    value: 'v',
    point: ['own_x', 'own_y'],
  };
  const layout = (values: number[], words?: string[]) =>
    layoutHeatMap(
      spec,
      [
        columnFrom('x', '', 'time', [0, 1, 0, 1], words),
        columnFrom('y', 'ms', 'rtt', [10, 10, 20, 20]),
        columnFrom('v', 'Mbit/s', 'throughput', values),
      ],
      400,
      'log scale',
    )!;

  it('depth of colour follows the value, by factors where they span much', () => {
    expect(layout([0, 5, 10, 20]).cells.map(({ depth }) => depth)).toEqual([0, 0.25, 0.5, 1]);
    const wide = layout([1, 10, 100, 100]);
    expect(wide.cells.map(({ depth }) => depth)).toEqual([0, 0.5, 1, 1]);
    expect(wide.key.high).toContain('log scale');
  });

  it('a cell without a value has no depth, and its neighbours fill the plot without overlap', () => {
    const { cells, left, right, top, bottom } = layout([1, NaN, 3, 4]);
    expect(cells.map(({ depth }) => depth)).toEqual([0, undefined, 2 / 3, 1]);
    const area = cells.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(area).toBeCloseTo((right - left) * (bottom - top), 6);
    expect(cells[0]!.y).toBeGreaterThan(cells[2]!.y);
  });

  it('before the first value is there, a field of empty cells', () => {
    const { cells } = layout([NaN, NaN, NaN, NaN]);
    expect(cells.map(({ depth }) => depth)).toEqual([undefined, undefined, undefined, undefined]);
    expect(cells[3]).toMatchObject({ column: 1, row: 1, said: 'x 1, y, ms 20: – Mbit/s' });
  });

  it('puts the own point between the cells, and one beyond the field at its edge', () => {
    const columns = ['x', 'y', 'v'].map((name, i) =>
      columnFrom(
        name,
        '',
        'time',
        [
          [1, 10, 100, 1, 10, 100],
          [5, 5, 5, 6, 6, 6],
          [1, 2, 3, 4, 5, 6],
        ][i]!,
      ),
    );
    const at = (own_x: number, own_y: number) => layoutHeatMap(spec, columns, 400, 'log', { own_x, own_y })!;
    const { cells, point } = at(10, 5.5);
    expect(point!.x).toBeCloseTo(cells[1]!.x + cells[1]!.width / 2, -0.5);
    expect(point!.y).toBeCloseTo(cells[1]!.y, -0.5);
    // Half-way between the middles of two cells, by factors.
    expect(at(Math.sqrt(10), 5).point!.x).toBeCloseTo(cells[1]!.x, -0.5);
    expect(at(1e6, 5).point!.x).toBe(Math.round(at(1, 5).right));
    expect(layoutHeatMap(spec, columns, 400, 'log')!.point).toBeUndefined();
  });

  it('says each cell in words', () =>
    expect(layout([1, 2, 3, 4], ['fifo', 'codel']).cells[1]!.said).toBe('x codel, y, ms 10: 2 Mbit/s'));
});
