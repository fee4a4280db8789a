import { area, curveStepAfter, line } from 'd3-shape';
import type { ReactNode } from 'react';
import { decimate } from '../decimate';
import { dashOf, inkOf } from '../styles';
import { PINNED } from '../view';
import type { Layout, Shape } from './layoutDistribution';
import { stepsOf } from './sample';
import css from '../views.module.css';

type Point = [x: number, y: number];

/** From the left edge at 0 to the right edge at 1. */
function cumulative({ x, y, left, right }: Layout, { sample }: Shape): Point[] {
  const steps = stepsOf(sample.sorted);
  const xs = Float64Array.from(steps, ({ value }) => x.scale(value));
  const ys = Float64Array.from(steps, ({ share }) => share);
  const kept = decimate(xs, ys, (right - left) / 2).map((i): Point => [xs[i]!, y(ys[i]!)]);
  return [[left, y(0)], ...kept, [right, y(1)]];
}

/** The tops of the bins. */
function skyline({ x, y }: Layout, { bins }: Shape): Point[] {
  const tops = bins.map(({ from, count }): Point => [x.scale(from), y(count)]);
  const last = bins.at(-1)!;
  return [...tops, [x.scale(last.to), y(last.count)]];
}

/** Bars with a hair of ground between them. */
function Bars({ layout: { x, y, bottom }, shape }: { layout: Layout; shape: Shape }): ReactNode {
  return shape.bins
    .filter(({ count }) => count > 0)
    .map(({ from, to, count }) => {
      const [left, right, top] = [x.scale(from), x.scale(to), y(count)];
      const width = Math.max(right - left - 1, 1);
      return (
        <rect
          key={from}
          className={css.solid}
          x={(left + 0.5).toFixed(1)}
          y={top.toFixed(1)}
          width={width.toFixed(1)}
          height={(bottom - top).toFixed(1)}
        >
          <title>{`${x.label(from)} – ${x.label(to)}: ${count}`}</title>
        </rect>
      );
    });
}

/** The name of the run that is kept, where half of its values lie below. */
function PinnedName({ points, layout }: { points: Point[]; layout: Layout }): ReactNode {
  const middle = (layout.top + layout.bottom) / 2;
  const [x, y] = points.find((point) => point[1] <= middle) ?? points[0]!;
  return (
    <text className={css.pinnedName} x={(x - 9).toFixed(1)} y={Math.max(y, layout.top + 6).toFixed(1)} dy="0.34em">
      {PINNED}
    </text>
  );
}

/** One run: the run itself with an area or bars, the others as lines. */
export function ShapeOf({ layout, shape }: { layout: Layout; shape: Shape }): ReactNode {
  const { role, sample, bins } = shape;
  const histogram = bins.length > 0;
  const points = histogram ? skyline(layout, shape) : cumulative(layout, shape);
  const filled = role === 'run';
  const outline = line().curve(curveStepAfter).digits(1)(points) ?? undefined;
  const below = area<Point>().curve(curveStepAfter).y0(layout.y(0)).digits(1)(points);
  return (
    <g className={css[role]} style={inkOf(sample.column.quantity, role)} data-role={role}>
      {filled && histogram && <Bars layout={layout} shape={shape} />}
      {filled && !histogram && <path className={css.area} d={below ?? undefined} />}
      {!(filled && histogram) && <path className={css.line} d={outline} strokeDasharray={dashOf(0, role)} />}
      {role === 'pinned' && <PinnedName points={points} layout={layout} />}
    </g>
  );
}
