import type { ReactNode } from 'react';
import { hueOf } from '../states/readStates';
import { inkOf } from '../styles';
import views from '../views.module.css';
import { round } from './Arrows';
import { BAR, BRACKET, type Host, type Layout } from './layoutLadder';
import css from './ladder.module.css';

/** A host: its line, and outside of it states, timers and times. */
export function Side({ host, layout }: { host: Host; layout: Layout }): ReactNode {
  const { narrow, width, top, bottom } = layout;
  const { x, outward } = host;
  const bar = narrow ? BAR.narrow : BAR.wide;
  const edge = x + outward * bar;
  const bracket = edge + outward * BRACKET;
  const anchor = outward < 0 ? 'end' : 'start';
  return (
    <g>
      {host.states.map(({ span, text, y1, y2, textY }) => (
        <g key={`${span.start} ${text}`} style={inkOf(hueOf(span.name))}>
          <rect
            className={views.block}
            x={Math.min(x, edge)}
            y={round(y1)}
            width={bar}
            height={Math.max(1, round(y2 - y1))}
          >
            <title>{text}</title>
          </rect>
          {textY !== undefined && (
            <text
              className={views.small}
              textAnchor={narrow ? 'middle' : anchor}
              dy="0.34em"
              {...(narrow
                ? { transform: `translate(${(x + edge) / 2},${round(textY)}) rotate(-90)` }
                : { x: bracket + outward * 4, y: round(textY) })}
            >
              {text}
            </text>
          )}
        </g>
      ))}
      {host.timers.map(({ span, text, y1, y2, textY }) => (
        <g key={`${span.start} ${text}`} style={inkOf('rto')}>
          <path
            className={views.drawn}
            strokeWidth={1.5}
            strokeDasharray="3 3"
            d={`M${edge + outward * 2},${round(y1) + 1}H${bracket}V${round(y2) - 1}H${edge + outward * 2}`}
          >
            <title>{text}</title>
          </path>
          {textY !== undefined && (
            <text
              className={`${views.label} ${css.small}`}
              textAnchor={narrow ? (outward < 0 ? 'start' : 'end') : anchor}
              x={narrow ? x - outward * 7 : bracket + outward * 4}
              y={round(textY)}
              dy="0.34em"
            >
              {text}
            </text>
          )}
        </g>
      ))}
      <line className={views.arrow} x1={x} x2={x} y1={top - 8} y2={bottom + 6} />
      {host.times.map(({ y, text }) => (
        <text
          key={y}
          className={views.tick}
          x={outward < 0 ? 2 : width - 2}
          y={round(y)}
          dy="0.34em"
          textAnchor={outward < 0 ? 'start' : 'end'}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
