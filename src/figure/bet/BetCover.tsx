import type { ReactNode } from 'react';
import type { Betting } from './useBetting';
import css from './Bet.module.css';

interface BetCoverProps {
  betting: Betting;
  children: ReactNode;
}

/** The drawing that moves. Where it would show the answer it stands still and empty, under hatching. */
export const BetCover = ({ betting: { seen }, children }: BetCoverProps): ReactNode => (
  <div className={css.drawing} inert={seen.drawing.isSheeted}>
    {children}
    {seen.drawing.isSheeted && <div className={css.cover} aria-hidden="true" />}
  </div>
);
