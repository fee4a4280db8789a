import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut } from '../text';
import views from '../views.module.css';
import type { SeatsWords } from './seatsWords';
import type { Layout } from './layoutSeats';
import { isLine, MARKS, type Sign, sign } from './marks';
import { valueAt } from './readSeats';
import css from './seats.module.css';

/** A mark of the legend, px. */
const LEGEND_MARK = 4.5;

/** Signs in the way of their kind: filled, or as lines. */
function Signs({ kind, d, thick }: { kind: Sign; d: string; thick: number }): ReactNode {
  if (d === '') return null;
  return isLine(kind) ? (
    <path className={views.drawn} d={d} strokeWidth={thick} />
  ) : (
    <path className={kind === 'dot' ? css.faint : views.solid} d={d} />
  );
}

/** One after the other, those who are served nearest to the door. */
function pathsOf({ crowd: { places }, scene }: Layout, row: number): string[] {
  const paths = MARKS.map(() => '');
  const r = places.pitch / 2 - (places.pitch < 8 ? 0.7 : 1.4);
  let [before, next] = [0, 0];
  for (const [state, column] of scene.clients.entries()) {
    before += valueAt(column, row);
    for (; next < places.at.length && (next + 0.5) * places.each < before; next++) {
      const { x, y } = places.at[next]!;
      paths[state] += sign(MARKS[state]!, x, y, r);
    }
  }
  return paths;
}

/** Who is outside, and takes himself for what. */
export function Crowd({ layout, row, words }: { layout: Layout; row: number; words: SeatsWords }): ReactNode {
  const { crowd, scene, narrow, whole } = layout;
  const small = narrow && !whole;
  const inset = small ? 39 : 51;
  const thick = Math.min(1.5, Math.max(0.9, crowd.places.pitch / 8));
  return (
    <g>
      <text className={views.title} x={0} y={14}>
        {words.clients}
      </text>
      {scene.clients.map((column, state) => {
        const { x, y, width } = crowd.legend[state]!;
        const count = valueAt(column, row);
        return (
          <g key={column.name} style={inkOf(column.quantity)} opacity={count === 0 ? 0.7 : undefined}>
            <Signs kind={MARKS[state]!} d={sign(MARKS[state]!, x + 7, y + 8, LEGEND_MARK)} thick={1.5} />
            <text className={views.title} x={x + (small ? 33 : 43)} y={y + 12} textAnchor="end">
              {formatNumber(count)}
            </text>
            <text
              className={views.ink}
              data-alarm={(column.name === 'unknown' && count > 0) || undefined}
              x={x + inset}
              y={y + 12}
            >
              {cut(column.meaning, width - inset, 12)}
            </text>
          </g>
        );
      })}
      {pathsOf(layout, row).map((d, state) => (
        <g key={state} style={inkOf(scene.clients[state]!.quantity)}>
          <Signs kind={MARKS[state]!} d={d} thick={thick} />
        </g>
      ))}
      {crowd.places.each > 1 && (
        <text className={views.axisTitle} x={0} y={crowd.noteY}>
          {words.mark(formatNumber(crowd.places.each))}
        </text>
      )}
    </g>
  );
}
