import type { ReactNode } from 'react';
import { formatValue } from '../format';
import { Nothing, Sheet } from '../sheet';
import views from '../views.module.css';
import { Arrows, Labels, round } from './Arrows';
import type { LadderWords } from './ladderWords';
import type { Layout } from './layoutLadder';
import { Side } from './Side';
import css from './ladder.module.css';

/** Says where time is drawn shorter than it is. */
function Breaks({ layout, words }: { layout: Layout; words: LadderWords }): ReactNode {
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
            <path className={views.arrow} d={mark(x)} />
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
  words: LadderWords;
}

/** Two hosts and what goes between them, time downwards. */
export function LadderPicture({ layout, heading, title, words }: PictureProps): ReactNode {
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
            <Side key={host.outward} host={host} layout={layout} />
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
