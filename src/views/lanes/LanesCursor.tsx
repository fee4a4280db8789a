import type { ReactNode } from 'react';
import type { LaneLayout, Layout } from './layoutLanes';
import type { Reading, Readout } from './readout';
import { STRIP_ROW } from './layoutLanes';
import { formatNumber } from '../format';
import { CursorSheet, Tag } from '../sheet';
import { inkOf } from '../styles';
import { dodge, textWidth } from '../text';
import css from '../views.module.css';

interface CursorProps {
  layout: Layout;
  readout: Readout;
}

function LaneReadings({
  lane,
  at,
  readings,
  layout,
}: {
  lane: LaneLayout;
  at: number;
  readings: Reading[];
  layout: Layout;
}): ReactNode {
  const points = readings.map(({ value }) => lane.y(value));
  const ys = dodge(points, 15, lane.top + 6, lane.bottom - 6);
  const words = readings.map(({ track, value, text }) =>
    lane.tracks.length > 1 ? `${track.label} ${formatNumber(value * lane.scale.factor)}` : text,
  );
  const longest = Math.max(0, ...words.map((word) => textWidth(word)));
  const flip = at + longest + 14 > layout.right;
  return readings.map(({ track }, i) => (
    <g key={track.name} style={inkOf(track.quantity)}>
      <circle className={css.point} cx={at} cy={points[i]!.toFixed(1)} r={4} />
      <rect
        className={css.readingGround}
        x={flip ? at - 11 - Math.ceil(textWidth(words[i]!)) : at + 7}
        y={Math.round(ys[i]!) - 7}
        width={Math.ceil(textWidth(words[i]!)) + 4}
        height={15}
        rx={3}
      />
      <text
        className={css.reading}
        x={at + (flip ? -9 : 9)}
        y={ys[i]!.toFixed(1)}
        dy="0.34em"
        textAnchor={flip ? 'end' : 'start'}
      >
        {words[i]}
      </text>
    </g>
  ));
}

/** One line through all lanes, with the values beside it. */
export function LanesCursor({ layout, readout }: CursorProps): ReactNode {
  const { lanes, axisY, strip, width, height } = layout;
  const at = Math.round(layout.x(readout.x)) + 0.5;
  const top = lanes[0]!.top;
  return (
    <CursorSheet width={width} height={height}>
      <line className={css.cursorLine} x1={at} x2={at} y1={top - 4} y2={axisY} />
      {lanes.map((lane) => (
        <LaneReadings
          key={lane.spec.id}
          {...{ lane, at, layout, readings: readout.readings.filter((reading) => reading.lane === lane) }}
        />
      ))}
      {readout.event && (
        <Tag
          x={at}
          y={Math.max(0, strip.top + (strip.rows - 1) * STRIP_ROW - 3)}
          text={readout.event.text}
          width={width}
        />
      )}
      <Tag x={at} y={axisY + 5} text={readout.text} width={width} />
    </CursorSheet>
  );
}
