import type { CSSProperties, ReactNode } from 'react';
import type { HeatMapSpec } from '../../model/contract';
import { drawNothing, Heading, Sheet } from '../sheet';
import { inkOf } from '../styles';
import { columnOf, tableOf } from '../tables';
import { cut, textWidth } from '../text';
import type { Draw, View } from '../view';
import { boxOf, type Cell, type Layout, layoutHeatMap } from './layoutHeatMap';
import views from '../views.module.css';
import css from './heatmap.module.css';
import { heatMapWords, type HeatMapWords } from './heatMapWords';

const depthStyle = (depth: number): CSSProperties => ({ '--depth': Math.round(depth * 1000) / 10 }) as CSSProperties;
const round = (value: number): number => Math.round(value * 10) / 10;

function CellOf({ cell: { x, y, width, height, depth, text, said } }: { cell: Cell }): ReactNode {
  const box = { x: round(x), y: round(y), width: round(width), height: round(height) };
  return (
    <g style={depthStyle(depth ?? 0)}>
      <rect className={depth === undefined ? css.none : css.cell} {...box}>
        <title>{said}</title>
      </rect>
      {text !== '' && (
        <text
          className={depth === undefined ? views.tick : css.value}
          x={round(x + width / 2)}
          y={round(y + height / 2)}
          dy="0.35em"
          textAnchor="middle"
        >
          {text}
        </text>
      )}
    </g>
  );
}

const SWATCHES = 20;
const KEY = { y: 25, height: 10, width: 120 };

/** The colours from the least value to the largest. */
function Key({ x, low, high }: { x: number; low: string; high: string }): ReactNode {
  const start = Math.round(x + textWidth(low, 11.5) + 6);
  const step = KEY.width / SWATCHES;
  const middle = KEY.y + KEY.height / 2;
  return (
    <g>
      <text className={views.tick} x={x} y={middle} dy="0.35em">
        {low}
      </text>
      {Array.from({ length: SWATCHES }, (_, i) => (
        <rect
          key={i}
          className={css.swatch}
          style={depthStyle(i / (SWATCHES - 1))}
          x={start + i * step}
          y={KEY.y}
          width={step + 0.5}
          height={KEY.height}
        />
      ))}
      <text className={views.tick} x={start + KEY.width + 6} y={middle} dy="0.35em">
        {high}
      </text>
    </g>
  );
}

function Axes({ layout }: { layout: Layout }): ReactNode {
  const { left, right, bottom, top, width, xTicks, yTicks, xTitle, yTitle } = layout;
  return (
    <g>
      {yTicks.map(({ at, label }) => (
        <text key={at} className={views.tick} x={left - 7} y={at} dy="0.34em" textAnchor="end">
          {label}
        </text>
      ))}
      <text className={views.axisTitle} x={0} y={top - 9}>
        {cut(`↑ ${yTitle}`, width, 11.5)}
      </text>
      {xTicks.map(({ at, label }) => (
        <text key={at} className={views.tick} x={at} y={bottom + 15} textAnchor="middle">
          {label}
        </text>
      ))}
      <text className={views.axisTitle} x={right} y={bottom + 31} textAnchor="end">
        {cut(`${xTitle} →`, right, 11.5)}
      </text>
    </g>
  );
}

/** Where the reader's own setting lies in the field, and what the ring stands for. */
function Point({ layout: { point, right, top }, word }: { layout: Layout; word: string }): ReactNode {
  if (!point) return null;
  const middle = top - 13;
  return [
    { x: point.x, y: point.y, r: 16.5 },
    { x: right - textWidth(word, 11.5) - 12, y: middle, r: 6 },
  ].map(({ x, y, r }, i) => (
    <g key={i}>
      <circle className={css.halo} cx={x} cy={y} r={r} />
      <circle className={css.point} cx={x} cy={y} r={r}>
        {i === 0 && <title>{word}</title>}
      </circle>
      {i === 1 && (
        <text className={views.tick} x={right} y={y} dy="0.35em" textAnchor="end">
          {word}
        </text>
      )}
    </g>
  ));
}

/** A field of values over two others: the deeper the colour, the larger the value. */
const draw: Draw<HeatMapSpec, HeatMapWords> = ({ spec, run, width, title, words }) => {
  const { height } = boxOf(width);
  const table = tableOf(run, spec.table) ?? [];
  const layout = layoutHeatMap(spec, table, width, words.logScale, run.parameters);
  if (!layout) return drawNothing(width, height, title, words.nothing);
  const { key, cells } = layout;
  const value = columnOf(table, spec.value);
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${value.meaning}: ${key.low} – ${key.high}`}>
      <Heading x={0} title={spec.title} unit={cut(value.meaning, width - textWidth(spec.title, 12.5) - 16)} />
      <g style={inkOf(value.quantity)}>
        <Key x={0} low={key.low} high={key.high} />
        {cells.map((cell) => (
          <CellOf key={`${cell.x} ${cell.y}`} cell={cell} />
        ))}
      </g>
      <Axes layout={layout} />
      <Point layout={layout} word={words.yourPoint} />
    </Sheet>
  );
  const { left, right, top, bottom, columns, rows } = layout;
  return { width, height, picture, field: { plot: { left, right, top, bottom }, columns, rows, cells } };
};

export const heatmap: View<HeatMapSpec, HeatMapWords> = { draw, words: heatMapWords, alone: true };
