import type { ReactNode } from 'react';
import { formatValue } from '../format';
import { eventNear } from '../lanes/readout';
import { STRIP_ROW } from '../lanes/layoutLanes';
import { CursorSheet, Tag } from '../sheet';
import { inkOf } from '../styles';
import { dodge, textWidth } from '../text';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { SequenceWords } from './sequenceWords';
import type { Layout } from './layoutSequence';
import { Lens, Spans } from './Lens';
import { HUES } from './marks';
import { countBy, type Sent, type Standing, standingAt } from './readSequence';

/** Everything there is to say of a moment. */
export interface Readout extends Standing {
  time: string;
  values: { hue: string; text: string; at: number }[];
  /** What happened there: an event of the run, or else a packet that was lost or sent again. */
  event: string | undefined;
}

/** Pixels from the cursor within which a packet counts as pointed at. */
const REACH = 4;

/** A packet worth a word near `t`: the nearest one that was lost or sent again. */
function packetNear({ sequence, x }: Layout, t: number): Sent | undefined {
  const reach = Math.abs(x.invert(REACH) - x.invert(0));
  const near = sequence.sent.slice(countBy(sequence.sent, t - reach), countBy(sequence.sent, t + reach));
  return near.filter(({ again, gone }) => again || gone).sort((a, b) => Math.abs(a.t - t) - Math.abs(b.t - t))[0];
}

function sayPacket({ from, to, again, gone }: Sent, words: SequenceWords): string {
  const what = [again && words.again, gone && words[gone]].filter(Boolean).join(', ');
  return `${what}: ${from} … ${to}`;
}

/** What stands at `t`. */
export function readAt(layout: Layout, t: number, words: SequenceWords): Readout {
  const standing = standingAt(layout.sequence, t);
  const packet = packetNear(layout, t);
  const value = (label: string, bytes: number) => `${label} ${formatValue(bytes, 'B')}`;
  return {
    ...standing,
    time: sayTime(layout.head, t),
    values: [
      { hue: HUES.data, text: value(words.sent, standing.sent), at: standing.sent },
      {
        hue: 'unacked',
        text: value(words.column('inflight'), standing.inFlight),
        at: (standing.sent + standing.acked) / 2,
      },
      { hue: HUES.ack, text: value(words.ack, standing.acked), at: standing.acked },
    ],
    event: eventNear(layout.marks, layout.x, t)?.text ?? (packet && sayPacket(packet, words)),
  };
}

export const say = ({ time, values, event }: Readout): string =>
  [`${time}: ${values.map(({ text }) => text).join(', ')}`, event].filter(Boolean).join('. ');

function Readings({ layout, readout, at }: { layout: Layout; readout: Readout; at: number }): ReactNode {
  const { left, right, top, axisY, y } = layout;
  const longest = Math.max(...readout.values.map(({ text }) => textWidth(text)));
  const flip = at + longest + 14 > right && at - longest - 14 > left;
  const ys = dodge(
    readout.values.map((value) => y(value.at)),
    15,
    top + 8,
    axisY - 8,
  );
  return readout.values.map(({ hue, text }, i) => {
    const width = Math.ceil(textWidth(text)) + 4;
    return (
      <g key={hue} style={inkOf(hue)}>
        <rect
          className={views.readingGround}
          x={flip ? at - 7 - width : at + 7}
          y={Math.round(ys[i]!) - 7}
          width={width}
          height={15}
          rx={3}
        />
        <text
          className={views.reading}
          x={at + (flip ? -9 : 9)}
          y={ys[i]!.toFixed(1)}
          dy="0.34em"
          textAnchor={flip ? 'end' : 'start'}
        >
          {text}
        </text>
      </g>
    );
  });
}

/** A line with the levels at it; where they lie too close to be told apart, a lens shows what is around. */
export function SequenceCursor({ layout, readout }: { layout: Layout; readout: Readout }): ReactNode {
  const { width, height, top, axisY, x, y, strip } = layout;
  const at = Math.round(x(readout.t)) + 0.5;
  return (
    <CursorSheet width={width} height={height}>
      <line className={views.cursorLine} x1={at} x2={at} y1={top - 4} y2={axisY} />
      <Spans paper={{ x, y, wide: width }} standing={readout} />
      <Lens layout={layout} standing={readout} />
      {[readout.values[0]!, readout.values[2]!].map(({ hue, at: bytes }) => (
        <circle key={hue} className={views.point} style={inkOf(hue)} cx={at} cy={y(bytes).toFixed(1)} r={4} />
      ))}
      <Readings layout={layout} readout={readout} at={at} />
      {readout.event && (
        <Tag x={at} y={Math.max(0, strip.top + (strip.rows - 1) * STRIP_ROW - 3)} text={readout.event} width={width} />
      )}
      <Tag x={at} y={axisY + 5} text={readout.time} width={width} />
    </CursorSheet>
  );
}
