import type { ReactNode } from 'react';
import type { Figure } from '../../model/contract';
import { Text } from '../../ui/Text';
import { formatFigure } from '../../views/format';
import css from './Companion.module.css';

/** The number that the figure is about, and what it was: “26.1 s → 25.9 s”. */
export function CompanionNumber({ number, before }: { number: Figure; before: Figure | undefined }): ReactNode {
  const [now, then] = [formatFigure(number), before && formatFigure(before)];
  return (
    <div className={css.number}>
      <Text size="small" tone="soft">
        {number.label}
      </Text>
      <Text isNumbers>
        {then !== undefined && then !== now && (
          <>
            <Text as="small" tone="soft" size="note">
              {then}
            </Text>
            {' → '}
          </>
        )}
        <b>{now}</b>
      </Text>
    </div>
  );
}
