import { curveStepAfter, line, area } from 'd3-shape';
import { memo, type ReactNode } from 'react';
import { decimate, GAP } from './decimate';
import { type Frame, type Track, tracksOf } from './frame';
import type { LaneLayout, Layout, Role } from './layout';
import { type Covering, coveringOf } from './covering';
import { dashOf, inkOf } from './styles';
import css from './lanes.module.css';

/** Closer than this, the dots of a `points` lane would run into each other. */
const DOT_DISTANCE = 7;

interface SeriesProps {
  x: Layout['x'];
  lane: LaneLayout;
  frame: Frame;
  track: Track;
  index: number;
  role: Role;
  /** Does it lie on another line, or another on it? */
  covering?: Covering;
}

/** One line (or area, or row of dots) of a lane. */
function Series({ x, lane, frame, track, index, role, covering }: SeriesProps): ReactNode {
  const xs = frame.x.values;
  const ys = track.values;
  const [left, right] = x.range() as [number, number];
  const points = decimate(xs, ys, (right - left) / (role === 'ghost' ? 2 : 1));
  const px = (i: number): number => x(xs[i]!);
  const py = (i: number): number => lane.y(ys[i]!);
  const isDrawn = (i: number): boolean => i !== GAP;
  const { kind } = lane.spec;
  // In the textbook's picture only the first line is a row of points; the others are levels.
  const steps = kind === 'step' || (kind === 'points' && index > 0);
  const path = line<number>(px, py).defined(isDrawn).digits(1);
  if (steps) path.curve(curveStepAfter);
  const drawn = path(points) ?? undefined;
  const spacing = (right - left) / Math.max(1, xs.length - 1);
  const dotted = kind === 'points' && index === 0 && role === 'run' && spacing >= DOT_DISTANCE;
  return (
    <g className={css[role]} style={inkOf(track.quantity, role)} data-series={track.name} data-role={role}>
      {kind === 'area' && role === 'run' && (
        <path
          className={css.area}
          d={area<number>(px, lane.y(0), py).defined(isDrawn).digits(1)(points) ?? undefined}
        />
      )}
      {covering === 'over' && <path className={css.core} d={drawn} />}
      <path className={css.line} d={drawn} strokeDasharray={dashOf(index, role)} data-covering={covering} />
      {dotted &&
        points
          .filter(isDrawn)
          .map((i) => <circle key={i} className={css.dot} cx={round(px(i))} cy={round(py(i))} r={3} />)}
    </g>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

interface LaneSeriesProps {
  layout: Layout;
  lane: LaneLayout;
}

/** All lines of a lane: the previous run's pale ones below, the kernel's on top. */
export const LaneSeries = memo(function LaneSeries({ layout, lane }: LaneSeriesProps): ReactNode {
  const drawn = (frame: Frame, role: Role): ReactNode => {
    const tracks = tracksOf(frame, lane.spec);
    const coverings = role === 'run' ? coveringOf(tracks, lane.y) : [];
    return tracks.map((track, index) => (
      <Series key={track.name} {...{ x: layout.x, lane, frame, track, index, role }} covering={coverings[index]} />
    ));
  };
  const { left, right } = layout;
  const box = { x: left - 3, y: lane.top - 3, width: right - left + 6, height: lane.bottom - lane.top + 6 };
  return (
    <svg {...box} viewBox={Object.values(box).join(' ')}>
      {layout.overlays.map(({ role, frame }) => role === 'ghost' && <g key={role}>{drawn(frame, role)}</g>)}
      {drawn(layout.frame, 'run')}
      {layout.overlays.map(({ role, frame }) => role === 'kernel' && <g key={role}>{drawn(frame, role)}</g>)}
    </svg>
  );
});
