import { ascending } from 'd3-array';
import { curveStepAfter, line, area } from 'd3-shape';
import { memo, type ReactNode } from 'react';
import { decimate, GAP } from '../decimate';
import { type Frame, lastRow, type Track, tracksOf } from '../frame';
import type { FrameBand, LaneLayout, Layout, Role } from './layoutLanes';
import { type Covering, coveringOf } from './covering';
import { dashOf, inkOf } from '../styles';
import { dodge, textWidth } from '../text';
import { PINNED } from '../view';
import css from '../views.module.css';

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

interface SpreadProps {
  x: Layout['x'];
  lane: LaneLayout;
  band: FrameBand;
}

/** Where most runs of other seeds lie: an area behind each line. */
function Spread({ x, lane, band: { low, high } }: SpreadProps): ReactNode {
  const xs = low.x.values;
  const [left, right] = x.range() as [number, number];
  return lane.tracks.map(({ name, quantity }) => {
    const bottom = low.tracks.get(name)?.values;
    const top = high.tracks.get(name)?.values;
    if (!bottom || !top) return null;
    const kept = new Set([bottom, top].flatMap((edge) => decimate(xs, edge, (right - left) / 2)));
    kept.delete(GAP);
    const points = [...kept].sort(ascending).flatMap((i) => (Number.isNaN(top[i + 1]) ? [i, GAP] : i));
    const shape = area<number>(
      (i) => x(xs[i]!),
      (i) => lane.y(bottom[i]!),
      (i) => lane.y(top[i]!),
    )
      .defined((i) => i !== GAP)
      .digits(1);
    if (lane.spec.kind === 'step') shape.curve(curveStepAfter);
    return (
      <path key={name} className={css.band} style={inkOf(quantity)} data-band={name} d={shape(points) ?? undefined} />
    );
  });
}

/** The name of the run that is kept, at the ends of its lines. */
function PinnedNames({ x, lane, frame }: Pick<SeriesProps, 'x' | 'lane' | 'frame'>): ReactNode {
  const ends = tracksOf(frame, lane.spec).flatMap((track) => {
    const last = lastRow(track);
    if (last < 0) return [];
    const at = Math.min(x(frame.x.values[last]!), x.range()[1]!);
    return [{ track, at: at - textWidth(PINNED) / 2, y: lane.y(track.values[last]!) - 8 }];
  });
  const ys = dodge(
    ends.map(({ y }) => y),
    12,
    lane.top + 5,
    lane.bottom - 5,
  );
  return ends.map(({ track, at }, i) => (
    <text
      key={track.name}
      className={css.pinnedName}
      style={inkOf(track.quantity)}
      x={round(at)}
      y={round(ys[i]!)}
      dy="0.34em"
    >
      {PINNED}
    </text>
  ));
}

interface LaneSeriesProps {
  layout: Layout;
  lane: LaneLayout;
}

/** All lines of a lane: the spread of other seeds and the runs to compare with below, the kernel's on top. */
export const LaneSeries = memo(function LaneSeries({ layout, lane }: LaneSeriesProps): ReactNode {
  const { x, band, overlays, left, right } = layout;
  const drawn = (frame: Frame, role: Role): ReactNode => {
    const tracks = tracksOf(frame, lane.spec);
    const coverings = role === 'run' ? coveringOf(tracks, lane.y) : [];
    return tracks.map((track, index) => (
      <Series key={track.name} {...{ x, lane, frame, track, index, role }} covering={coverings[index]} />
    ));
  };
  const others = (wanted: Role): ReactNode =>
    overlays.map(({ role, frame }) => role === wanted && <g key={role}>{drawn(frame, role)}</g>);
  // Half a line or a dot may stand over the edge.
  const box = { x: left - 5, y: lane.top - 5, width: right - left + 10, height: lane.bottom - lane.top + 10 };
  return (
    <svg {...box} viewBox={Object.values(box).join(' ')}>
      {band && <Spread {...{ x, lane, band }} />}
      {others('ghost')}
      {others('pinned')}
      {drawn(layout.frame, 'run')}
      {others('kernel')}
      {overlays.map(({ role, frame }) => role === 'pinned' && <PinnedNames key={role} {...{ x, lane, frame }} />)}
    </svg>
  );
});
