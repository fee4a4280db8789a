import type { ReactNode } from 'react';
import { formatValue } from '../format';
import { Nothing, Sheet } from '../sheet';
import { hueOf } from '../states/read';
import states from '../states/states.module.css';
import { inkOf } from '../styles';
import views from '../views.module.css';
import type { Words } from '../words';
import type { Arrow } from './labels';
import css from './ladder.module.css';
import { BAR, BRACKET, type Host, type Layout } from './layout';

/** As in the curves: what goes out, and what is acknowledged. */
export const HUES = ['inflight', 'sequence'] as const;
const CROSS = 'm-5,-5l10,10m0,-10l-10,10';

const round = (value: number): number => Math.round(value * 10) / 10;

function headOf({ x1, y1, x2, y2 }: Arrow): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const corner = (side: number): string =>
    `${round(x2 - 9 * dx - 4 * side * dy)},${round(y2 - 9 * dy + 4 * side * dx)}`;
  return `M${round(x2)},${round(y2)}L${corner(1)}L${corner(-1)}z`;
}

/** All arrows of one host as one path. */
function Arrows({ layout, from }: { layout: Layout; from: 0 | 1 }): ReactNode {
  const arrows = layout.arrows.filter(({ segment }) => segment.from === from);
  const end = layout.scale?.end ?? 0;
  const lines = arrows.map(({ x1, y1, x2, y2 }) => `M${x1},${round(y1)}L${round(x2)},${round(y2)}`).join('');
  const heads = arrows
    .filter(({ segment }) => !segment.lost && segment.until <= end)
    .map(headOf)
    .join('');
  const lost = arrows.filter(({ segment }) => segment.lost);
  return (
    <g style={inkOf(HUES[from])} data-from={from}>
      <path className={css.arrow} d={lines} />
      <path className={css.head} d={heads} />
      <path className={css.cross} d={lost.map(({ x2, y2 }) => `M${round(x2)},${round(y2)}${CROSS}`).join('')} />
    </g>
  );
}

/** What a reader can hover for. */
const tellOf = ({ label, detail, fate }: Arrow['segment']): string => [label, detail, fate].filter(Boolean).join(' · ');

function Labels({ layout }: { layout: Layout }): ReactNode {
  return layout.labels.map(({ text, segments, x, y, turn, anchor }) => (
    <text
      key={`${segments[0]!.from} ${segments[0]!.sent} ${text}`}
      className={css.label}
      style={inkOf(HUES[segments[0]!.from])}
      transform={`translate(${round(x)},${round(y)}) rotate(${round(turn)})`}
      textAnchor={anchor}
    >
      {text}
      <title>{segments.map(tellOf).join('\n')}</title>
    </text>
  ));
}

function Outside({ host, layout }: { host: Host; layout: Layout }): ReactNode {
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
            className={states.bar}
            x={Math.min(x, edge)}
            y={round(y1)}
            width={bar}
            height={Math.max(1, round(y2 - y1))}
          >
            <title>{text}</title>
          </rect>
          {textY !== undefined && (
            <text
              className={css.state}
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
        <g key={`${span.start} ${text}`} className={css.timerName}>
          <path
            className={css.timer}
            d={`M${edge + outward * 2},${round(y1) + 1}H${bracket}V${round(y2) - 1}H${edge + outward * 2}`}
          >
            <title>{text}</title>
          </path>
          {textY !== undefined && (
            <text
              className={css.label}
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
      <line className={css.host} x1={x} x2={x} y1={top - 8} y2={bottom + 6} />
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

/** Says where time is drawn shorter than it is. */
function Breaks({ layout, words }: { layout: Layout; words: Words }): ReactNode {
  const { scale, hosts, head, narrow } = layout;
  // In the narrow form the names of timers stand between the hosts too, and they say how long they last.
  const named = narrow ? hosts.flatMap(({ timers }) => timers.map(({ textY }) => textY ?? NaN)) : [];
  return scale?.breaks.map(({ from, to }) => {
    const middle = round((scale.y(from) + scale.y(to)) / 2);
    const mark = (x: number): string => `M${x - 7},${middle + 5}l5,-7l4,5l5,-7`;
    return (
      <g key={from}>
        {hosts.map(({ x, outward }) => (
          <g key={outward}>
            <path className={css.break} d={`M${x - 9},${middle + 3}L${x + 9},${middle - 3}`} />
            <path className={css.zigzag} d={mark(x)} />
          </g>
        ))}
        {named.every((y) => !(Math.abs(y - middle) < 14)) && (
          <text
            className={views.axisTitle}
            x={(hosts[0].x + hosts[1].x) / 2}
            y={middle}
            dy="0.34em"
            textAnchor="middle"
          >
            {words.silence(formatValue(to - from, head.unit))}
          </text>
        )}
      </g>
    );
  });
}

interface PictureProps {
  layout: Layout;
  heading: string;
  title: string;
  words: Words;
}

/** Two hosts and what goes between them, time downwards. */
export function Picture({ layout, heading, title, words }: PictureProps): ReactNode {
  const { width, height, hosts, top, later, head, unit, narrow } = layout;
  const empty = layout.arrows.length === 0;
  return (
    <Sheet width={width} height={height} title={title}>
      <text className={views.title} x={2} y={14}>
        {heading}
        {unit.unit && <tspan className={views.unit}>{`  ${unit.unit}`}</tspan>}
      </text>
      {empty ? (
        <Nothing width={width} height={height} text={words.nothing} />
      ) : (
        <g>
          {hosts.map((host) => (
            <text key={host.outward} className={views.title} x={host.x} y={top - 14} textAnchor="middle">
              {host.name}
            </text>
          ))}
          <Arrows layout={layout} from={0} />
          <Arrows layout={layout} from={1} />
          {hosts.map((host) => (
            <Outside key={host.outward} host={host} layout={layout} />
          ))}
          <Breaks layout={layout} words={words} />
          <Labels layout={layout} />
          {later.count > 0 && (
            <text className={views.axisTitle} x={width / 2} y={height - (narrow ? 6 : 8)} textAnchor="middle">
              {words.moreUntil(later.count, formatValue(later.end, head.unit))}
            </text>
          )}
        </g>
      )}
    </Sheet>
  );
}
