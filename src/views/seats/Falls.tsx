import type { ReactNode } from 'react';
import { formatNumber } from '../format';
import { inkOf } from '../styles';
import type { SeatsWords } from './seatsWords';
import type { Layout } from './layoutSeats';
import { valueAt } from './readSeats';
import views from '../views.module.css';

/** What falls where nobody goes in, and the one counter for both. */
export function Falls({ layout, row, words }: { layout: Layout; row: number; words: SeatsWords }): ReactNode {
  const { scene, falls, door, gate, narrow } = layout;
  const [syns, acks] = [valueAt(scene.syns, row), valueAt(scene.acks, row)];
  const sum = `ListenOverflows ${formatNumber(valueAt(scene.overflows, row))}`;
  const line = (at: { x: number; y: number }, count: number, text: string): ReactNode => (
    <text className={views.unit} data-alarm={count > 0 || undefined} x={at.x} y={at.y}>
      {`✕ ${text}`}
    </text>
  );
  const drop = (from: { x: number; y: number }, to: number, count: number): ReactNode =>
    !narrow && (
      <path
        className={count > 0 ? views.drawn : views.frame}
        strokeWidth={count > 0 ? 1.5 : 1}
        strokeDasharray="2 3"
        d={`M${from.x},${from.y + 16}V${to - 14}m-4,-5l4,5l4,-5`}
      />
    );
  const under = falls.syns.y + 9;
  return (
    <g style={inkOf(scene.syns.quantity)}>
      {drop(door, falls.syns.y, syns)}
      {drop(gate, falls.acks.y, acks)}
      {line(falls.syns, syns, words.synsDropped(formatNumber(syns)))}
      {line(falls.acks, acks, words.acksDropped(formatNumber(acks)))}
      {!narrow && <path className={views.frame} d={`M${door.x},${under - 3}v6H${gate.x}v-6`} />}
      {falls.sum && (
        <text className={views.number} x={falls.sum.x} y={falls.sum.y} textAnchor="middle">
          {narrow ? `${sum} = ${formatNumber(syns)} SYN + ${formatNumber(acks)} ACK` : sum}
        </text>
      )}
    </g>
  );
}
