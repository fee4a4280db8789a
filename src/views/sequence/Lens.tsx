import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatValue } from '../format';
import { inkOf } from '../styles';
import { textWidth } from '../text';
import views from '../views.module.css';
import type { Layout } from './layoutSequence';
import { Marks, type Paper } from './marks';
import { type Standing, standingAt } from './readSequence';

/** Lines shorter than this (px) say nothing. */
const SHORT = 18;

interface SpansProps {
  paper: Paper;
  standing: Standing;
}

/** The distance of the lines: down, the bytes in flight; across, from sending the last byte acknowledged to its ACK. */
export function Spans({ paper: { x, y }, standing }: SpansProps): ReactNode {
  const [at, low, high] = [x(standing.t), y(standing.acked), y(standing.sent)].map(Math.round) as [
    number,
    number,
    number,
  ];
  const [then, now] = [Math.round(x(standing.sentAt)), Math.round(x(standing.heardAt))];
  return (
    <>
      {low - high > SHORT && (
        <path
          className={views.drawn}
          strokeWidth={1.25}
          style={inkOf('unacked')}
          d={`M${at},${low}V${high}m-4,0h8M${at},${low}m-4,0h8`}
        />
      )}
      {now - then > SHORT && (
        <path
          className={views.drawn}
          strokeWidth={1.25}
          style={inkOf('rtt')}
          d={`M${now},${low}m0,-4v8m0,-4H${then}m0,-4v8`}
        />
      )}
    </>
  );
}

const SIZE = { wide: { width: 230, height: 150 }, narrow: { width: 150, height: 104 } };
/** Below this distance (px) the lines are not told apart in the picture itself. */
const CLOSE = 36;
const PAD = 8;

/** The surroundings of a moment, two or three round trips, in the corner that the lines leave free. */
export function Lens({ layout, standing }: { layout: Layout; standing: Standing }): ReactNode {
  const { x, y, left, right, top, axisY, narrow, sequence, head } = layout;
  const { t, sentAt, heardAt, inFlight, once } = standing;
  const trip = heardAt - sentAt;
  const close = y(0) - y(inFlight) < CLOSE || x(trip) - x(0) < CLOSE;
  if (!close || !(trip > 0) || inFlight === 0) return null;
  const { width, height } = narrow ? SIZE.narrow : SIZE.wide;
  const late = x(t) > (left + right) / 2;
  const box = { x: late ? left + 8 : right - width - 4, y: late ? top + 16 : axisY - height - 8, width, height };
  const [from, to] = [t - 1.5 * trip, t + trip];
  const low = standingAt(sequence, from).acked;
  const high = Math.max(standingAt(sequence, to).sent, standing.sent + inFlight / 4);
  const paper: Paper = {
    x: scaleLinear([from, to], [box.x, box.x + width]),
    y: scaleLinear([low, high], [box.y + height - PAD, box.y + 2 * PAD]),
    wide: width,
  };
  const at = Math.round(paper.x(t)) + 0.5;
  const said = `RTT ${formatValue(trip, head.unit)}`;
  return (
    <>
      <rect className={views.box} {...box} rx={6} />
      <svg {...box} viewBox={Object.values(box).join(' ')}>
        <line className={views.cursorLine} x1={at} x2={at} y1={box.y} y2={box.y + height} />
        <Marks sequence={sequence} paper={paper} from={from} to={to} />
        <Spans paper={paper} standing={standing} />
        {once && (
          <text
            className={views.reading}
            style={inkOf('rtt')}
            x={Math.max(paper.x(heardAt) - 6, box.x + textWidth(said) + PAD)}
            y={paper.y(standing.acked) + 14}
            textAnchor="end"
          >
            {said}
          </text>
        )}
      </svg>
    </>
  );
}
