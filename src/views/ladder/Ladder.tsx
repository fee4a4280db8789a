import type { LadderSpec } from '../../model/contract';
import type { Draw, TimeAxis, View } from '../view';
import { LadderCursor, readAt, say } from './LadderCursor';
import { type Layout, layoutLadder } from './layoutLadder';
import { LadderPicture } from './LadderPicture';
import { ladderWords, type LadderWords } from './ladderWords';

/** Pixels that an arrow key moves the cursor. */
const STEP = 4;

function timeOf(layout: Layout, words: LadderWords): TimeAxis | undefined {
  const { scale, top, bottom, hosts, arrows } = layout;
  if (!scale || arrows.length === 0) return undefined;
  const stops = arrows.flatMap(({ segment }) => [segment.sent, segment.until]);
  return {
    along: 'y',
    scale: scale.y,
    plot: { left: hosts[0].x, right: hosts[1].x, top, bottom: Math.min(bottom, scale.y(scale.end)) },
    step: STEP / scale.perUnit,
    stops: [...new Set(stops)].filter((t) => t <= scale.end).sort((a, b) => a - b),
    at: (t) => {
      const readout = readAt(layout, t, words);
      return { t, cursor: <LadderCursor layout={layout} readout={readout} />, said: say(readout) };
    },
  };
}

/** An exchange between two hosts: segments as slanted arrows, time downwards, states and timers at the sides. */
const draw: Draw<LadderSpec, LadderWords> = (input) => {
  const layout = layoutLadder(input);
  const time = timeOf(layout, input.words);
  return {
    width: layout.width,
    height: layout.height,
    picture: <LadderPicture layout={layout} heading={input.spec.title} title={input.title} words={input.words} />,
    ...(time && { time }),
  };
};

export const ladder: View<LadderSpec, LadderWords> = { draw, words: ladderWords, alone: true, fuller: true };
