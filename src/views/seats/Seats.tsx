import type { ReactNode } from 'react';
import type { SeatsSpec } from '../../model/contract';
import { formatNumber } from '../format';
import { CursorSheet, drawNothing, Sheet, Tag } from '../sheet';
import { sayTime, stripAxis } from '../time';
import type { Draw, DrawInput, Moment, View } from '../view';
import views from '../views.module.css';
import { Crowd } from './Crowd';
import { heightOf, type Layout, layoutSeats } from './layoutSeats';
import { Ledger } from './Ledger';
import { fullest, isFull, nearest, sayApplication, valueAt } from './readSeats';
import { Server } from './Server';
import { SeatsStrip } from './SeatsStrip';
import { seatsWords, type SeatsWords } from './seatsWords';

/** "hang in connect() 254, …; half open 8 of 51; accept queue 51 of 51, full; the application stands still; …". */
function said({ scene }: Layout, row: number, words: SeatsWords): string {
  const say = (...of: Parameters<typeof valueAt>): string => formatNumber(valueAt(...of));
  const people = scene.clients
    .filter((column) => valueAt(column, row) > 0)
    .map((column) => `${column.meaning} ${say(column, row)}`);
  return [
    people.join(', '),
    `${words.halfOpen} ${words.taken(say(scene.halfOpen, row), say(scene.halfLimit, row))}`,
    `${words.acceptQueue} ${words.taken(say(scene.queue, row), say(scene.seats, row))}${isFull(scene, row) ? `, ${words.full}` : ''}`,
    `${words.application} ${sayApplication(scene, row)}`,
    `ListenOverflows ${say(scene.overflows, row)}`,
    `TCPReqQFullDrop ${say(scene.fullDrops, row)}`,
    `TCPReqQFullDoCookies ${say(scene.cookies, row)}`,
    `${words.clientsSay} ${say(scene.believed, row)}`,
    `${words.serverSays} ${say(scene.established, row)}`,
  ].join('; ');
}

/** Everything above the strip, at a row of the result. */
function SceneAt({ layout, row, words }: { layout: Layout; row: number; words: SeatsWords }): ReactNode {
  const { width, head, sceneBottom } = layout;
  return (
    <g>
      <rect className={views.ground} x={-1} y={0} width={width + 2} height={sceneBottom} />
      <Crowd {...{ layout, row, words }} />
      <Server {...{ layout, row, words }} />
      <Ledger {...{ layout, row, words }} />
      <text className={views.title} x={width - 1} y={14} textAnchor="end">
        {sayTime(head, head.values[row] ?? 0)}
      </text>
    </g>
  );
}

function momentAt(layout: Layout, { words }: DrawInput<SeatsSpec, SeatsWords>, times: Float64Array, t: number): Moment {
  const { head, width, height, x, strip, axisY } = layout;
  const row = nearest(times, t);
  const time = times[row] ?? t;
  const at = Math.round(x(time)) + 0.5;
  return {
    t: time,
    said: `${sayTime(head, time)}: ${said(layout, row, words)}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <SceneAt layout={layout} row={row} words={words} />
        <line className={views.cursorLine} x1={at} x2={at} y1={strip.top} y2={axisY} />
        <Tag x={at} y={axisY + 5} text={sayTime(head, time)} width={width} />
      </CursorSheet>
    ),
  };
}

/** A listening socket: who is outside, who has a seat, who falls; at the cursor's time, and over time. */
const draw: Draw<SeatsSpec, SeatsWords> = (input) => {
  const { run, width, flat, title, words } = input;
  const times = run.columns[0]!.values;
  if (times.length === 0) return drawNothing(width, heightOf(width, flat), title, words.nothing);
  const layout = layoutSeats(input);
  const { height, x, strip, axisY, head, scene } = layout;
  const row = fullest(scene);
  const rest = Math.round(x(times[row]!)) + 0.5;
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${sayTime(head, times[row]!)}: ${said(layout, row, words)}`}>
      <SceneAt layout={layout} row={row} words={words} />
      <SeatsStrip layout={layout} times={times} words={words} />
      <path className={views.cursorLine} strokeDasharray="2 3" d={`M${rest},${strip.top}V${axisY}`} />
    </Sheet>
  );
  return {
    width,
    height,
    picture,
    time: stripAxis(layout, { top: strip.top, bottom: axisY }, times, run.events, (t) =>
      momentAt(layout, input, times, t),
    ),
  };
};

export const seats: View<SeatsSpec, SeatsWords> = { draw, words: seatsWords, alone: true, fuller: true };
