import type { LanesSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { type Frame, toFrame } from '../frame';
import type { Draw, Drawing, LanePlace, TimeAxis, View } from '../view';
import { ownBand } from './band';
import { LanesCursor } from './LanesCursor';
import { LanesPicture } from './LanesPicture';
import { type LaneLayout, type Layout, layoutLanes } from './layoutLanes';
import { readAt, sayReadout } from './readout';
import type { Words } from '../words';
import { lanesWords, type LanesWords } from './lanesWords';

const frames = new WeakMap<object, Frame>();

/** The same run gives the same frame, so that what has not changed is not drawn again. */
export function frameOf(run: Pick<Result, 'columns' | 'events' | 'end'>, words: Words): Frame {
  let frame = frames.get(run);
  if (!frame) frames.set(run, (frame = toFrame(run, words.column)));
  return frame;
}

/** The shared clock on a layout of lanes; `read` says what there is at a time. */
export function timeOf(layout: Layout, read = readAt): TimeAxis {
  const { x, frame, left, right, lanes, axisY } = layout;
  const [start, end] = x.domain() as [number, number];
  const pixel = (end - start) / (right - left);
  const samples = frame.x.values.length;
  return {
    along: 'x',
    scale: x,
    plot: { left, right, top: lanes[0]!.top - 6, bottom: axisY },
    step: Math.max(samples > 1 ? (end - start) / (samples - 1) : 0, 4 * pixel),
    stops: frame.marks.map(({ t }) => t).sort((a, b) => a - b),
    at: (t) => {
      const readout = read(layout, t);
      return { t: readout.x, cursor: <LanesCursor layout={layout} readout={readout} />, said: sayReadout(readout) };
    },
  };
}

/** Where values stand in a lane. */
export const placeOf = ({ spec: lane, top, bottom, y }: LaneLayout): LanePlace => ({ lane, top, bottom, y });

/** Stacked curves over one shared axis. */
const draw: Draw<LanesSpec, LanesWords> = (input): Drawing => {
  const { spec, run, overlays, band, growing, events, width, tall, flat, title, words } = input;
  const spread = band ?? ownBand(run);
  const layout = layoutLanes({
    frame: frameOf(run, words),
    lanes: spec.lanes,
    parameters: run.parameters,
    overlays: overlays.map(({ role, run: other }) => ({ role, frame: frameOf(other, words) })),
    band: spread && { low: frameOf(spread.low, words), high: frameOf(spread.high, words) },
    growing,
    events,
    width,
    tall,
    flat,
  });
  return {
    width,
    height: layout.height,
    picture: (
      <LanesPicture
        layout={layout}
        title={title}
        countWord={words.count}
        bandWord={band ? words.seeds(band.runs) : words.chance}
      />
    ),
    time: timeOf(layout),
    lanes: layout.lanes.map(placeOf),
  };
};

export const lanes: View<LanesSpec, LanesWords> = { draw, words: lanesWords, fuller: true };
