import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import { cut, textWidth } from '../text';
import type { SeatsWords } from './seatsWords';
import type { Layout } from './layoutSeats';
import { valueAt } from './readSeats';
import views from '../views.module.css';

const BAR = 13;

/** How many are connected, asked at both ends, one bar below the other; where the server has nothing, a gap. */
export function Ledger({ layout, row, words }: { layout: Layout; row: number; words: SeatsWords }): ReactNode {
  const { scene, ledger, narrow, width } = layout;
  if (!ledger) return null;
  const { x, y, scale } = ledger;
  const [believed, known] = [valueAt(scene.believed, row), valueAt(scene.established, row)];
  const nothing = scene.clients[2]!;
  const unknown = Math.min(valueAt(nothing, row), Math.max(0, believed - known));
  const bars = [
    { name: words.clientsSay, count: believed, quantity: scene.believed.quantity },
    { name: words.serverSays, count: known, quantity: scene.established.quantity },
  ];
  const tops = bars.map((_, i) => y + i * ledger.row + (narrow ? 18 : 0));
  const missing = Math.max(0, believed - known);
  const gap = unknown || missing;
  const [from, to, end] = [known, known + gap, known + missing].map((value) => x + scale(value)) as [
    number,
    number,
    number,
  ];
  const count = formatNumber(gap);
  const label = unknown > 0 ? `✕ ${count} ${nothing.meaning}` : words.onTheWay(count);
  const room = textWidth(label, 12) + 14;
  const inside = unknown > 0 && to - from > room;
  const after = end + room < width;
  const middle = Math.min(Math.max((from + to) / 2, room / 2), width - room / 2);
  return (
    <g>
      {bars.map(({ name, count, quantity }, i) => {
        const top = tops[i]!;
        return (
          <g key={name} style={inkOf(quantity)}>
            <text className={views.ink} x={0} y={narrow ? top - 6 : top + 11}>
              {cut(name, narrow ? width - 60 : x - 46, 12)}
            </text>
            <text
              className={views.title}
              x={narrow ? width - 8 : x - 9}
              y={narrow ? top - 6 : top + 11}
              textAnchor="end"
            >
              {formatNumber(count)}
            </text>
            <rect className={views.tray} x={x} y={top} width={scale.range()[1]} height={BAR} />
            <rect className={views.solid} x={x} y={top} width={scale(count).toFixed(1)} height={BAR} />
          </g>
        );
      })}
      {gap > 0 && (
        <g style={inkOf(unknown > 0 ? nothing.quantity : scene.established.quantity)}>
          {!narrow && (
            <path
              className={views.drawn}
              strokeDasharray="1 2"
              d={[from, to].map((at) => `M${at.toFixed(1)},${tops[0]! + BAR}V${tops[1]!}`).join('')}
            />
          )}
          <rect
            className={views.block}
            strokeDasharray="3 2"
            x={from.toFixed(1)}
            y={tops[1]! + 0.75}
            width={(to - from).toFixed(1)}
            height={BAR - 1.5}
          />
          {end > to && (
            <rect
              className={views.block}
              strokeDasharray="3 2"
              style={inkOf(scene.established.quantity)}
              x={to.toFixed(1)}
              y={tops[1]! + 0.75}
              width={(end - to).toFixed(1)}
              height={BAR - 1.5}
            />
          )}
          <text
            className={`${views.unit} ${views.halo}`}
            data-alarm={unknown > 0 || undefined}
            x={inside || !after ? middle : end + 7}
            y={tops[1]! + (inside || after ? 11 : BAR + 13)}
            textAnchor={inside || !after ? 'middle' : 'start'}
          >
            {label}
          </text>
        </g>
      )}
    </g>
  );
}
