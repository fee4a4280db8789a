import { bisector } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { Track } from '../frame';
import { edgesOf } from '../bandArea';
import { formatRange, formatValue } from '../format';
import { CursorSheet, Tag } from '../sheet';
import { inkOf } from '../styles';
import { dodge, textWidth } from '../text';
import { sayTime } from '../time';
import type { TimeAxis } from '../view';
import type { Layout } from './layoutLogLog';
import css from '../views.module.css';

interface Reading {
  track: Track;
  y: number;
  text: string;
}

const near = bisector<number, number>((value) => value).center;

function readingsAt({ y, table }: Layout, tracks: readonly Track[], row: number): Reading[] {
  return tracks.flatMap((track): Reading[] => {
    const value = track.values[row]!;
    if (!(value > 0)) return [];
    const edges = edgesOf(track, table)?.map((edge) => edge[row]!) ?? [];
    const band = edges.some((edge) => edge > 0) ? ` (${formatRange(edges, track.unit)})` : '';
    return [{ track, y: y.scale(value), text: `${track.label} ${formatValue(value, track.unit)}${band}` }];
  });
}

function LogLogCursor({ layout, at, text, readings }: CursorProps): ReactNode {
  const { width, height, top, bottom, right } = layout;
  const ys = dodge(
    readings.map(({ y }) => y),
    16,
    top + 6,
    bottom - 6,
  );
  return (
    <CursorSheet width={width} height={height}>
      <line className={css.cursorLine} x1={at} x2={at} y1={top} y2={bottom} />
      {readings.map(({ track, y, text: words }, i) => {
        const size = Math.ceil(textWidth(words));
        const flip = at + size + 14 > right;
        const place = { x: at + (flip ? -9 : 9), y: ys[i]!.toFixed(1), dy: '0.34em' };
        return (
          <g key={track.name} style={inkOf(track.quantity)}>
            <circle className={css.point} cx={at} cy={y.toFixed(1)} r={4} />
            <rect
              className={css.readingGround}
              x={flip ? at - 11 - size : at + 7}
              y={Math.round(ys[i]!) - 7}
              width={size + 4}
              height={15}
              rx={3}
            />
            <text className={css.reading} {...place} textAnchor={flip ? 'end' : 'start'}>
              {words}
            </text>
          </g>
        );
      })}
      <Tag x={at} y={bottom + 5} text={text} width={width} />
    </CursorSheet>
  );
}

interface CursorProps {
  layout: Layout;
  at: number;
  text: string;
  readings: Reading[];
}

/** The figure's cursor goes from sample to sample: between them nothing was run. */
export function timeOf(layout: Layout): TimeAxis | undefined {
  const { frame, tracks } = layout.lines.find(({ role }) => role === 'run')!;
  const stops = Array.from(frame.x.values);
  if (stops.length < 2) return undefined;
  const places = stops.map((value) => layout.x.scale(value));
  return {
    along: 'x',
    scale: scaleLinear().domain(stops).range(places),
    plot: { left: layout.left, right: layout.right, top: layout.top, bottom: layout.bottom },
    step: 0,
    stops,
    at: (t) => {
      const row = near(stops, t);
      const readings = readingsAt(layout, tracks, row);
      const text = sayTime(frame.x, stops[row]!);
      return {
        t: stops[row]!,
        cursor: <LogLogCursor layout={layout} at={Math.round(places[row]!) + 0.5} text={text} readings={readings} />,
        said: `${text}: ${readings.map((reading) => reading.text).join(', ')}`,
      };
    },
  };
}
