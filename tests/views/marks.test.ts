import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../src/model/contract';
import { placeMarks } from '../../src/views/lanes/marks';
import { dodge, textWidth } from '../../src/views/text';

const box = { left: 40, right: 740, rows: 2 };
const x = (t: number): number => 40 + t * 7;
const countWord = (count: number): string => `${count} losses`;
const loss = (t: number): RunEvent => ({ t, kind: 'loss', text: `1 segment lost, cwnd ${200 + t} → ${100 + t}` });

describe('placeMarks', () => {
  it('gives a lonely event its full text', () => {
    expect(placeMarks([loss(50)], x, box, countWord).map(({ label }) => label)).toEqual([
      '1 segment lost, cwnd 250 → 150',
    ]);
  });

  it('shortens where the full texts would not fit', () => {
    const labels = placeMarks([5, 20, 35, 50, 65, 80, 95].map(loss), x, box, countWord).map(({ label }) => label);
    expect(labels).toEqual(new Array(7).fill('1 segment lost'));
  });

  it('counts what stands too close, and never loses an event', () => {
    const events = Array.from({ length: 60 }, (_, i) => loss(i * 1.6));
    const marks = placeMarks(events, x, box, countWord);
    expect(marks.flatMap((mark) => mark.events)).toHaveLength(60);
    expect(marks.some(({ label }) => label.endsWith('losses'))).toBe(true);
  });

  it.each([1, 3, 7, 20, 200])('labels of %i events stay inside and apart', (count) => {
    const events = Array.from({ length: count }, (_, i) => loss((100 * i * i) / (count * count)));
    const marks = placeMarks(events, x, box, countWord);
    for (const row of [0, 1]) {
      let end = box.left;
      for (const mark of marks.filter((m) => m.row === row)) {
        expect(mark.labelX).toBeGreaterThanOrEqual(end);
        end = mark.labelX + textWidth(mark.label, 11.5);
        expect(end).toBeLessThanOrEqual(box.right + 0.01);
      }
    }
  });
});

describe('dodge', () => {
  it('leaves labels alone that have room', () => expect(dodge([80, 20], 14, 0, 100)).toEqual([80, 20]));
  it('parts labels that meet, inside the lane', () => expect(dodge([98, 97, 99], 14, 0, 100)).toEqual([86, 72, 100]));
});
