import type { ReactNode } from 'react';
import { chipWidth, CHIP_ROW, type LaneLayout, type Layout } from './layoutLanes';
import { dashOf, inkOf } from '../styles';
import { dodge, textWidth } from '../text';
import { lastRow, type Track } from '../frame';
import css from '../views.module.css';

/** A short piece of the line itself, so that a dash pattern can be told by its word. */
function Sample({
  x,
  y,
  index,
  track,
  filled,
}: {
  x: number;
  y: number;
  index: number;
  track: Track;
  filled: boolean;
}): ReactNode {
  return (
    <g style={inkOf(track.quantity)}>
      {filled && <rect className={css.area} x={x} y={y - 4} width={18} height={8} />}
      <line className={css.line} x1={x} x2={x + 18} y1={y} y2={y} strokeDasharray={dashOf(index)} />
    </g>
  );
}

/** Title and unit of a lane; where there is no room at the lines' ends, a row of chips below names them. */
export function LaneTitle({ layout, lane }: { layout: Layout; lane: LaneLayout }): ReactNode {
  const { spec, scale, titleY, chips, chipsY, tracks } = lane;
  const only = tracks.length === 1 ? tracks[0] : undefined;
  const area = spec.kind === 'area';
  return (
    <g>
      {only && <Sample x={layout.left} y={titleY - 4} index={0} track={only} filled={area} />}
      <text className={css.title} x={layout.left + (only ? 25 : 0)} y={titleY}>
        {spec.title}
        {scale.unit !== '' && <tspan className={css.unit}>{`  ${scale.unit}`}</tspan>}
      </text>
      {chips.map((row, r) => {
        let x = layout.left;
        return row.map((track) => {
          const at = x;
          x += chipWidth(track);
          const y = chipsY + r * CHIP_ROW + 9;
          return (
            <g key={track.name}>
              <Sample x={at} y={y} index={tracks.indexOf(track)} track={track} filled={area} />
              <text className={css.label} style={inkOf(track.quantity)} x={at + 23} y={y} dy="0.34em">
                {track.label}
                <title>{track.meaning}</title>
              </text>
            </g>
          );
        });
      })}
    </g>
  );
}

/** What the soft area behind the lines is. */
export function BandNote({ layout, text }: { layout: Layout; text: string }): ReactNode {
  const { right, lanes, band } = layout;
  const y = lanes[0]!.titleY;
  const left = Math.round(right - textWidth(text, 11.5));
  const first = lanes[0]!.tracks.find(({ name }) => band?.low.tracks.has(name));
  return (
    <g style={inkOf(first?.quantity ?? 'time')}>
      <rect className={css.band} x={left - 24} y={y - 9} width={18} height={10} />
      <text className={css.axisTitle} x={left} y={y}>
        {text}
      </text>
    </g>
  );
}

/** Words at the ends of the lines, where the picture is wide. */
export function EndLabels({ layout, lane }: { layout: Layout; lane: LaneLayout }): ReactNode {
  if (layout.narrow || lane.tracks.length < 2) return null;
  const ends = lane.tracks.flatMap((track, index) => {
    const last = lastRow(track);
    return last < 0 ? [] : [{ track, index, y: lane.y(track.values[last]!) }];
  });
  const ys = dodge(
    ends.map(({ y }) => y),
    14,
    lane.top + 5,
    lane.bottom - 3,
  );
  return ends.map(({ track, y }, i) => (
    <g key={track.name} style={inkOf(track.quantity)}>
      {Math.abs(ys[i]! - y) > 4 && (
        <path
          className={css.leader}
          d={`M${layout.right + 1},${y.toFixed(1)}L${layout.right + 8},${ys[i]!.toFixed(1)}`}
        />
      )}
      <text className={css.label} x={layout.right + 10} y={ys[i]!.toFixed(1)} dy="0.34em">
        {track.label}
        <title>{track.meaning}</title>
      </text>
    </g>
  ));
}
