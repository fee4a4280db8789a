import type { PoolSpec } from '../../model/contract';
import { formatNumber, formatValue } from '../format';
import { CursorSheet, drawNothing, Sheet, Tag } from '../sheet';
import { sayTime, stripAxis } from '../time';
import type { Draw, DrawInput, Moment, View } from '../view';
import views from '../views.module.css';
import { FieldAt } from './Field';
import { heightOf, type Layout, layoutPool } from './layoutPool';
import { nearest } from './readPool';
import { PoolStrip } from './PoolStrip';
import { poolWords, type PoolWords } from './poolWords';

/** "in use 20, TIME_WAIT 28,212, free 0; refused 1000/s". */
function said({ ports: { states, free, refused } }: Layout, row: number): string {
  const counts = [...states, free].map(({ meaning, values }) => `${meaning} ${formatNumber(values[row] ?? 0)}`);
  const rate = refused.values[row] ?? 0;
  return counts.join(', ') + (rate > 0 ? `; ${refused.meaning} ${formatValue(rate, refused.unit)}` : '');
}

function momentAt(
  layout: Layout,
  { spec, words }: DrawInput<PoolSpec, PoolWords>,
  times: Float64Array,
  t: number,
): Moment {
  const { head, width, height, x, strip, axisY } = layout;
  const row = nearest(times, t);
  const time = times[row] ?? t;
  const at = Math.round(x(time)) + 0.5;
  return {
    t: time,
    said: `${sayTime(head, time)}: ${said(layout, row)}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <FieldAt layout={layout} row={row} title={spec.title} words={words} />
        <line className={views.cursorLine} x1={at} x2={at} y1={strip.top} y2={axisY} />
        <Tag x={at} y={axisY + 5} text={sayTime(head, time)} width={width} />
      </CursorSheet>
    ),
  };
}

/** The moment that says most: when the fewest are free for the first time. */
function fullest({ ports: { free } }: Layout): number {
  let found = 0;
  for (const [row, count] of free.values.entries()) if (count < free.values[found]!) found = row;
  return found;
}

/** A host's ports: as they are at the cursor's time, and how many are in which state over time. */
const draw: Draw<PoolSpec, PoolWords> = (input) => {
  const { spec, run, width, flat, title, words } = input;
  const times = run.columns[0]!.values;
  if (times.length === 0) return drawNothing(width, heightOf(width, flat), title, words.nothing);
  const layout = layoutPool(input);
  const { height, strip, axisY } = layout;
  const row = fullest(layout);
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${sayTime(layout.head, times[row]!)}: ${said(layout, row)}`}>
      <FieldAt layout={layout} row={row} title={spec.title} words={words} />
      <PoolStrip layout={layout} times={times} title={words.howFull} />
    </Sheet>
  );
  return {
    width,
    height,
    picture,
    time: stripAxis(layout, { top: strip.top, bottom: axisY }, times, run.events, (t) =>
      momentAt(layout, input, times, t),
    ),
  };
};

export const pool: View<PoolSpec, PoolWords> = { draw, words: poolWords, alone: true, fuller: true };
