import { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { CursorSheet, Tag, TAG } from '../views/sheet';
import type { Field, FieldCell } from '../views/view';
import views from '../views/views.module.css';
import css from './Picture.module.css';

interface FieldCursorProps {
  field: Field;
  width: number;
  height: number;
}

type Place = Pick<FieldCell, 'column' | 'row'>;

const MOVES: Record<string, readonly [across: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Says what a cell holds: by mouse, finger and arrow keys. */
export function FieldCursor({ field, width, height }: FieldCursorProps): ReactNode {
  const { plot, columns, rows, cells } = field;
  const [place, setPlace] = useState<Place>();
  const found = (wanted: Place | undefined): FieldCell | undefined =>
    wanted && cells.find(({ column, row }) => column === wanted.column && row === wanted.row);
  const cell = found(place);

  function point(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [plot.left + event.clientX - box.left, plot.top + event.clientY - box.top];
    setPlace(cells.find((each) => x >= each.x && x < each.x + each.width && y >= each.y && y < each.y + each.height));
  }

  function press(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    if (event.key === 'Escape') setPlace(undefined);
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
    const from = place ?? { column: -move[0], row: -move[1] };
    setPlace({ column: clamp(from.column + move[0], columns), row: clamp(from.row + move[1], rows) });
  }

  return (
    <>
      {cell && (
        <CursorSheet width={width} height={height}>
          <rect className={views.edge} x={cell.x} y={cell.y} width={cell.width} height={cell.height} />
          <Tag x={cell.x + cell.width / 2} y={Math.round(cell.y) - TAG - 4} text={cell.said} width={width} />
        </CursorSheet>
      )}
      <div
        className={css.scrubber}
        style={{ left: plot.left, width: plot.right - plot.left, top: plot.top, height: plot.bottom - plot.top }}
        role="slider"
        tabIndex={0}
        aria-label={translate({ id: 'figure.field', message: 'Cells: pick one with the arrow keys' })}
        aria-roledescription={translate({ id: 'figure.field.role', message: 'two-dimensional slider' })}
        aria-valuemin={0}
        aria-valuemax={columns * rows - 1}
        aria-valuenow={cell ? cell.row * columns + cell.column : 0}
        aria-valuetext={(cell ?? found({ column: 0, row: 0 }))?.said}
        onKeyDown={press}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse') setPlace(undefined);
        }}
      />
    </>
  );
}
