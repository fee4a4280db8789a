import type { ReactNode } from 'react';
import { beside, shortened, tipOf, wayOf } from './outline';
import { type Edge, LINE } from './plan';
import type { Taken } from './readMachine';
import { inkOfSide } from './SideMark';
import css from './machine.module.css';
import views from '../views.module.css';

/** How far two ways lie from the middle of the step that both have taken, px. */
const APART = 3.5;

/** Its words; where something else led to it, that. */
export function Cause({ edge, taken }: { edge: Edge; taken: Taken | undefined }): ReactNode {
  const { x, y, anchor } = edge;
  const lines = taken?.why ? [taken.why] : edge.lines;
  const first = y - ((lines.length - 1) * LINE) / 2;
  return lines.map((line, i) => (
    <text
      key={line}
      className={`${taken ? views.number : views.tick} ${views.halo}`}
      x={x}
      y={first + i * LINE}
      textAnchor={anchor}
    >
      {line}
    </text>
  ));
}

/** Its line: thin, or thick in the colour of each side that has gone it. */
export function Way({ edge, sides }: { edge: Edge; sides: readonly number[] }): ReactNode {
  if (sides.length === 0)
    return (
      <g>
        <path className={css.way} d={wayOf(shortened(edge.points, 5))} />
        <path className={css.tip} d={tipOf(edge.points, 6)} />
      </g>
    );
  const exit = edge.step.endsWith('>GONE') && edge.lines[0]!.startsWith('RST');
  const both = sides.length > 1;
  return sides.map((side, i) => {
    const points = both ? beside(edge.points, i === 0 ? APART : -APART) : edge.points;
    return (
      <g key={side} style={inkOfSide(side)}>
        <path className={css.taken} data-side={side} data-exit={exit} d={wayOf(shortened(points, 8))} />
        <path className={views.full} d={tipOf(points, both ? 9 : 11)} />
      </g>
    );
  });
}
