import type { ReactNode } from 'react';
import type { Figure } from '../model/contract';
import { formatFigure } from '../views/format';
import { Grid } from '../ui/layout';
import { Text } from '../ui/Text';
import { Change } from './Change';
import css from './Summary.module.css';

interface SummaryProps {
  summary: Record<string, Figure>;
  before: Record<string, Figure> | undefined;
  /** Is that of the run which the reader keeps, and not of the last one? */
  isKept: boolean;
  /** Is the picture that of a newer run, which is not finished? */
  isOld: boolean;
}

/** So many numbers can be taken in: the first stands above the picture, and the tab "Data" has all. */
const SHOWN = 6;

/** The run in a few more numbers, each with its change against the run before. */
export function Summary({ summary, before, isKept, isOld }: SummaryProps): ReactNode {
  return (
    <Grid as="dl" least="6.5rem" gap={3} className={css.summary}>
      {Object.entries(summary)
        .slice(1, SHOWN)
        .map(([name, figure]) => (
          <div key={name}>
            <Text as="dt" size="small" tone="soft">
              {figure.label}
            </Text>
            <Text as="dd" isNumbers>
              <Text as="b" tone={isOld ? 'soft' : undefined}>
                {formatFigure(figure)}
              </Text>{' '}
              <Change now={figure} before={before?.[name]} isKept={isKept} />
            </Text>
          </div>
        ))}
    </Grid>
  );
}
