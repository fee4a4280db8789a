import type { CutsSpec } from '../../model/contract';
import { Frame, type Moving, type Said } from '../moving';
import type { Pen } from '../pen';
import { inkOf } from '../styles';
import { NARROW } from '../view';
import view from '../views.module.css';
import type { Translate } from '../words';
import { countAt, type CutsData, readCuts } from './readCuts';

interface CutsLayout {
  width: number;
  height: number;
  /** Where the bytes begin, px. */
  left: number;
  rows: readonly { top: number; height: number; textX: number; textY: number }[];
}

const ROW = { wide: 34, narrow: 31 };
const BAR = { wide: 22, narrow: 13 };
const TITLES = 150;

function layoutCuts({ rows }: CutsSpec, width: number): CutsLayout {
  const narrow = width < NARROW;
  const [row, bar] = narrow ? [ROW.narrow, BAR.narrow] : [ROW.wide, BAR.wide];
  const places = Array.from({ length: rows.length + 1 }, (_, i) => {
    const top = i * row + (narrow ? 15 : 2);
    return { top, height: bar, textX: 0, textY: narrow ? top - 4 : top + bar / 2 + 4 };
  });
  return { width, height: (rows.length + 1) * row, left: narrow ? 0 : TITLES, rows: places };
}

const cutsWords = (translate: Translate) => ({
  times: (count: number) => translate({ id: 'view.cuts.times', message: '× {count}' }, { count }),
});

type CutsWords = ReturnType<typeof cutsWords>;

/** The gap behind a piece, px, as long as it leaves most of it. */
const GAP = 1.5;
/** How long a piece falls from one place to the next, as a share of the run. */
const FALL = 1 / 16;

function drawCuts(pen: Pen, layout: CutsLayout, data: CutsData, t: number): void {
  const scaled = (layout.width - layout.left) / data.total;
  const fall = (data.end - data.start) * FALL;
  data.rows.forEach(({ pieces, quantity }, i) => {
    const { top, height } = layout.rows[i]!;
    const above = layout.rows[i - 1]?.top ?? top;
    for (const piece of pieces) {
      const left = (piece.t - t) / fall;
      if (left >= 1 || (left > 0 && piece.t <= data.start)) continue;
      const share = Math.max(0, left);
      const wide = (piece.to - piece.from) * scaled;
      const y = top + height / 2 - (top - above) * share * share;
      const x = layout.left + piece.from * scaled + wide / 2;
      const gap = Math.min(GAP, wide / 4);
      pen.bar(quantity, x - gap / 2, y, wide - gap, height, { strength: 1 - 0.5 * share });
    }
  });
}

const say = ({ rows }: CutsData, words: CutsWords, t: number): Said =>
  Object.fromEntries(rows.map((row, i) => [`count ${i}`, words.times(countAt(row, t))]));

/** The same bytes, cut in packets. */
export const cuts: Moving<CutsSpec, CutsLayout, CutsData, CutsWords> = {
  read: readCuts,
  layout: layoutCuts,
  words: cutsWords,
  draw: drawCuts,
  say,
  tell: ({ rows }, words, t) => rows.map((row) => `${row.title} ${words.times(countAt(row, t))}`).join(', '),
  Places({ layout, data, words, t, title, marks }) {
    const said = say(data, words, t);
    return (
      <Frame {...{ layout, title }}>
        {data.rows.map((row, i) => {
          const { top, height, textX, textY } = layout.rows[i]!;
          return (
            <g key={row.title} style={inkOf(row.quantity)} data-series={row.quantity}>
              <rect
                className={view.tray}
                x={layout.left}
                y={top}
                width={layout.width - layout.left}
                height={height}
                rx={3}
              />
              <text className={view.label} x={textX} y={textY}>
                {row.title}
                <tspan className={view.number} dx={6} data-label={`count ${i}`}>
                  {said[`count ${i}`]}
                </tspan>
              </text>
            </g>
          );
        })}
        {marks}
      </Frame>
    );
  },
};
