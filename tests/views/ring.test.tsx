import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { RingSpec } from '../../src/model/contract';
import { draw } from '../../src/views/draw';
import type { Drawing } from '../../src/views/view';
import { columnFrom, runWith } from './charts-sample';
import { translate } from '../untranslated';

const spec: RingSpec = { kind: 'ring', title: 'Ring', packets: 'packets', slots: 'ring' };

/** Packets of 10 ms one after another, and a small one of 2 ms at the end; each is freed `late` ms after it was sent. */
function drawn(count: number, slots: number, width = 700, late = 0): Drawing {
  const numbers = [...Array(count + 1).keys()];
  const start = numbers.map((i) => 10 * i);
  const end = numbers.map((i) => (i === count ? 10 * i + 2 : 10 * i + 10));
  const freed = end.map((t) => t + late);
  const table = [
    columnFrom(
      'queued',
      'ms',
      'queue',
      numbers.map((i) => (i < slots ? 0 : freed[i - slots]!)),
    ),
    columnFrom('start', 'ms', 'time', start),
    columnFrom('end', 'ms', 'time', end),
    columnFrom('freed', 'ms', 'rto', freed),
    columnFrom(
      'size',
      'B',
      'queue',
      numbers.map((i) => (i === count ? 500 : 1500)),
    ),
    columnFrom(
      'flow',
      '',
      'time',
      numbers.map((i) => (i === count ? 1 : 0)),
      ['the packets ahead', 'the small packet'],
    ),
  ];
  const columns = [
    columnFrom('t', 'ms', 'time', [0, end[count]!]),
    columnFrom('ahead', 'packets', 'queue', [count, 0]),
  ];
  const run = { ...runWith(columns, { packets: table }), parameters: { ring: slots } };
  return draw({ spec, run, overlays: [], growing: false, events: false, width, title: 'Ring', translate });
}

const svg = (drawing: Drawing): string => renderToStaticMarkup(drawing.picture);

describe('ring', () => {
  it.each([320, 700])('looks as it did, %i px wide', (width) => {
    expect(svg(drawn(5, 8, width, 3))).toMatchSnapshot();
  });

  it('says how many are ahead, and for how long', () => {
    const { at } = drawn(12, 16).time!;
    expect(at(0).said).toBe('0\u00a0ms: 12 ahead, 120\u00a0ms, 13 of 16 slots');
    expect(at(45).said).toBe('45\u00a0ms: 8 ahead, 75\u00a0ms, 9 of 16 slots');
    expect(at(121).said).toBe('121\u00a0ms: on the wire, 1 of 16 slots');
    expect(at(122).said).toBe('122\u00a0ms: it has left, 0 of 16 slots');
  });

  it('a packet that was sent holds its slot until it is freed', () => {
    const { at } = drawn(3, 4, 700, 5).time!;
    expect(at(12).said).toBe('12\u00a0ms: 2 ahead, 18\u00a0ms, 4 of 4 slots');
    expect(renderToStaticMarkup(at(12).cursor)).toContain('class="block"');
    expect(at(15).said).toBe('15\u00a0ms: 2 ahead, 15\u00a0ms, 3 of 4 slots');
  });

  it('what has no slot yet waits above', () => {
    expect(drawn(12, 4).time!.at(0).said).toBe('0\u00a0ms: 12 ahead, 120\u00a0ms, 4 of 4 slots, + 9 above it');
  });

  it.each([1, 2, 127, 256, 4096])('has no NaN and keeps its height with %i slots', (slots) => {
    for (const width of [280, 390, 1000]) {
      const drawing = drawn(200, slots, width);
      expect(svg(drawing)).not.toMatch(/NaN|undefined/);
      expect(renderToStaticMarkup(drawing.time!.at(1000).cursor)).not.toMatch(/NaN|undefined/);
      expect(drawing.height).toBe(drawn(3, 8, width).height);
    }
  });
});
