import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Figure } from '../../model/types';
import { formatNumber, formatValue, scaled } from '../../views/format';
import css from './Summary.module.css';

interface SummaryProps {
  summary: Record<string, Figure>;
  before: Record<string, Figure> | undefined;
}

/** Changes smaller than this share of the value are noise. */
const NOISE = 0.005;

function changeText(change: number, { unit, value }: Figure): string {
  if (!(Math.abs(change) > NOISE * Math.abs(value ?? 0))) return '';
  return (change > 0 ? '+' : '') + formatNumber(change * scaled(unit, value ?? 0).factor);
}

function Change({ now, before }: { now: Figure; before: Figure | undefined }): ReactNode {
  const change = (now.value ?? NaN) - (before?.value ?? NaN);
  const text = changeText(change, now);
  return (
    <span className={css.change}>
      {text}
      {text !== '' && (
        <span className={css.unseen}>
          {' '}
          <Translate id="figure.summary.change">against the run before</Translate>
        </span>
      )}
    </span>
  );
}

/** So many numbers can be taken in beside a picture; the tab "Data" has all of them. */
const SHOWN = 6;

/** The run in a few numbers, each with its change against the run before. */
export function Summary({ summary, before }: SummaryProps): ReactNode {
  return (
    <dl className={css.summary}>
      {Object.entries(summary)
        .slice(0, SHOWN)
        .map(([name, figure]) => (
          <div key={name} className={css.number}>
            <dt>{figure.label}</dt>
            <dd>
              <span className={css.value}>{figure.value === null ? '–' : formatValue(figure.value, figure.unit)}</span>{' '}
              <Change now={figure} before={before?.[name]} />
            </dd>
          </div>
        ))}
    </dl>
  );
}
