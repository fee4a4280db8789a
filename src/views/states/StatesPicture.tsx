import { group } from 'd3-array';
import type { ReactNode } from 'react';
import { SharedAxis, StretchedAxis } from '../axis';
import { Nothing, Sheet } from '../sheet';
import { inkOf } from '../styles';
import views from '../views.module.css';
import { type Layout, type Row, WORD_ROW } from './layoutStates';
import { hueOf, type Span } from './readStates';

/** All bars of one colour as one path; of those that end on the same pixel one is enough. */
function pathOf(spans: readonly Span[], { top, bottom }: Row, x: (t: number) => number, right: number): string {
  const bars = new Set(
    spans.map(({ start, end }) => {
      const from = Math.round(x(start)) + 0.5;
      const wide = Math.max(1, Math.round(Math.min(x(end), right)) - Math.ceil(from) - 1);
      return `M${from},${top}h${wide}V${bottom}h${-wide}z`;
    }),
  );
  return [...bars].join('');
}

function Bars({ row, layout }: { row: Row; layout: Layout }): ReactNode {
  const hues = group(row.spans, ({ name }) => hueOf(name));
  return (
    <g>
      {[...hues].map(([hue, spans]) => (
        <path key={hue} className={views.block} style={inkOf(hue)} d={pathOf(spans, row, layout.x, layout.right)} />
      ))}
      {row.inside.map(({ span, x, text }) => (
        <text
          key={span.start}
          className={views.ink}
          x={x}
          y={(row.top + row.bottom) / 2}
          dy="0.34em"
          textAnchor="middle"
        >
          {text}
        </text>
      ))}
      {row.above.map(({ span, x, at, row: up }) => (
        <g key={span.start}>
          <path
            className={views.arrow}
            d={`M${x.toFixed(1)},${row.top - 6 - up * WORD_ROW}L${at.toFixed(1)},${row.top - 2 - up * WORD_ROW}V${row.top}`}
          />
          <text className={views.ink} x={x.toFixed(1)} y={row.top - 8 - up * WORD_ROW} textAnchor="middle">
            {span.name}
          </text>
        </g>
      ))}
    </g>
  );
}

interface PictureProps {
  layout: Layout;
  heading: string;
  title: string;
  nothing: string;
  narrow: boolean;
}

/** A row of bars for each side, over time. */
export function StatesPicture({ layout, heading, title, nothing, narrow }: PictureProps): ReactNode {
  const { width, height, left, right, axisY, rows } = layout;
  const empty = rows.every(({ spans }) => spans.length === 0);
  return (
    <Sheet width={width} height={height} title={title}>
      <text className={views.title} x={narrow ? 4 : left} y={14}>
        {heading}
      </text>
      <line className={views.base} x1={left} x2={right} y1={axisY + 0.5} y2={axisY + 0.5} />
      {rows.map((row) => (
        <g key={row.label}>
          <text
            className={views.title}
            x={narrow ? left : left - 10}
            y={row.labelY}
            dy="0.34em"
            textAnchor={narrow ? 'start' : 'end'}
          >
            {row.label}
          </text>
          <Bars row={row} layout={layout} />
        </g>
      ))}
      {empty && <Nothing width={width} height={axisY} text={nothing} />}
      {layout.ticks ? (
        <StretchedAxis ticks={layout.ticks} title={layout.xTitle} axisY={axisY} right={right} />
      ) : (
        <SharedAxis layout={layout} />
      )}
    </Sheet>
  );
}
