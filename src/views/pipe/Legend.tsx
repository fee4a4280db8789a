import type { ReactNode } from 'react';
import { textWidth } from '../text';
import view from '../views.module.css';
import type { Pen } from '../pen';
import type { PipeLayout } from './layoutPipe';
import { svgPen } from '../svgPen';
import type { PipeWords } from './pipeWords';

interface Entry {
  word: string;
  sample: (pen: Pen, x: number, y: number) => void;
}

const FONT = 11.5;
const SAMPLE = 16;
const GAP = 14;

/** The commonest first: a narrow picture has no room for all. */
function entriesOf({ buffer }: PipeLayout, words: PipeWords): Entry[] {
  const held: Entry[] = [
    { word: words.unsent, sample: (pen, x, y) => pen.bar('unsent', x, y, 10, 10) },
    { word: words.unacked, sample: (pen, x, y) => pen.bar('unacked', x, y, 10, 10, { strength: 0.45 }) },
  ];
  return [
    ...(buffer ? held : []),
    { word: words.data, sample: (pen, x, y) => pen.bar('inflight', x, y, 10, 8) },
    { word: words.ack, sample: (pen, x, y) => pen.bar('sequence', x, y, 3, 8) },
    { word: words.gone, sample: (pen, x, y) => pen.cross('loss', x, y, 4, 1) },
    { word: words.again, sample: (pen, x, y) => pen.bar('inflight', x, y, 11, 9, { hollow: true }) },
  ];
}

/** What the marks mean, as many as there is room for in `width` px. */
export function Legend({ layout, words, width }: { layout: PipeLayout; words: PipeWords; width: number }): ReactNode {
  let x = 0;
  return entriesOf(layout, words).map(({ word, sample }) => {
    const at = x;
    const end = at + SAMPLE + textWidth(word, FONT);
    if (end > width) return null;
    x = end + GAP;
    const pen = svgPen();
    sample(pen, at + 6, layout.legendY - 4);
    return (
      <g key={word}>
        {pen.drawn}
        <text className={view.tick} x={at + SAMPLE} y={layout.legendY}>
          {word}
        </text>
      </g>
    );
  });
}
