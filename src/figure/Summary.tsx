import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Figure } from '../model/contract';
import { formatFigure, formatNumber, formatValue, hasPrefixes } from '../views/format';
import { Grid } from '../ui/layout';
import { Text } from '../ui/Text';
import unseen from '../ui/unseen.module.css';
import css from './Summary.module.css';

interface SummaryProps {
  summary: Record<string, Figure>;
  before: Record<string, Figure> | undefined;
  /** Is that of the run which the reader keeps, and not of the last one? */
  isKept: boolean;
  /** Is the picture that of a newer run, which is not finished? */
  isOld: boolean;
}

/** Changes smaller than this share of the value are noise. */
const NOISE = 0.005;

function changeText(change: number, { unit, value }: Figure): string {
  if (!(Math.abs(change) > NOISE * Math.abs(value ?? 0))) return '';
  const said = hasPrefixes(unit) ? formatValue(change, unit) : formatNumber(change);
  return (change > 0 ? '+' : '') + said;
}

interface ChangeProps {
  now: Figure;
  before: Figure | undefined;
  isKept: boolean;
}

function Change({ now, before, isKept }: ChangeProps): ReactNode {
  const change = (now.value ?? NaN) - (before?.value ?? NaN);
  const text = changeText(change, now);
  return (
    <small>
      {text}
      {text !== '' && (
        <span className={unseen.unseen}>
          {' '}
          {isKept ? (
            <Translate id="figure.summary.changeToA">against A</Translate>
          ) : (
            <Translate id="figure.summary.change">against the run before</Translate>
          )}
        </span>
      )}
    </small>
  );
}

/** So many numbers can be taken in beside a picture; the tab "Data" has all of them. */
const SHOWN = 6;

/** The run in a few numbers, each with its change against the run before. */
export function Summary({ summary, before, isKept, isOld }: SummaryProps): ReactNode {
  return (
    <Grid as="dl" least="max(7rem, 30%)" gap={5} className={css.summary}>
      {Object.entries(summary)
        .slice(0, SHOWN)
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
