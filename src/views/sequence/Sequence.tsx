import type { TimeSequenceSpec } from '../../model/contract';
import type { Draw, TimeAxis, View } from '../view';
import { SequenceCursor, readAt, say } from './SequenceCursor';
import { type Layout, layoutSequence } from './layoutSequence';
import { SequencePicture } from './SequencePicture';
import { sequenceWords, type SequenceWords } from './sequenceWords';

/** Pixels that an arrow key moves the cursor. */
const STEP = 4;

function timeOf(layout: Layout, words: SequenceWords): TimeAxis {
  const { x, left, right, top, axisY, sequence, marks } = layout;
  const gone = sequence.sent.filter((packet) => packet.gone).map(({ t }) => t);
  return {
    along: 'x',
    scale: x,
    plot: { left, right, top: top - 6, bottom: axisY },
    step: x.invert(left + STEP) - x.invert(left),
    stops: [...new Set([...marks.map(({ t }) => t), ...gone])].sort((a, b) => a - b),
    at: (t) => {
      const readout = readAt(layout, t, words);
      return { t, cursor: <SequenceCursor layout={layout} readout={readout} />, said: say(readout) };
    },
  };
}

/** The time–sequence graph: what was sent, acknowledged and allowed, as tcptrace draws it. */
const draw: Draw<TimeSequenceSpec, SequenceWords> = (input) => {
  const layout = layoutSequence(input);
  return {
    width: layout.width,
    height: layout.height,
    picture: <SequencePicture layout={layout} heading={input.spec.title} title={input.title} words={input.words} />,
    time: timeOf(layout, input.words),
  };
};

export const sequence: View<TimeSequenceSpec, SequenceWords> = { draw, words: sequenceWords };
