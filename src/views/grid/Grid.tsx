import { max } from 'd3-array';
import type { ReactNode } from 'react';
import type { GridSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { formatNumber, type Scaled, scaled } from '../format';
import { inkOf } from '../styles';
import { tableOf, wordOf } from '../tables';
import { type Draw, NARROW, type View } from '../view';
import css from './grid.module.css';
import { commonWords } from '../words';

const HEIGHT = { wide: 320, narrow: 300 };

interface Head {
  column: Column;
  label: string;
  scale: Scaled;
}

function CellOf({ head: { column, scale }, row, first }: { head: Head; row: number; first: boolean }): ReactNode {
  const value = column.values[row]!;
  const text = column.words ? wordOf(column, value) : formatNumber(value * scale.factor);
  const align = column.words ? css.word : undefined;
  return first ? (
    <th scope="row" className={align}>
      {text}
    </th>
  ) : (
    <td className={align}>{text}</td>
  );
}

/** A table as rows and columns: HTML, so that it can be read, copied and walked through cell by cell. */
const draw: Draw<GridSpec> = ({ spec, run, width, title, words }) => {
  const height = width < NARROW ? HEIGHT.narrow : HEIGHT.wide;
  const heads = (tableOf(run, spec.table) ?? []).map((column): Head => {
    const largest = max(column.values, Math.abs) ?? 0;
    return { column, label: words.column(column.name), scale: scaled(column.unit, largest) };
  });
  const count = heads[0]?.column.values.length ?? 0;
  const picture = (
    // It scrolls, by keys too.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.grid} style={{ height }} role="group" aria-label={title} tabIndex={0}>
      {count === 0 ? (
        <p className={css.nothing}>{words.nothing}</p>
      ) : (
        <table className={css.table}>
          <caption>{spec.title}</caption>
          <thead>
            <tr>
              {heads.map(({ column, label, scale }) => (
                <th
                  key={column.name}
                  scope="col"
                  className={column.words ? css.word : undefined}
                  style={inkOf(column.quantity)}
                  title={column.meaning}
                >
                  {label}
                  {scale.unit !== '' && <span className={css.unit}>{` ${scale.unit}`}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: count }, (_, row) => (
              <tr key={row}>
                {heads.map((head, i) => (
                  <CellOf key={head.column.name} head={head} row={row} first={i === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
  return { width, height, picture };
};

export const grid: View<GridSpec> = { draw, words: commonWords, alone: true };
