import { line } from 'd3-shape';
import type { ReactNode } from 'react';
import type { SweepSpec } from '../../model/contract';
import { XAxis } from '../axis';
import { BandArea } from '../bandArea';
import { formatNumber, formatValue } from '../format';
import { drawNothing, Sheet, TAG, Tag } from '../sheet';
import { dashOf, inkOf } from '../styles';
import { columnOf } from '../tables';
import { cut } from '../text';
import { withUnit } from '../valueAxis';
import { type Draw, PINNED, type View } from '../view';
import { boxOf, type Curve, type Layout, layoutSweep, type Panel } from './layoutSweep';
import css from '../views.module.css';
import { commonWords } from '../words';

const round = (value: number): number => Math.round(value * 10) / 10;

interface CurveProps {
  curve: Curve;
  panel: Panel;
  unit: string;
}

/** A run's values; a dot for each that was run. */
function CurveOf({ curve: { role, places }, panel: { column }, unit }: CurveProps): ReactNode {
  const points = places.map(({ x, y }): [number, number] => [x, y]);
  const last = points.at(-1);
  return (
    <g className={css[role]} style={inkOf(column.quantity, role)} data-series={column.name} data-role={role}>
      <path className={css.line} d={line().digits(1)(points) ?? undefined} strokeDasharray={dashOf(0, role)} />
      {role === 'run' &&
        places.map(({ x, y, said }) => (
          <circle key={x} className={css.dot} cx={round(x)} cy={round(y)} r={3}>
            <title>{`${formatValue(said[0], unit)}: ${formatValue(said[1], column.unit)}`}</title>
          </circle>
        ))}
      {role === 'pinned' && last && (
        <text className={css.pinnedName} x={round(last[0])} y={round(last[1] - 9)}>
          {PINNED}
        </text>
      )}
    </g>
  );
}

/** The reader's own setting: a ring on the curve, and what came of it. */
function Own({ layout: { width }, panel: { own, column, top, bottom } }: { layout: Layout; panel: Panel }): ReactNode {
  if (!own) return null;
  const above = own.y - 10 - TAG;
  return (
    <g style={inkOf(column.quantity)}>
      <path className={css.line} d={`M${round(own.x)},${top}V${bottom}`} strokeDasharray="2 4" strokeWidth={1} />
      <circle className={css.dot} cx={round(own.x)} cy={round(own.y)} r={7} />
      <circle className={css.dot} cx={round(own.x)} cy={round(own.y)} r={2} />
      <Tag
        x={own.x}
        y={Math.round(above < top ? own.y + 10 : above)}
        text={formatValue(own.value, column.unit)}
        width={width}
      />
    </g>
  );
}

interface PanelProps {
  layout: Layout;
  panel: Panel;
  /** What to call a log scale. */
  logScale: string;
}

function PanelOf({ layout, panel, logScale }: PanelProps): ReactNode {
  const { left, right, width, across, table, x } = layout;
  const { column, top, bottom, y, curves } = panel;
  // One unit for all ticks, which stands in the title.
  const { meaning, unit } = column;
  const heading = y.isLog ? `${withUnit(meaning, unit)} (${logScale})` : y.title(meaning);
  return (
    <g>
      <text className={css.title} x={0} y={top - 10}>
        {cut(heading, width, 12.5)}
      </text>
      {y.ticks.map((tick) => {
        const at = Math.round(y.scale(tick)) + 0.5;
        return (
          <g key={tick}>
            <line className={css.rule} x1={left} x2={right} y1={at} y2={at} />
            <text className={css.tick} x={left - 7} y={at} dy="0.34em" textAnchor="end">
              {y.isLog ? formatNumber(tick) : y.label(tick)}
            </text>
          </g>
        );
      })}
      <line className={css.base} x1={left} x2={right} y1={bottom + 0.5} y2={bottom + 0.5} />
      <BandArea column={column} table={table} across={columnOf(table, across.name).values} x={x.scale} y={y.scale} />
      {curves.map(
        (curve) =>
          curve.role !== 'unseen' && <CurveOf key={curve.role} curve={curve} panel={panel} unit={across.unit} />,
      )}
      <Own layout={layout} panel={panel} />
    </g>
  );
}

/** What comes of a setting: panels, one above the other, over the setting in powers of ten. */
const draw: Draw<SweepSpec> = (input) => {
  const { spec, width, title, words } = input;
  const layout = layoutSweep(input);
  const { height } = boxOf(width, spec.panels.length);
  if (!layout) return drawNothing(width, height, title, words.nothing);
  const { x, right, bottom, across, panels } = layout;
  const said = panels
    .filter(({ own }) => own)
    .map(({ own, column }) => `${column.meaning}: ${formatValue(own!.value, column.unit)}`);
  const picture = (
    <Sheet width={width} height={height} title={[title, ...said].join('. ')}>
      {panels.map((panel) => (
        <PanelOf key={panel.column.name} layout={layout} panel={panel} logScale={words.logScale} />
      ))}
      <XAxis
        x={x.scale}
        ticks={x.ticks}
        label={x.label}
        title={cut(x.title(across.meaning), right, 11.5)}
        axisY={bottom}
        right={right}
      />
    </Sheet>
  );
  return { width, height, picture };
};

export const sweep: View<SweepSpec> = { draw, words: commonWords };
