import type { StatesSpec } from '../../model/contract';
import { CursorSheet, Tag } from '../sheet';
import { sayTime } from '../time';
import { type Draw, type Moment, NARROW, type TimeAxis, type View } from '../view';
import views from '../views.module.css';
import { commonWords, type Words } from '../words';
import { type Layout, layoutStates } from './layoutStates';
import { StatesPicture } from './StatesPicture';
import { spanAt } from './readStates';

/** Pixels that an arrow key moves the cursor. */
const STEP = 4;

/** Who is in which state at `t`, and since when. */
function momentAt(layout: Layout, t: number, words: Words): Moment {
  const { head, width, height, x, top, axisY, right } = layout;
  const at = Math.round(x(t)) + 0.5;
  const now = layout.rows.flatMap((row) => {
    const span = spanAt(row.spans, t);
    return span ? [{ row, span, said: words.since(row.label, span.name, sayTime(head, span.start)) }] : [];
  });
  return {
    t,
    said: `${sayTime(head, t)}: ${now.map(({ said }) => said).join(', ')}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <line className={views.cursorLine} x1={at} x2={at} y1={top} y2={axisY} />
        {now.map(({ row, span, said }) => (
          <g key={row.label}>
            <rect
              className={views.edge}
              x={x(span.start)}
              y={row.top}
              width={Math.max(1, Math.min(x(span.end), right) - x(span.start))}
              height={row.bottom - row.top}
            />
            <Tag x={at} y={row.top - 20} text={said} width={width} />
          </g>
        ))}
        <Tag x={at} y={axisY + 5} text={sayTime(head, t)} width={width} />
      </CursorSheet>
    ),
  };
}

function timeOf(layout: Layout, words: Words): TimeAxis {
  const { x, left, right, top, axisY, rows } = layout;
  const starts = rows.flatMap(({ spans }) => spans.map(({ start }) => start));
  return {
    along: 'x',
    scale: x,
    plot: { left, right, top, bottom: axisY },
    step: x.invert(left + STEP) - x.invert(left),
    stops: [...new Set(starts)].sort((a, b) => a - b),
    at: (t) => momentAt(layout, t, words),
  };
}

/** State machines on the time axis, a row for each side. */
const draw: Draw<StatesSpec> = (input) => {
  const layout = layoutStates(input);
  const { width, title, words, spec } = input;
  return {
    width,
    height: layout.height,
    picture: (
      <StatesPicture
        layout={layout}
        heading={spec.title}
        title={title}
        nothing={words.nothing}
        narrow={width < NARROW}
      />
    ),
    time: timeOf(layout, words),
  };
};

export const states: View<StatesSpec> = { draw, words: commonWords, alone: true };
