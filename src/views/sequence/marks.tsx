import { line, curveStepAfter } from 'd3-shape';
import type { ReactNode } from 'react';
import { decimate } from '../decimate';
import { inkOf } from '../styles';
import css from './sequence.module.css';
import type { Kind } from './layoutSequence';
import { countBy, type Heard, type Sent, type Sequence } from './readSequence';
import { CROSS, DIAMOND, pathOfMarks, pathOfStrokes } from './strokes';

/** As in the curves: what is sent, what is acknowledged, what the receiver allows, what is lost. */
export const HUES: Record<Kind, string> = {
  data: 'inflight',
  again: 'loss',
  gone: 'loss',
  ack: 'sequence',
  window: 'rwnd',
  sack: 'sequence',
};

/** From the model to the paper. Bytes count from the first one. */
export interface Paper {
  x: (t: number) => number;
  y: (bytes: number) => number;
  /** Width, px. */
  wide: number;
}

/** A level that changes with ACKs, from the first to `until`. */
export function Level({
  heard,
  value,
  paper,
  kind,
  until,
}: {
  heard: readonly Heard[];
  value: (heard: Heard, index: number) => number;
  paper: Paper;
  kind: 'ack' | 'window';
  until: number;
}): ReactNode {
  if (heard.length === 0) return null;
  const levels = [...heard.map(value), value(heard[heard.length - 1]!, heard.length - 1)];
  const times = [...heard.map(({ t }) => t), Math.max(until, heard[heard.length - 1]!.t)];
  const path = line<number>(
    (i) => paper.x(times[i]!),
    (i) => paper.y(levels[i]!),
  )
    .defined((i) => Number.isFinite(levels[i]))
    .curve(curveStepAfter)
    .digits(1)(decimate(times, levels, paper.wide));
  return <path className={css[kind]} style={inkOf(HUES[kind])} d={path ?? undefined} data-kind={kind} />;
}

/** Everything between two moments, one path for each kind. */
export function Marks({
  sequence,
  paper,
  from,
  to,
}: {
  sequence: Sequence;
  paper: Paper;
  from: number;
  to: number;
}): ReactNode {
  const { first } = sequence;
  const sent = sequence.sent.slice(countBy(sequence.sent, from), countBy(sequence.sent, to));
  // The level before the first ACK of these is that of the one before.
  const begin = Math.max(0, countBy(sequence.heard, from) - 1);
  const heard = sequence.heard.slice(begin, countBy(sequence.heard, to));
  const stroke = (t: number, low: number, high: number) => ({
    x: paper.x(t),
    top: paper.y(high - first),
    bottom: paper.y(low - first),
  });
  const middle = ({ t, from: low, to: high }: Sent): [number, number] => [
    paper.x(t),
    paper.y((low + high) / 2 - first),
  ];
  const paths: [Kind, string][] = [
    ['sack', pathOfStrokes(heard.filter(({ sackTo }) => sackTo > first).map((h) => stroke(h.t, h.sackFrom, h.sackTo)))],
    ['data', pathOfStrokes(sent.filter(({ again }) => !again).map((s) => stroke(s.t, s.from, s.to)))],
    ['again', pathOfMarks(sent.filter(({ again }) => again).map(middle), DIAMOND, 3)],
    ['gone', pathOfMarks(sent.filter(({ gone }) => gone).map(middle), CROSS, 3)],
  ];
  return (
    <>
      <Level heard={heard} value={({ edge }) => edge - first} paper={paper} kind="window" until={to} />
      <Level heard={heard} value={(_, i) => sequence.acked[begin + i]! - first} paper={paper} kind="ack" until={to} />
      {paths.map(
        ([kind, d]) => d && <path key={kind} className={css[kind]} style={inkOf(HUES[kind])} d={d} data-kind={kind} />,
      )}
    </>
  );
}
