import type { ReactNode } from 'react';
import type { Quantity } from '../../model/contract';
import { inkOf } from '../../views/styles';
import css from './Drawing.module.css';

interface QueueProps {
  x: number;
  y: number;
  width: number;
  height: number;
  packets: number;
  colour: Quantity;
}

/** A tray of packets, filled from the right, where they leave. */
export function Queue({ x, y, width, height, packets, colour }: QueueProps): ReactNode {
  const inner = height - (height > 20 ? 12 : 5);
  return (
    <g style={inkOf(colour)}>
      <rect className={css.tray} x={x} y={y} width={width} height={height} rx={4} />
      {Array.from({ length: packets }, (_, index) => (
        <rect
          key={index}
          className={css.filled}
          x={x + width - 6 - 15 * (index + 1) + 4}
          y={y + (height - inner) / 2}
          width={11}
          height={inner}
          rx={1.5}
        />
      ))}
    </g>
  );
}

/** Packets on a wire, centred on `y`. */
export function Packets({ x, y, count, gap }: { x: number; y: number; count: number; gap: number }): ReactNode {
  return Array.from({ length: count }, (_, index) => (
    <rect
      key={index}
      className={css.filled}
      style={inkOf('inflight')}
      x={x + index * gap}
      y={y - 9}
      width={13}
      height={18}
      rx={1.5}
    />
  ));
}

/** The number under which the list below speaks of a place. */
export function Marker({ number, x, y }: { number: number; x: number; y: number }): ReactNode {
  return (
    <>
      <circle className={css.marker} cx={x} cy={y} r={15} />
      <text className={css.number} x={x} y={y + 5.5} textAnchor="middle">
        {number}
      </text>
    </>
  );
}
