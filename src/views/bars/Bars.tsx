import { extent, max } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { BarsSpec } from '../../model/contract';
import { drawNothing, Heading, Sheet } from '../sheet';
import { dashOf, inkOf } from '../styles';
import { columnOf, tableOf } from '../tables';
import { cut, textWidth } from '../text';
import { type Draw, FLAT, NARROW, PINNED, type View } from '../view';
import { type Row, rowsOf } from './rows';
import css from '../views.module.css';
import { commonWords } from '../words';

const TOP = 28;
/** Below the last row, for a word on those that have no room. */
const FOOT = 18;
const HEIGHT = { wide: 300, narrow: 340 };
/** As it opens a figure. */
const OPENING = { wide: 300, narrow: FLAT.narrow };
/** What a row takes at least and at most; on a narrow picture its name stands above the bar. */
const ROW = { wide: [20, 80], narrow: [36, 80] } as const;
/** Of the width, for names at the left. */
const NAME_SHARE = 0.36;

interface OtherProps {
  other: Row['others'][number];
  from: number;
  to: number;
  y: number;
}

/** The same row of another run: a line below the bar. */
function Other({ other: { role }, from, to, y }: OtherProps): ReactNode {
  return (
    <g className={css[role]} data-role={role}>
      <path className={css.line} d={`M${from},${y}H${to}m0,-3v6`} strokeDasharray={dashOf(0, role)} />
      {role === 'pinned' && (
        <text className={css.pinnedName} x={to + (to < from ? -8 : 8)} y={y} dy="0.34em">
          {PINNED}
        </text>
      )}
    </g>
  );
}

interface BarProps {
  row: Row;
  x: ScaleLinear<number, number>;
  top: number;
  thickness: number;
}

function Bar({ row: { value, text, others }, x, top, thickness }: BarProps): ReactNode {
  const zero = Math.round(x(0));
  const end = Math.round(x(Number.isFinite(value) ? value : 0));
  const bottom = top + thickness;
  return (
    <g>
      <rect
        className={css.solid}
        x={Math.min(zero, end)}
        y={top}
        width={Math.max(Math.abs(end - zero), 1)}
        height={thickness}
        rx={1.5}
      />
      <line className={css.base} x1={zero} x2={zero} y1={top - 3} y2={bottom + 3} />
      {others.map(
        (other) =>
          other.role !== 'unseen' && (
            <Other key={other.role} {...{ other, from: zero, to: Math.round(x(other.value)), y: bottom + 4 }} />
          ),
      )}
      <text
        className={css.label}
        x={end + (value < 0 ? -7 : 7)}
        y={top + thickness / 2}
        dy="0.35em"
        textAnchor={value < 0 ? 'end' : 'start'}
      >
        {text}
      </text>
    </g>
  );
}

/** A bar for each row of a table, with its name and its value. Rows beyond the picture are counted. */
const draw: Draw<BarsSpec> = (input) => {
  const { spec, run, width, flat, title, words } = input;
  const narrow = width < NARROW;
  const form = narrow ? 'narrow' : 'wide';
  const height = (flat ? OPENING : HEIGHT)[form];
  const all = rowsOf(input);
  const [low, high] = extent(all.flatMap(({ value, others }) => [value, ...others.map((other) => other.value)]));
  if (low === undefined) return drawNothing(width, height, title, words.nothing);

  const [least, most] = ROW[form];
  const room = height - TOP - FOOT;
  const rows = all.slice(0, Math.floor(room / least));
  const step = Math.min(most, room / rows.length);
  const thickness = Math.round(narrow ? Math.min(26, step - 24) : Math.min(36, step - 8));
  const longest = max(rows, ({ label }) => textWidth(label))!;
  const names = narrow ? width : Math.min(NAME_SHARE * width, longest + 1);
  const left = narrow ? 0 : Math.ceil(names) + 12;
  const values = max(rows, ({ text }) => textWidth(text))! + 14;
  const x = scaleLinear()
    .domain(low === 0 && high === 0 ? [0, 1] : [Math.min(0, low), Math.max(0, high)])
    .range([left + (low < 0 ? values : 0), width - values]);

  const column = columnOf(tableOf(run, spec.table)!, spec.value);
  const said = rows.map(({ label, text }) => `${label} ${text}`).join(', ');
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${said}`}>
      <Heading x={0} title={spec.title} unit={cut(column.meaning, width - textWidth(spec.title, 12.5) - 16)} />
      <g style={inkOf(column.quantity)}>
        {rows.map((row, i) => {
          const top = Math.round(TOP + i * step + (narrow ? 16 : (step - thickness) / 2));
          const name = cut(row.label, names);
          const at = narrow ? { x: 0, y: top - 5 } : { x: left - 10, y: top + thickness / 2, dy: '0.35em' };
          return (
            <g key={i}>
              <text className={css.ink} {...at} textAnchor={narrow ? 'start' : 'end'}>
                {name}
                {name !== row.label && <title>{row.label}</title>}
              </text>
              <Bar row={row} x={x} top={top} thickness={thickness} />
            </g>
          );
        })}
      </g>
      {rows.length < all.length && (
        <text className={css.axisTitle} x={left} y={height - 4}>
          {words.more(all.length - rows.length)}
        </text>
      )}
    </Sheet>
  );
  return { width, height, picture };
};

export const bars: View<BarsSpec> = { draw, words: commonWords };
