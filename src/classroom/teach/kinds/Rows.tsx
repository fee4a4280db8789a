import type { ReactNode } from 'react';
import { Button, IconButton } from '../../../ui/Button';
import { FieldGroup } from '../../../ui/Field';
import { Stack } from '../../../ui/layout';
import type { Json, Path } from '../draft/path';
import { wrongOf } from '../form/wrongOf';
import { useField } from '../useDraft';
import css from './Rows.module.css';

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
  const { id, value, set, ...wrong } = useField(path);
  const rows = Array.isArray(value) ? value : [];
  return (
    <FieldGroup {...{ id, label, hint }} {...wrongOf(wrong)}>
      <Stack as="ol" isFilled isRuled>
        {rows.map((_, place) => (
          <li key={place} className={css.row}>
            <div>{row([...path, place], place)}</div>
            <IconButton
              disabled={rows.length <= least}
              label={remove(place + 1)}
              onClick={() => set(rows.filter((_each, other) => other !== place))}
            >
              ✕
            </IconButton>
          </li>
        ))}
      </Stack>
      <Button onClick={() => set([...rows, blank()])}>{add}</Button>
    </FieldGroup>
  );
}
