import type { ReactNode } from 'react';
import { inkOf } from '../styles';
import type { Arrow } from './labels';
import type { Layout } from './layoutLadder';
import css from './ladder.module.css';
import views from '../views.module.css';

/** As in the curves: what goes out, and what is acknowledged. */
export const HUES = ['inflight', 'sequence'] as const;
const CROSS = 'm-5,-5l10,10m0,-10l-10,10';

/** To a tenth of a pixel. */
export const round = (value: number): number => Math.round(value * 10) / 10;

function headOf({ x1, y1, x2, y2 }: Arrow): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const corner = (side: number): string =>
    `${round(x2 - 9 * dx - 4 * side * dy)},${round(y2 - 9 * dy + 4 * side * dx)}`;
  return `M${round(x2)},${round(y2)}L${corner(1)}L${corner(-1)}z`;
}

/** All arrows of one host as one path. */
export function Arrows({ layout, from }: { layout: Layout; from: 0 | 1 }): ReactNode {
  const arrows = layout.arrows.filter(({ segment }) => segment.from === from);
  const end = layout.scale?.end ?? 0;
  const lines = arrows.map(({ x1, y1, x2, y2 }) => `M${x1},${round(y1)}L${round(x2)},${round(y2)}`).join('');
  const heads = arrows
    .filter(({ segment }) => !segment.lost && segment.until <= end)
    .map(headOf)
    .join('');
  const lost = arrows.filter(({ segment }) => segment.lost);
  return (
    <g style={inkOf(HUES[from])} data-from={from}>
      <path className={views.drawn} strokeWidth={1.5} d={lines} />
      <path className={views.full} d={heads} />
      <path
        className={views.stop}
        strokeWidth={2}
        d={lost.map(({ x2, y2 }) => `M${round(x2)},${round(y2)}${CROSS}`).join('')}
      />
    </g>
  );
}

/** What a reader can hover for. */
const tellOf = ({ label, detail, fate }: Arrow['segment']): string => [label, detail, fate].filter(Boolean).join(' · ');

export function Labels({ layout }: { layout: Layout }): ReactNode {
  return layout.labels.map(({ text, segments, x, y, turn, anchor }) => (
    <text
      key={`${segments[0]!.from} ${segments[0]!.sent} ${text}`}
      className={`${views.label} ${css.small}`}
      style={inkOf(HUES[segments[0]!.from])}
      transform={`translate(${round(x)},${round(y)}) rotate(${round(turn)})`}
      textAnchor={anchor}
    >
      {text}
      <title>{segments.map(tellOf).join('\n')}</title>
    </text>
  ));
}
