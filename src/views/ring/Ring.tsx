import type { ReactNode } from 'react';
import type { RingSpec } from '../../model/contract';
import { SharedAxis } from '../axis';
import { formatNumber, formatValue } from '../format';
import { CursorSheet, drawNothing, Sheet, Tag } from '../sheet';
import { inkOf } from '../styles';
import { sayTime } from '../time';
import type { Draw, Moment, TimeAxis, View } from '../view';
import views from '../views.module.css';
import {
  angleOf,
  bandsAt,
  gapOf,
  INNER,
  type Layout,
  LEGEND_ROW,
  layoutRing,
  OUTER,
  reach,
  wirePaths,
} from './layoutRing';
import { type Where, whereIs } from './readRing';
import css from './ring.module.css';
import { ringWords, type RingWords } from './ringWords';

/** How a packet looks there. */
const LOOKS: Partial<Record<Where, string>> = { waiting: views.full, wire: css.wire, sent: views.block };
/** Pixels that an arrow key moves the cursor. */
const STEP = 4;

const inkOfFlow = (flow: number): ReturnType<typeof inkOf> => inkOf(`flow${flow + 1}`);

/** What there is to say at `t`: how many are ahead, how long that takes, how full the ring is. */
function said({ packets, slots, head }: Layout, t: number, words: RingWords): [string, string, string, string] {
  const { all, watched } = packets;
  const at = all.map((packet) => whereIs(packet, t));
  const held = at.filter((where) => where === 'waiting' || where === 'wire' || where === 'sent').length;
  const above = at.filter((where) => where === 'above').length;
  const taken = words.slots(formatNumber(held), formatNumber(slots));
  const rest = above > 0 ? words.above(formatNumber(above)) : '';
  if (!watched || t >= watched.end) return [words.gone, '', taken, rest];
  if (t >= watched.start) return [words.onWire, '', taken, rest];
  const ahead = all.filter((packet) => packet.start < watched.start && packet.end > t).length;
  return [words.ahead(formatNumber(ahead)), formatValue(watched.start - t, head.unit), taken, rest];
}

/** All the descriptors, taken or not. */
function Track({ slots }: { slots: number }): ReactNode {
  const gap = gapOf(slots) / ((2 * Math.PI) / slots);
  const dashes = gap > 0 ? { pathLength: slots, strokeDasharray: `${(1 - gap).toFixed(3)} ${gap.toFixed(3)}` } : {};
  return (
    <circle
      className={css.track}
      r={(INNER + reach(1500)) / 2}
      strokeWidth={reach(1500) - INNER}
      transform="rotate(-90)"
      strokeDashoffset={gap > 0 ? (-gap / 2).toFixed(3) : undefined}
      {...dashes}
    />
  );
}

/** The ring and what is in it at `t`, with the words in its middle. */
function RingAt({ layout, t, words }: { layout: Layout; t: number; words: RingWords }): ReactNode {
  const { centre, scale, packets, slots } = layout;
  const [big, time, taken, rest] = said(layout, t, words);
  const numberOf = (match: 'wire' | 'watched'): number =>
    packets.all.findIndex((packet) => (match === 'wire' ? whereIs(packet, t) === 'wire' : packet === packets.watched));
  const sending = numberOf('wire');
  const watched = numberOf('watched');
  const inRing = watched >= 0 && ['waiting', 'wire'].includes(whereIs(packets.all[watched]!, t));
  const degrees = (number: number): string => ((angleOf(number, slots) * 180) / Math.PI).toFixed(2);
  return (
    <g transform={`translate(${centre.x},${centre.y})`}>
      <g transform={`scale(${scale.toFixed(3)})`}>
        <circle className={views.ground} r={OUTER + 15} />
        <Track slots={slots} />
        {bandsAt(layout, t).map(({ where, flow, d }) => (
          <path key={`${where} ${flow}`} className={LOOKS[where]} style={inkOfFlow(flow)} d={d} />
        ))}
        {inRing && (
          <g transform={`rotate(${degrees(watched)})`} style={inkOfFlow(packets.all[watched]!.flow)}>
            <path
              className={views.drawn}
              strokeWidth={2.5}
              d={`M0,${-reach(packets.all[watched]!.size) - 1}V${-OUTER - 4}`}
            />
            <circle className={views.point} r={4.5} cy={-OUTER - 8} />
          </g>
        )}
        {sending >= 0 && (
          <path className={views.ink} transform={`rotate(${degrees(sending)})`} d={`M0,${-INNER + 2}l-6,11h12z`} />
        )}
      </g>
      <text className={css.big} y={time ? -16 : -8} textAnchor="middle">
        {big}
      </text>
      {time && (
        <text className={css.time} y={6} textAnchor="middle">
          {time}
        </text>
      )}
      <text className={views.axisTitle} y={25} textAnchor="middle">
        {taken}
      </text>
      <text className={views.axisTitle} y={40} textAnchor="middle">
        {rest}
      </text>
    </g>
  );
}

/** Which look stands for what. */
function Legend({ layout }: { layout: Layout }): ReactNode {
  const { legend, left, packets } = layout;
  return (
    <g>
      {legend.items.map((text, row) => {
        const flow = packets.flows.indexOf(text);
        const watched = flow >= 0 && flow === packets.flows.length - 1;
        const y = legend.y + row * LEGEND_ROW;
        return (
          <g key={text} style={inkOfFlow(Math.max(0, flow))}>
            {watched ? (
              <circle className={views.point} cx={left + 6} cy={y + 6} r={4.5} />
            ) : (
              <rect className={flow < 0 ? views.block : views.full} x={left + 1} y={y + 1} width={10} height={10} />
            )}
            <text className={`${views.axisTitle} ${views.halo}`} x={left + 17} y={y + 10}>
              {text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function momentAt(layout: Layout, t: number, words: RingWords): Moment {
  const { head, width, height, x, strip, axisY } = layout;
  const at = Math.round(x(t)) + 0.5;
  const parts = said(layout, t, words).filter(Boolean);
  return {
    t,
    said: `${sayTime(head, t)}: ${parts.join(', ')}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <RingAt layout={layout} t={t} words={words} />
        <line className={views.cursorLine} x1={at} x2={at} y1={strip.top - 4} y2={axisY} />
        <Tag x={at} y={axisY + 5} text={sayTime(head, t)} width={width} />
      </CursorSheet>
    ),
  };
}

function timeOf(layout: Layout, words: RingWords): TimeAxis {
  const { x, left, right, strip, axisY, packets } = layout;
  return {
    along: 'x',
    scale: x,
    plot: { left, right, top: strip.top, bottom: axisY },
    step: x.invert(left + STEP) - x.invert(left),
    stops: [...new Set(packets.all.map(({ start }) => start))].sort((a, b) => a - b),
    at: (t) => momentAt(layout, t, words),
  };
}

/** A transmit ring, its descriptors in a circle, and the wire that empties it. */
const draw: Draw<RingSpec, RingWords> = (input) => {
  const layout = layoutRing(input);
  const { spec, width, title, words } = input;
  const { left, right, strip, axisY, height, x } = layout;
  if (layout.packets.all.length === 0) return drawNothing(width, height, title, words.nothing);
  const picture = (
    <Sheet width={width} height={height} title={title}>
      <text className={views.title} x={left} y={14}>
        {spec.title}
      </text>
      <RingAt layout={layout} t={x.domain()[0]!} words={words} />
      <Legend layout={layout} />
      <text className={views.title} x={left} y={strip.titleY}>
        {words.wire}
      </text>
      <rect className={views.tray} x={left} y={strip.top} width={right - left} height={strip.bottom - strip.top} />
      {wirePaths(layout).map(({ flow, d }) => (
        <path key={flow} className={views.full} style={inkOfFlow(flow)} d={d} />
      ))}
      <line className={views.base} x1={left} x2={right} y1={axisY + 0.5} y2={axisY + 0.5} />
      <SharedAxis layout={layout} />
    </Sheet>
  );
  return { width, height, picture, time: timeOf(layout, words) };
};

export const ring: View<RingSpec, RingWords> = { draw, words: ringWords, alone: true };
