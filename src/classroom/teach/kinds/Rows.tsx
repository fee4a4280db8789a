import type { ReactNode } from 'react';
import type { Json, Path } from '../draft/path';
import { Frame } from '../form/Frame';
import css from '../form/form.module.css';
import { useField } from '../useDraft';
import { Button } from '../../../ui/Button';

interface RowsProps {
  path: Path;
  label: string;
  hint?: string;
  /** The word on the button, and what a new row begins as. */
  add: string;
  blank: () => Json;
  /** How the button that takes out row `number` is called. */
  remove: (number: number) => string;
  least?: number;
  row: (path: Path, place: number) => ReactNode;
}

/** A list whose rows have fields of their own. */
export function Rows({ path, label, hint, add, blank, remove, least = 0, row }: RowsProps): ReactNode {
  const { id, value, set, problem, isMissing } = useField(path);
  const rows = Array.isArray(value) ? value : [];
  return (
    <Frame {...{ id, label, hint, problem, isMissing }} group>
      <ol className={css.list}>
        {rows.map((_, place) => (
          <li key={place} className={css.listRow}>
            <div>{row([...path, place], place)}</div>
            <Button
              disabled={rows.length <= least}
              aria-label={remove(place + 1)}
              title={remove(place + 1)}
              onClick={() => set(rows.filter((_each, other) => other !== place))}
            >
              ✕
            </Button>
          </li>
        ))}
      </ol>
      <Button onClick={() => set([...rows, blank()])}>{add}</Button>
    </Frame>
  );
}
