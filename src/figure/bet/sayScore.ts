import { translate } from '@docusaurus/Translate';
import type { Score } from '../../memory/bets/score';
import { formatNumber, formatValue } from '../../views/format';

/** "Off by a factor of 1.4: 82 points." */
export function sayScore({ by, off, points }: Score): string {
  if (points === 100)
    return translate({ id: 'figure.bet.score.exact', message: 'Spot on: {points} of 100 points.' }, { points });
  if (by === 'factor')
    return translate(
      { id: 'figure.bet.score.factor', message: 'Off by a factor of {factor}: {points} of 100 points.' },
      { factor: off < 10 ? off.toFixed(off < 1.1 ? 2 : 1) : formatNumber(Math.round(off)), points },
    );
  return translate(
    { id: 'figure.bet.score.share', message: 'Off by {share} of the range: {points} of 100 points.' },
    { share: formatValue(Math.max(1, Math.round(off * 100)), '%'), points },
  );
}

/** As long as that may become. */
export const longestScores = (): string[] => [
  sayScore({ by: 'factor', off: 100_000, points: 10 }),
  sayScore({ by: 'share', off: 0.99, points: 10 }),
];
