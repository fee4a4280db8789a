import type { ReactNode } from 'react';
import type { ColumnHead } from '../../model/contract';
import type { Drawing } from '../../views/view';
import { CurveSurface } from './CurveSurface';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface BetOverProps {
  betting: Betting;
  drawing: Drawing;
  columns: readonly ColumnHead[];
}

/** What a bet puts over the picture: a sheet that hides it, or a lane to draw in. */
export function BetOver({ betting, drawing, columns }: BetOverProps): ReactNode {
  const { bet, seen } = betting;
  if (seen.isSheeted)
    return (
      <div className={css.sheet} aria-hidden="true">
        ?
      </div>
    );
  return bet?.kind === 'curve' ? <CurveSurface {...{ bet, betting, drawing, columns }} /> : null;
}
