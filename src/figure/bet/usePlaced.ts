import { useMemo } from 'react';
import type { Placed } from '../../memory/bets/store';
import { useBets } from '../../memory/bets/useBets';

/** What was placed at this experiment in this browser, oldest first. */
export function usePlaced(figure: string): readonly Placed[] {
  const all = useBets();
  return useMemo(() => all.filter((placed) => placed.figure === figure), [all, figure]);
}
