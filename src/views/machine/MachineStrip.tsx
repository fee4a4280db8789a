import type { ReactNode } from 'react';
import { StretchedAxis } from '../axis';
import { inkOf } from '../styles';
import { textWidth } from '../text';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { Layout } from './layoutMachine';
import { SideMark } from './SideMark';

/** The states of each side over time. Here the cursor is moved. */
export function MachineStrip({ layout }: { layout: Layout }): ReactNode {
  const { head, x, strip, sides, ticks, xTitle, width } = layout;
  const [first, last] = [x.domain()[0]!, x.domain().at(-1)!];
  const { left, right, top, bottom, row } = strip;
  return (
    <g>
      {sides.map(({ side, letter, spans }, i) => {
        const y = top + i * row;
        return (
          <g key={side} style={inkOf(i === 0 ? 'flow1' : 'flow2')}>
            <SideMark side={i} letter={letter} x={10} y={y + row / 2} />
            {spans.map((span, n) => {
              if (x(span.end) <= left) return null;
              const from = Math.max(left, Math.round(x(span.start)));
              const wide = Math.max(1, Math.round(Math.min(x(span.end), right)) - from);
              // Time is not to scale, so it is said; what goes on beyond the picture has no length here.
              const lasted = span.start >= first && span.end < last ? `, ${sayTime(head, span.end - span.start)}` : '';
              const text = [span.name + lasted, span.name].find((each) => textWidth(each, 10.5) + 6 <= wide);
              return (
                <g key={n}>
                  <rect className={views.block} x={from + 0.5} y={y + 1.5} width={wide} height={row - 3} />
                  {text && (
                    <text className={views.small} x={from + wide / 2} y={y + row / 2} dy="0.35em" textAnchor="middle">
                      {text}
                    </text>
                  )}
                </g>
              );
            })}
          </g>
        );
      })}
      <line className={views.base} x1={left} x2={right} y1={bottom + 0.5} y2={bottom + 0.5} />
      <StretchedAxis ticks={ticks} title={xTitle} axisY={bottom} right={width} />
    </g>
  );
}
