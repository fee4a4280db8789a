import { range } from 'd3-array';
import { area } from 'd3-shape';
import type { ReactNode } from 'react';
import type { SlotsSpec } from '../../model/contract';
import { XAxis, YAxis } from '../axis';
import { decimate, GAP } from '../decimate';
import { formatNumber, formatValue, hasPrefixes } from '../format';
import { frameOf, placeOf, timeOf } from '../lanes/Lanes';
import { Events } from '../lanes/events';
import { LaneTitle } from '../lanes/labels';
import { readAt, type Readout } from '../lanes/readout';
import { LaneSeries } from '../lanes/series';
import { drawNothing, Sheet } from '../sheet';
import { inkOf } from '../styles';
import { cut, textWidth } from '../text';
import type { Draw, View } from '../view';
import { fullShare, layoutSlots, limitOf, type SlotsLayout } from './layoutSlots';
import css from '../views.module.css';
import { slotsWords, type SlotsWords } from './slotsWords';

/** The taken part of the queue, cut into its slots where they can be told apart. */
function Taken({ layout }: { layout: SlotsLayout }): ReactNode {
  const { left, right, x, lanes, frame, rows, limit } = layout;
  const { y, tracks, top, bottom } = lanes[0]!;
  const { values } = tracks[0]!;
  const xs = frame.x.values;
  const shape = area<number>(
    (i) => x(xs[i]!),
    y(0),
    (i) => y(values[i]!),
  )
    .defined((i) => i !== GAP)
    .digits(1);
  const gaps = rows ? range(1, limit!).map((slot) => `M${left},${y(slot).toFixed(1)}H${right}`) : [];
  return (
    <g>
      {rows && <rect className={css.tray} x={left} y={top} width={right - left} height={bottom - top} />}
      <path className={rows ? css.solid : css.area} d={shape(decimate(xs, values, right - left)) ?? undefined} />
      <path className={css.core} d={gaps.join('')} />
      {limit !== undefined && <path className={css.edge} d={`M${left},${Math.round(y(limit)) - 0.5}H${right}`} />}
    </g>
  );
}

/** Of the run itself, slots need no line. */
const othersOf = (layout: SlotsLayout): SlotsLayout => ({ ...layout, frame: { ...layout.frame, tracks: new Map() } });

/** "17 of 25 slots"; in bytes "17 kB / 25 kB". */
function fill(value: number, { limit, lanes }: SlotsLayout, words: SlotsWords): string {
  const { unit } = lanes[0]!.spec;
  if (limit === undefined) return formatValue(value, unit);
  return hasPrefixes(unit)
    ? `${formatValue(value, unit)} / ${formatValue(limit, unit)}`
    : words.slots(formatNumber(value), formatNumber(limit));
}

/** A queue over time: each of its slots a row if they are few, how far it is filled if they are many. */
const draw: Draw<SlotsSpec, SlotsWords> = ({ spec, run, overlays, growing, events, width, title, words }) => {
  const limit = limitOf(run, spec);
  const frame = frameOf(run, words);
  const layout = layoutSlots({
    spec,
    limit,
    frame,
    overlays: overlays.map(({ role, run: other }) => ({ role, frame: frameOf(other, words) })),
    growing,
    events,
    width,
  });
  const { height, left, right, lanes, x, xTicks, xScale, xTitle, axisY } = layout;
  const lane = lanes[0]!;
  const track = lane.tracks[0];
  if (!track || !track.values.some(Number.isFinite)) return drawNothing(width, height, title, words.nothing);

  const read = (_: unknown, t: number): Readout => {
    const readout = readAt(layout, t);
    return {
      ...readout,
      readings: readout.readings.map((each) => ({ ...each, text: fill(each.value, layout, words) })),
    };
  };
  const share = limit === undefined ? '' : words.full(formatValue(100 * fullShare(frame, spec, limit), '%'));
  const bound = limit === undefined ? '' : `${words.limit(formatValue(limit, track.unit))} · ${share}`;
  const space = right - left - textWidth(`${spec.title} ${lane.scale.unit}`, 12.5) - 40;
  const picture = (
    <Sheet width={width} height={height} title={[title, bound].filter(Boolean).join('. ')}>
      <LaneTitle layout={layout} lane={lane} />
      <text className={css.axisTitle} x={right} y={lane.titleY} textAnchor="end">
        {textWidth(bound, 11.5) <= space ? bound : cut(share, space, 11.5)}
      </text>
      <YAxis y={lane.y} ticks={lane.ticks} factor={lane.scale.factor} left={left} right={right} />
      <g style={inkOf(track.quantity)}>
        <Taken layout={layout} />
      </g>
      <g className={layout.rows ? css.slots : undefined}>
        <LaneSeries layout={layout.rows ? othersOf(layout) : layout} lane={lane} />
      </g>
      <Events layout={layout} countWord={words.count} />
      <XAxis x={x} ticks={xTicks} factor={xScale.factor} title={xTitle} axisY={axisY} right={right} />
    </Sheet>
  );
  return { width, height, picture, time: timeOf(layout, read), lanes: layout.lanes.map(placeOf) };
};

export const slots: View<SlotsSpec, SlotsWords> = { draw, words: slotsWords };
