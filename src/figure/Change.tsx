import Translate from '@docusaurus/Translate';
import type { ReactNode } from 'react';
import type { Figure } from '../model/contract';
import { formatNumber, formatValue, hasPrefixes } from '../views/format';
import unseen from '../ui/unseen.module.css';

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
  /** Is `before` of the run which the reader keeps, and not of the last one? */
  isKept: boolean;
}

/** By how much a number differs from that of the run before, or of the one that is kept. */
export function Change({ now, before, isKept }: ChangeProps): ReactNode {
  const change = (now.value ?? NaN) - (before?.value ?? NaN);
  const text = changeText(change, now);
  return (
    <small>
      {text}
      {text !== '' && (
        <span className={unseen.unseen}>
          {' '}
          {isKept ? (
            <Translate id="figure.summary.changeToA">vs A</Translate>
          ) : (
            <Translate id="figure.summary.change">vs the previous run</Translate>
          )}
        </span>
      )}
    </small>
  );
}
