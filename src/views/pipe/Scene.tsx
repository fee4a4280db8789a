import { memo, type ReactNode } from 'react';
import { formatSetting } from '../format';
import { inkOf } from '../styles';
import { textWidth } from '../text';
import view from '../views.module.css';
import type { Labels } from './labels';
import { GATE, type PipeLayout } from './layoutPipe';
import { Legend } from './Legend';
import type { PipeWords } from './pipeWords';
import css from './pipe.module.css';

interface SceneProps {
  layout: PipeLayout;
  words: PipeWords;
  labels: Labels;
  /** What moves, where it is not drawn on a canvas. */
  marks?: ReactNode;
}

/** How far the hosts reach beyond the two wires. */
const HOST = 8;

function Host({ layout, from, to }: { layout: PipeLayout; from: number; to: number }): ReactNode {
  const { rowY, ackY, queue, buffer } = layout;
  const top = rowY - Math.max(queue.height, buffer?.height ?? 0) / 2 - HOST / 2;
  return <rect className={css.host} x={from} y={top} width={to - from} height={ackY + HOST - top} rx={5} />;
}

/** The places of a queue, empty; one path. */
function Slots({ layout }: { layout: PipeLayout }): ReactNode {
  const { queue, queued, rowY } = layout;
  const top = rowY - queued.h / 2;
  const count = queue.merged || queue.limit === undefined ? 0 : queue.limit;
  const slot = (_: unknown, i: number): string => {
    const x = queue.right - (i + 0.5) * queue.slot - queued.w / 2;
    return `M${x.toFixed(1)} ${top}h${queued.w.toFixed(1)}v${queued.h}h${(-queued.w).toFixed(1)}z`;
  };
  return <path className={view.tint} d={Array.from({ length: count }, slot).join('')} />;
}

function Queue({ layout }: { layout: PipeLayout }): ReactNode {
  const { queue, wire, rowY, shortHeight } = layout;
  const { left, right, height, limit } = queue;
  const [top, bottom] = [rowY - height / 2, rowY + height / 2];
  const mouth = wire.height / 2;
  // Where no limit is known there is no wall: the short wire widens.
  const open = limit === undefined;
  const inlet = open ? `${left - GATE} ${rowY - shortHeight / 2}L` : '';
  const outlet = open ? `L${left - GATE} ${rowY + shortHeight / 2}` : 'Z';
  return (
    <g style={inkOf('queue')} data-series="queue">
      <path
        className={css.queue}
        d={`M${inlet}${left} ${top}H${right}L${right + GATE} ${rowY - mouth}v${wire.height}L${right} ${bottom}H${left}${outlet}`}
      />
      <Slots layout={layout} />
    </g>
  );
}

/** All that stands still: wires, hosts, the empty queue, words. `marks` lie between the wires and the words. */
export const Scene = memo(function Scene({ layout, words, labels, marks }: SceneProps): ReactNode {
  const { width, height, rowY, ackY, senderX, queue, wire, shortHeight, labelY, upperY, legendY, rate, buffer } =
    layout;
  const roundTrip = words.roundTrip(formatSetting(layout.rtt * 1000, 'ms'));
  return (
    <svg
      className={`${view.view} ${css.scene}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      <Host layout={layout} from={0.5} to={senderX} />
      <Host layout={layout} from={wire.to} to={width - 0.5} />
      <rect
        className={css.wire}
        x={senderX}
        y={rowY - shortHeight / 2}
        width={queue.left - senderX}
        height={shortHeight}
      />
      <rect
        className={css.wire}
        x={wire.from}
        y={rowY - wire.height / 2}
        width={wire.to - wire.from}
        height={wire.height}
      />
      <Queue layout={layout} />
      <path className={css.back} d={`M${wire.to} ${ackY}H${senderX}`} />
      {marks}
      <text className={view.label} style={inkOf(buffer ? 'sndbuf' : 'inflight')} x={0} y={upperY} data-label="buffer">
        {labels.buffer}
      </text>
      <text
        className={view.label}
        style={inkOf('queue')}
        x={queue.right}
        y={labelY}
        textAnchor="end"
        data-label="queue"
      >
        {labels.queue}
      </text>
      <text className={view.alarm} x={queue.left - 2} y={rowY + queue.height / 2 + 14} data-label="falling">
        {labels.falling}
      </text>
      {rate !== undefined && (
        <text className={view.tick} x={queue.right + 7} y={labelY}>
          {formatSetting(rate / 1e6, 'Mbit/s')}
        </text>
      )}
      <text className={view.label} style={inkOf('inflight')} x={width} y={upperY} textAnchor="end">
        {words.receiver}
      </text>
      <text className={view.tick} x={width} y={legendY} textAnchor="end">
        {roundTrip}
      </text>
      <Legend layout={layout} words={words} width={width - textWidth(roundTrip) - 12} />
    </svg>
  );
});
