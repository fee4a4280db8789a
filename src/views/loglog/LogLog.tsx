import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { LogLogSpec } from '../../model/contract';
import { XAxis } from '../axis';
import { BandArea } from '../bandArea';
import { drawNothing, Heading, Sheet } from '../sheet';
import { dashOf, inkOf } from '../styles';
import { cut, textWidth } from '../text';
import { type Draw, PINNED, type View } from '../view';
import { timeOf } from './LogLogCursor';
import { boxOf, type Layout, layoutLogLog, type Lines } from './layoutLogLog';
import css from '../views.module.css';
import { commonWords } from '../words';

const SWATCH = 22;

/** Which line is which, above the plot. */
function Key({ layout, lines: { tracks } }: { layout: Layout; lines: Lines }): ReactNode {
  let x = layout.left;
  return tracks.map((track, index) => {
    const start = x;
    x += SWATCH + textWidth(track.label) + 22;
    return (
      <g key={track.name} style={inkOf(track.quantity)}>
        <path className={css.line} d={`M${start},33h${SWATCH - 6}`} strokeDasharray={dashOf(index)} />
        <text className={css.label} x={start + SWATCH} y={33} dy="0.34em">
          {track.label}
          <title>{track.meaning}</title>
        </text>
      </g>
    );
  });
}

function YAxis({ layout: { y, left, right } }: { layout: Layout }): ReactNode {
  return y.ticks.map((tick) => {
    const at = Math.round(y.scale(tick)) + 0.5;
    return (
      <g key={tick}>
        <line className={css.rule} x1={left} x2={right} y1={at} y2={at} />
        <text className={css.tick} x={left - 7} y={at} dy="0.34em" textAnchor="end">
          {y.label(tick).replace(/[^\d.,]+$/u, '')}
        </text>
      </g>
    );
  });
}

/** The lines of one run; a dot for each sample of the run itself. */
function LinesOf({ layout: { x, y }, lines: { role, frame, tracks } }: { layout: Layout; lines: Lines }): ReactNode {
  const xs = frame.x.values;
  return tracks.map((track, index) => {
    const rows = Array.from(track.values.keys()).filter((row) => track.values[row]! > 0);
    const places = rows.map((row): [number, number] => [x.scale(xs[row]!), y.scale(track.values[row]!)]);
    const last = places.at(-1);
    return (
      <g
        key={track.name}
        className={css[role]}
        style={inkOf(track.quantity, role)}
        data-series={track.name}
        data-role={role}
      >
        <path className={css.line} d={line().digits(1)(places) ?? undefined} strokeDasharray={dashOf(index, role)} />
        {role === 'run' &&
          index === 0 &&
          places.map(([px, py]) => (
            <circle key={px} className={css.dot} cx={px.toFixed(1)} cy={py.toFixed(1)} r={3.5} />
          ))}
        {role === 'pinned' && last && (
          <text className={css.pinnedName} x={last[0].toFixed(1)} y={(last[1] - 9).toFixed(1)}>
            {PINNED}
          </text>
        )}
      </g>
    );
  });
}

/** Columns over the first one, on axes in powers of ten. */
const draw: Draw<LogLogSpec> = (input) => {
  const { spec, run, width, title, words } = input;
  const layout = layoutLogLog(input);
  if (!layout) return drawNothing(width, boxOf(width).height, title, words.nothing);
  const { left, right, bottom, height, x, y, lines } = layout;
  const own = lines.find(({ role }) => role === 'run')!;
  const unit = y.title(own.tracks[0]!.meaning);
  const time = timeOf(layout);
  const picture = (
    <Sheet width={width} height={height} title={title}>
      <Heading x={left} title={spec.title} unit={cut(unit, width - left - textWidth(spec.title, 12.5) - 16)} />
      <Key layout={layout} lines={own} />
      <YAxis layout={layout} />
      {own.tracks.map((track) => (
        <BandArea
          key={track.name}
          column={track}
          table={run.columns}
          across={own.frame.x.values}
          x={x.scale}
          y={y.scale}
        />
      ))}
      {lines.map((each) => each.role !== 'unseen' && <LinesOf key={each.role} layout={layout} lines={each} />)}
      <XAxis
        x={x.scale}
        ticks={x.ticks}
        label={x.label}
        title={x.title(own.frame.x.meaning)}
        axisY={bottom}
        right={right}
      />
      <line className={css.base} x1={left} x2={right} y1={bottom + 0.5} y2={bottom + 0.5} />
    </Sheet>
  );
  return { width, height, picture, ...(time && { time }) };
};

export const loglog: View<LogLogSpec> = { draw, words: commonWords };
