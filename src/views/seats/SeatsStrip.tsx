import { area, line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { Column } from '../../model/types';
import { SharedAxis, YAxis } from '../axis';
import { decimate, GAP } from '../decimate';
import { inkOf } from '../styles';
import { cut, headOf, textWidth } from '../text';
import views from '../views.module.css';
import type { SeatsWords } from './seatsWords';
import type { Layout } from './layoutSeats';
import { acceptsAt, sayApplication, valueAt } from './readSeats';
import css from './seats.module.css';

/** Of the lines: those in connect(), and those who are connected to nothing. */
const DASHES = [undefined, '5 2.5'] as const;

interface StripProps {
  layout: Layout;
  times: Float64Array;
  words: SeatsWords;
}

/** Stretches in which the application does not accept: from and to which row. */
function pauses({ scene }: Layout, rows: number): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let row = 0; row < rows; row++) {
    if (acceptsAt(scene, row)) continue;
    const last = found[found.length - 1];
    if (last && last.to === row) last.to = row + 1;
    else found.push({ from: row, to: row + 1 });
  }
  return found.map(({ from, to }) => ({ from, to: Math.min(to, rows - 1) }));
}

/** What each line is, above the plot. */
function Keys({ layout, lines, words }: Pick<StripProps, 'layout' | 'words'> & { lines: Column[] }): ReactNode {
  const { scene, strip, narrow, width } = layout;
  const keys = [
    { name: words.acceptQueue, quantity: scene.queue.quantity, d: 'area' },
    { name: words.seats, quantity: scene.seats.quantity, d: '2 2' },
    ...lines.map(({ meaning, quantity }, i) => ({ name: headOf(meaning), quantity, d: DASHES[i] })),
  ];
  const wide = keys.map(({ name }) => 21 + textWidth(name, 11.5) + 14);
  let next = narrow ? 0 : textWidth(words.howFull, 12.5) + 20;
  return keys.map(({ name, quantity, d }, i) => {
    if (narrow && i === 2) next = 0;
    const x = next;
    next += wide[i]!;
    const y = strip.titleY + (narrow && i >= 2 ? 17 : 0);
    return (
      <g key={name} style={inkOf(quantity)}>
        {d === 'area' ? (
          <rect className={views.solid} x={x} y={y - 9} width={16} height={9} />
        ) : (
          <path className={views.line} d={`M${x},${y - 4}h16`} strokeDasharray={d} />
        )}
        <text className={views.axisTitle} x={x + 21} y={y}>
          {cut(name, width - x - 21, 11.5)}
        </text>
      </g>
    );
  });
}

/** The accept queue and those who wait in vain, over time. Here the cursor is moved. */
export function SeatsStrip({ layout, times, words }: StripProps): ReactNode {
  const { x, left, right, strip, scene, axisY, narrow, whole } = layout;
  const lines = scene.clients.slice(2, 4).reverse();
  const px = right - left;
  const idle = pauses(layout, times.length);
  const seats = valueAt(scene.seats, 0);
  const shape = area<number>(
    (i) => x(times[i]!),
    strip.bottom,
    (i) => strip.y(valueAt(scene.queue, i)),
  )
    .defined((i) => i !== GAP)
    .digits(1);
  return (
    <g>
      {!narrow && (
        <text className={views.title} x={0} y={strip.titleY}>
          {words.howFull}
        </text>
      )}
      {(whole || !narrow) && <Keys layout={layout} lines={lines} words={words} />}
      {idle.map(({ from, to }) => {
        const [start, end] = [x(times[from]!), x(times[to]!)];
        return (
          <rect
            key={from}
            className={views.tray}
            x={start}
            y={strip.top}
            width={Math.max(1, end - start)}
            height={strip.bottom - strip.top}
          />
        );
      })}
      <YAxis y={strip.y} ticks={[0, strip.most]} left={left} right={right} />
      <g style={inkOf(scene.queue.quantity)}>
        <path className={css.queue} d={shape(decimate(times, scene.queue.values, px)) ?? undefined} />
      </g>
      {seats > 0 && seats <= strip.most * 1.06 && (
        <g style={inkOf(scene.seats.quantity)}>
          <path className={views.line} strokeDasharray="2 2" d={`M${left},${strip.y(seats).toFixed(1)}H${right}`} />
        </g>
      )}
      {lines.map((column, i) => {
        const path = line<number>(
          (row) => x(times[row]!),
          (row) => strip.y(valueAt(column, row)),
        )
          .defined((row) => row !== GAP)
          .digits(1);
        return (
          <g key={column.name} style={inkOf(column.quantity)}>
            <path
              className={views.line}
              strokeDasharray={DASHES[i]}
              d={path(decimate(times, column.values, px)) ?? undefined}
            />
          </g>
        );
      })}
      {idle.map(({ from, to }) => {
        const [start, end] = [x(times[from]!), x(times[to]!)];
        const text = sayApplication(scene, from);
        return (
          end - start > textWidth(text, 11.5) + 12 && (
            <text
              key={from}
              className={`${views.tick} ${views.halo}`}
              x={(start + end) / 2}
              y={strip.top + 14}
              textAnchor="middle"
            >
              {text}
            </text>
          )
        );
      })}
      <line className={views.base} x1={left} x2={right} y1={axisY + 0.5} y2={axisY + 0.5} />
      <SharedAxis layout={layout} />
    </g>
  );
}
