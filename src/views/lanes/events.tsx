import { memo, type ReactNode } from 'react';
import type { RunEvent } from '../../model/contract';
import { type Layout, STRIP_ROW } from './layoutLanes';
import { type CountWord, type PlacedMark, placeMarks } from './marks';
import { headOf } from '../text';
import { annotate } from './annotate';
import css from '../views.module.css';

interface EventsProps {
  layout: Layout;
  countWord: CountWord;
}

/** Where the marks of events stand: their words in a strip above the plot, a flag on its edge. */
interface EventPlaces {
  marks: readonly RunEvent[];
  x: (t: number) => number;
  /** Between which the words stand. */
  left: number;
  right: number;
  /** Of the plot. */
  top: number;
  axisY: number;
  strip: { top: number; rows: number };
}

/** More hairlines than this would be a curtain before the curves, more flags a fringe. */
const HAIRS = 12;
const FLAGS = 40;

function Mark({ mark, places }: { mark: PlacedMark; places: EventPlaces }): ReactNode {
  const { marks, x: at, strip, top, axisY } = places;
  const textY = strip.top + (strip.rows - 1 - mark.row) * STRIP_ROW + 11;
  const stem = mark.row > 0 ? `M${((mark.from + mark.to) / 2).toFixed(1)},${textY + 4}V${top - 6}` : '';
  const few = marks.length <= HAIRS;
  const ticks = mark.events.slice(0, FLAGS).map(({ t }) => at(t).toFixed(1));
  const hairs = few ? ticks.map((x) => `M${x},${top - 1}V${axisY}`).join('') : '';
  return (
    <g className={css.mark} data-kind={mark.events[0]!.kind}>
      <path className={css.hair} d={hairs + stem} />
      <path className={css.full} d={ticks.map((x) => `M${x},${top}l-3.5,-6h7z`).join('')} />
      <text className={css.event} x={mark.labelX.toFixed(1)} y={textY}>
        {mark.label}
        <title>{mark.events.map(({ text }) => text).join('\n')}</title>
      </text>
    </g>
  );
}

/** The numbered points of a `points` lane: a badge on the curve, and the words beside it where they fit. */
function Numbered({ layout }: { layout: Layout }): ReactNode {
  return annotate(layout).map(({ event, number, x, y, label }) => (
    <g key={number} className={css.mark} data-kind={event.kind}>
      <circle className={css.dot} cx={x} cy={y} r={9} />
      <text className={css.number} x={x} y={y} dy="0.35em" textAnchor="middle">
        {number}
      </text>
      {label && (
        <text className={css.event} x={label.x} y={label.y} dy="0.34em" textAnchor={label.anchor}>
          {headOf(event.text.slice(1))}
          <title>{event.text}</title>
        </text>
      )}
    </g>
  ));
}

/** What happened and when, in words above a plot. */
export function EventMarks({ places, countWord }: { places: EventPlaces; countWord: CountWord }): ReactNode {
  const { marks, x, left, right, strip } = places;
  return placeMarks(marks, x, { left, right, rows: strip.rows }, countWord).map((mark) => (
    <Mark key={mark.from} mark={mark} places={places} />
  ));
}

/** What happened and when, in words on the picture. */
export const Events = memo(function Events({ layout, countWord }: EventsProps): ReactNode {
  if (layout.lanes[0]?.spec.kind === 'points') return <Numbered layout={layout} />;
  const { frame, x, left, right, lanes, axisY, strip } = layout;
  const places = { marks: frame.marks, x, left, right: layout.narrow ? right : layout.width - 4, axisY, strip };
  return <EventMarks places={{ ...places, top: lanes[0]!.top }} countWord={countWord} />;
});
