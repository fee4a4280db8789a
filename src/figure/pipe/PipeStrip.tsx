import { translate } from '@docusaurus/Translate';
import { type MouseEvent, type PointerEvent, type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import type { PipeSpec } from '../../model/contract';
import type { Result } from '../../model/types';
import { drawMoment } from '../../views/pipe/drawing';
import { labelsOf } from '../../views/pipe/labels';
import type { PipeLayout } from '../../views/pipe/layoutPipe';
import { packetAt, placeOf } from '../../views/pipe/marks';
import { type Moment, momentAt } from '../../views/pipe/moment';
import { canvasPen } from '../../views/canvasPen';
import { Scene } from '../../views/pipe/Scene';
import type { PipeWords } from '../../views/pipe/pipeWords';
import { fit, write } from '../canvas';
import type { Clock } from '../clock';
import { sayPacket, sayPipe } from './pipeMessages';
import { useInks } from '../useInks';
import css from './Pipe.module.css';

interface StripProps {
  layout: PipeLayout;
  spec: PipeSpec;
  run: Result;
  /** The time at which the pipe stands while the clock is at rest, s. */
  rest: number;
  /** Where the run ends, s: a clock that stands behind it (the run has become shorter) is taken to stand there. */
  end: number;
  clock: Clock;
  words: PipeWords;
  /** The packet that is named, by its number, which is the same in every run. */
  pointed: number | undefined;
  onPoint: (number: number | undefined) => void;
  /** A click on a packet; absent: packets can't be lost here. */
  onPick: ((number: number) => void) | undefined;
  /** Told where the edge of a send buffer lies that sizes itself. */
  onEdge: (x: number) => void;
}

/** So near a packet is meant, px. */
const REACH = 22;

/** The name of a packet goes with it. */
function place(tag: HTMLElement, layout: PipeLayout, { t, content }: Moment, row: number | undefined): void {
  const mark = row !== undefined && content.kind === 'packets' ? placeOf(content.packets, layout, t, row) : undefined;
  tag.hidden = !mark;
  if (!mark) return;
  const half = tag.offsetWidth / 2;
  const x = Math.max(half, Math.min(layout.width - half, mark.x)) - half;
  const y = layout.rowY + layout.queue.height / 2 + 6;
  tag.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
}

const rowIn = ({ content }: Moment, number: number | undefined): number | undefined =>
  content.kind === 'packets' ? content.packets.rowOf(number) : undefined;

/** The moving picture: what stands still in SVG, what moves on a canvas over it, painted at each tick of the clock. */
export function PipeStrip(props: StripProps): ReactNode {
  const { layout, spec, run, rest, end, clock, words, pointed, onPoint, onPick, onEdge } = props;
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tag = useRef<HTMLDivElement>(null);
  const inks = useInks(holder);
  const now = useCallback(
    (): Moment => momentAt(run, spec, layout, Math.min(end, clock.time() ?? rest)),
    [run, spec, layout, end, clock, rest],
  );

  useLayoutEffect(() => {
    function paint(): void {
      const context = canvas.current && fit(canvas.current, layout);
      if (!context || !inks || !holder.current) return;
      const moment = now();
      const row = rowIn(moment, pointed);
      const queued = drawMoment(canvasPen(context, inks), layout, moment, row);
      const labels = labelsOf(words, queued, layout, moment);
      write(holder.current, 'queue', labels.queue);
      write(holder.current, 'buffer', labels.buffer);
      write(holder.current, 'falling', labels.falling);
      if (tag.current) place(tag.current, layout, moment, row);
      if (moment.buffer) onEdge(moment.buffer.left);
    }
    paint();
    return clock.subscribe(paint);
  }, [layout, clock, now, inks, pointed, words, onEdge]);

  /** The packet under the pointer. */
  function under(event: MouseEvent<HTMLElement>): number | undefined {
    const { t, content } = now();
    if (content.kind !== 'packets') return undefined;
    const box = event.currentTarget.getBoundingClientRect();
    const point = { x: event.clientX - box.left, y: event.clientY - box.top, reach: REACH };
    const row = packetAt(content.packets, layout, t, point);
    return row === undefined ? undefined : content.packets.number(row);
  }

  function point(event: PointerEvent<HTMLElement>): void {
    if (event.pointerType === 'mouse') onPoint(under(event));
  }

  function click(event: MouseEvent<HTMLElement>): void {
    const number = under(event);
    onPoint(number);
    if (number !== undefined) onPick?.(number);
  }

  const moment = now();
  const { content } = moment;
  const row = rowIn(moment, pointed);
  const packets = content.kind === 'packets' && row !== undefined ? content.packets : undefined;
  return (
    <div ref={holder} className={css.strip} data-pick={packets !== undefined && onPick !== undefined}>
      <div
        role="presentation"
        onPointerMove={point}
        onPointerLeave={(event) => event.pointerType === 'mouse' && onPoint(undefined)}
        onClick={click}
      >
        <div role="img" aria-label={sayPipe(layout)}>
          <Scene layout={layout} words={words} labels={labelsOf(words, NaN, layout, now())} />
          <canvas ref={canvas} className={css.canvas} style={{ width: layout.width, height: layout.height }} />
        </div>
      </div>
      <div ref={tag} className={css.tag} data-only="screen" hidden>
        {packets && sayPacket(packets, row!)}{' '}
        {packets && onPick && packets.fate(row!) === 'delivered' && (
          <span className={css.hint}>{translate({ id: 'figure.pipe.pick', message: 'click to lose it' })}</span>
        )}
      </div>
    </div>
  );
}
