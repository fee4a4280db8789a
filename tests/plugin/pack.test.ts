import { describe, expect, it } from 'vitest';
import { unpackColumns } from '../../src/model/stored';
import { pack, packColumn } from '../../src/plugins/inflight/runs/pack';
import { shorten } from '../../src/plugins/inflight/runs/decimate';

const head = { name: 'sent', unit: 's', meaning: 'sent', quantity: 'time' as const };

/** Deterministic, so that a failure can be seen again. */
function noise(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

describe('a packed column', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('comes out as it went in, to the last bit (seed %i)', (seed) => {
    const random = noise(seed);
    const size = 10 ** (12 * random() - 6);
    const values = Array.from({ length: 300 }, (_, i) =>
      random() < 0.05 ? null : shorten(random() < 0.5 ? i * size : size * (random() - 0.5)),
    );
    const [column] = unpackColumns(JSON.parse(JSON.stringify([packColumn({ ...head, values })])) as never);
    expect(Array.from(column!.values, (value) => (Number.isNaN(value) ? null : value))).toEqual(values);
    expect(column).not.toHaveProperty('places');
  });

  it('is left as it is where its steps are longer', () => {
    for (const values of [[], [5], [1e-300, 1e300], [1e-18, 1]]) {
      const column = { ...head, values };
      expect(packColumn(column)).toBe(column);
    }
  });

  it('is much shorter where values grow evenly', () => {
    const column = { ...head, values: Array.from({ length: 500 }, (_, i) => shorten(1_500_000 + 1448 * i)) };
    const packed = pack({ tables: { packets: [column] } }).tables.packets[0]!;
    expect(JSON.stringify(packed).length).toBeLessThan(0.7 * JSON.stringify(column).length);
    expect(pack({ packets: [packed] }).packets[0]).toEqual(packed);
  });
});
