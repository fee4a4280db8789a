import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut } from '../text';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { PoolWords } from './poolWords';
import type { Area, Layout } from './layoutPool';
import css from './pool.module.css';

/** How each state is hatched: stripe and gap, px. Solid, wide stripes, thin ones; what is free is empty. */
export const HATCHES = [undefined, '2.4 1.6', '1 3'] as const;

/** In a square that is a single port there is room for its number from this edge on, px. */
const NUMBERED = 36;

const at = (value: number): string => String(Math.round(10 * value) / 10);

/** For each state, what of all squares is in it: thick lines from left to right, which a hatch cuts into stripes. */
function fillings({ squares, side }: Area, held: readonly (readonly number[])[], states: number): string[] {
  const paths = Array.from({ length: states }, () => '');
  for (const { x, y, from, to, ports } of squares) {
    let left = x;
    for (let state = 0; state < states; state++) {
      let count = 0;
      for (let block = from; block < to; block++) count += held[block]?.[state] ?? 0;
      if (count === 0) continue;
      // A single port of many has to be seen.
      const wide = Math.min(x + side - left, Math.max(1, (side * count) / ports));
      paths[state] += `M${at(left)},${at(y + side / 2)}h${at(wide)}`;
      left += wide;
    }
  }
  return paths;
}

function Squares({ area, held, layout }: { area: Area; held: number[][]; layout: Layout }): ReactNode {
  const { squares, side, name, left, titleY, width } = area;
  const { states } = layout.ports;
  const box = `h${side}v${side}h${-side}z`;
  return (
    <g>
      <text className={views.axisTitle} x={left} y={titleY}>
        {cut(name, width, 11.5)}
      </text>
      <path className={views.panel} d={squares.map(({ x, y }) => `M${at(x)},${at(y)}${box}`).join('')} />
      {fillings(area, held, states.length).map((d, state) => (
        <g key={state} style={inkOf(states[state]!.quantity)}>
          {HATCHES[state] && <path className={css.under} d={d} strokeWidth={side} />}
          <path className={css.filling} d={d} strokeWidth={side} strokeDasharray={HATCHES[state]} />
        </g>
      ))}
      <path
        className={views.frame}
        strokeWidth={0.75}
        d={squares.map(({ x, y }) => `M${at(x)},${at(y)}${box}`).join('')}
      />
      {side >= NUMBERED &&
        squares
          .filter(({ ports, first }) => ports === 1 && Number.isFinite(first))
          .map(({ x, y, first }) => (
            <text
              key={first}
              className={`${css.number} ${views.small} ${views.halo}`}
              x={at(x + side / 2)}
              y={at(y + side / 2)}
              textAnchor="middle"
            >
              {first}
            </text>
          ))}
    </g>
  );
}

/** How each state looks, and how many ports are in it. */
function Legend({ layout, row }: { layout: Layout; row: number }): ReactNode {
  const { states, free } = layout.ports;
  return (
    <g>
      {[...states, free].map((column, state) => {
        const place = layout.legend[state];
        if (!place) return null;
        return (
          <g key={column.name} style={inkOf(column.quantity)}>
            <rect className={views.panel} x={place.x} y={place.y} width={14} height={14} />
            {state < states.length && (
              <path
                className={css.filling}
                d={`M${at(place.x)},${place.y + 7}h14`}
                strokeWidth={14}
                strokeDasharray={HATCHES[state]}
              />
            )}
            <rect className={views.frame} strokeWidth={0.75} x={place.x} y={place.y} width={14} height={14} />
            <text className={views.title} x={place.x + 21} y={place.y + 12}>
              {formatNumber(column.values[row] ?? 0)}
            </text>
            <text className={views.axisTitle} x={place.x + 21} y={place.y + 26}>
              {cut(column.meaning, place.width - 24, 11.5)}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** What all ports are at the `row` of the result, and when that is. */
export function FieldAt({
  layout,
  row,
  title,
  words,
}: {
  layout: Layout;
  row: number;
  title: string;
  words: PoolWords;
}): ReactNode {
  const { ports, areas, head, width, fieldBottom } = layout;
  const held = ports.heldAt(row);
  const sizes = Math.max(...areas.flatMap(({ squares }) => squares.map((square) => square.ports)));
  const size = sizes > 1 ? words.square(formatNumber(sizes)) : '';
  return (
    <g>
      <rect className={views.ground} x={0} y={0} width={width} height={fieldBottom} />
      <text className={views.title} x={areas[0]?.left ?? 0} y={14}>
        {title}
        {size && <tspan className={views.unit}>{`  ${size}`}</tspan>}
      </text>
      <text className={views.title} x={width - 8} y={14} textAnchor="end">
        {sayTime(head, head.values[row] ?? 0)}
      </text>
      <Legend layout={layout} row={row} />
      {areas.map((area) => (
        <Squares key={area.name} {...{ area, held, layout }} />
      ))}
    </g>
  );
}
