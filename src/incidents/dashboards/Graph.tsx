import { translate } from '@docusaurus/Translate';
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { Graph as Data } from '../../model/contract';
import { formatNumber, formatValue } from '../../views/format';
import { dayTime } from '../clock';
import type { Mark } from './marks';
import css from './Graph.module.css';

const [WIDTH, HEIGHT] = [360, 140];
const EDGE = { left: 44, right: 6, top: 14, bottom: 18 };
const HOURS_6 = 6 * 3600;

/** Room of a letter, px: where two marks are closer, each letter is on its own side. */
const LETTER = 12;

const anchorOf = (at: number, all: readonly number[]): 'start' | 'middle' | 'end' => {
  const near = all.filter((each) => each !== at && Math.abs(each - at) < LETTER);
  if (near.length === 0) return 'middle';
  return near[0]! < at ? 'start' : 'end';
};

interface GraphProps {
  graph: Data;
  marks: readonly Mark[];
  /** The time of day of the call, s since midnight. */
  began: number;
}

/** The last day up to the look, from 0 on. */
export function Graph({ graph: { id, title, unit, top, times, values }, marks, began }: GraphProps): ReactNode {
  const [first, last] = [times[0]!, times.at(-1)!];
  const x = scaleLinear([first, last], [EDGE.left, WIDTH - EDGE.right]);
  const y = scaleLinear([0, top], [HEIGHT - EDGE.bottom, EDGE.top]).nice(3);
  const path = line<number>(
    (_, i) => x(times[i]!),
    (value) => y(value),
  )(values);
  const ticks = [0, 1, 2, 3, 4].map((k) => -k * HOURS_6).filter((t) => t >= first);
  // What came after the look isn’t in it.
  const seen = marks.filter(({ t }) => t <= last);
  const signs = seen.flatMap(({ t, sign }) => (sign ? [x(t)] : []));
  const now = formatValue(values.at(-1)!, unit);
  return (
    <figure className={css.graph}>
      <figcaption>
        <span>
          {title}
          {unit && <small> {unit}</small>}
        </span>
        <b>{now}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={translate(
          { id: 'incident.graph', message: '{title}, the last day: at most {top}, now {now}' },
          { title, top: formatValue(max(values) ?? 0, unit), now },
        )}
      >
        {y.ticks(3).map((tick) => (
          <g key={tick}>
            <line className={css.rule} x1={EDGE.left} x2={WIDTH - EDGE.right} y1={y(tick)} y2={y(tick)} />
            <text className={css.tick} x={EDGE.left - 5} y={y(tick)} dy="0.34em" textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {ticks.map((t) => (
          <text
            key={t}
            className={css.tick}
            x={x(t)}
            y={HEIGHT - 4}
            textAnchor={t === 0 ? 'end' : x(t) < EDGE.left + 20 ? 'start' : 'middle'}
          >
            {dayTime(began + t)}
          </text>
        ))}
        {seen.map(({ t, sign, kind }, place) => (
          <g key={place}>
            <line
              className={css.mark}
              data-kind={kind}
              x1={x(t)}
              x2={x(t)}
              y1={EDGE.top - 3}
              y2={HEIGHT - EDGE.bottom}
            />
            {sign && (
              <text className={css.sign} x={x(t)} y={EDGE.top - 5} textAnchor={anchorOf(x(t), signs)}>
                {sign}
              </text>
            )}
          </g>
        ))}
        <path className={css.line} data-graph={id} d={path ?? ''} />
      </svg>
    </figure>
  );
}
