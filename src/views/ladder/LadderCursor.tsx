import type { ReactNode } from 'react';
import { CursorSheet, Tag, TAG } from '../sheet';
import { spanAt } from '../states/readStates';
import { inkOf } from '../styles';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { LadderWords } from './ladderWords';
import type { Arrow } from './labels';
import type { Layout } from './layoutLadder';
import { HUES } from './Arrows';

/** What there is at a moment. */
export interface Readout {
  t: number;
  time: string;
  /** Those on their way. */
  arrows: Arrow[];
  /** What is on its way, in words, and what the hosts do. */
  segments: string[];
  hosts: string[];
}

/** More than this is no line one can read. */
const MOST = 2;

/** What is on its way at `t`, and in which state the hosts are. */
export function readAt({ head, arrows, hosts }: Layout, t: number, words: LadderWords): Readout {
  const going = arrows.filter(({ segment }) => segment.sent <= t && t <= segment.until);
  const said = going.slice(0, MOST).map(({ segment: { label, detail, fate, lost } }) => {
    const end = fate || (lost ? words.lost : '');
    return [detail ? `${label} (${detail})` : label, lost && end].filter(Boolean).join(': ');
  });
  const rest = going.length - said.length;
  return {
    t,
    time: sayTime(head, t),
    arrows: going,
    segments: rest > 0 ? [...said, words.more(rest)] : said,
    hosts: hosts.flatMap(({ name, states, timers }) => {
      const state = spanAt(
        states.map(({ span }) => span),
        t,
      )?.name;
      const timer = spanAt(
        timers.map(({ span }) => span),
        t,
      )?.name;
      return state || timer ? [`${name}: ${[state, timer].filter(Boolean).join(', ')}`] : [];
    }),
  };
}

export const say = ({ time, segments, hosts }: Readout): string =>
  [time, [...hosts, ...segments].join('; ')].filter(Boolean).join(': ');

/** A line at the time, the segments at their places on the way, and words above or below. */
export function LadderCursor({ layout, readout }: { layout: Layout; readout: Readout }): ReactNode {
  const { width, height, hosts, scale, top, bottom } = layout;
  if (!scale) return null;
  const y = scale.y(readout.t);
  const at = Math.round(y) + 0.5;
  // The states can be seen beside the line.
  const lines = readout.segments;
  const room = lines.length * (TAG + 2) + 6;
  const below = at + room < bottom || at - room < top;
  return (
    <CursorSheet width={width} height={height}>
      <line className={views.cursorLine} x1={hosts[0].x} x2={hosts[1].x} y1={at} y2={at} />
      {readout.arrows.map(({ segment, x1, y1, x2, y2 }) => {
        const share = (y - y1) / (y2 - y1) || 0;
        const key = `${segment.from} ${segment.sent} ${segment.label}`;
        return (
          <g key={key} style={inkOf(HUES[segment.from])}>
            <path
              className={views.drawn}
              strokeWidth={3}
              d={`M${x1},${y1.toFixed(1)}L${x2.toFixed(1)},${y2.toFixed(1)}`}
            />
            <circle className={views.point} cx={(x1 + Math.min(1, share) * (x2 - x1)).toFixed(1)} cy={at} r={5} />
          </g>
        );
      })}
      {lines.map((line, i) => (
        <Tag
          key={line}
          x={width / 2}
          y={below ? at + 6 + i * (TAG + 2) : at - room + i * (TAG + 2)}
          text={line}
          width={width}
        />
      ))}
      <Tag x={hosts[0].x - 30} y={at - TAG / 2} text={readout.time} width={width} />
    </CursorSheet>
  );
}
