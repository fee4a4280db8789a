import { filled, PLACES, resample, type Sketch } from '../../memory/bets/curve';
import { type Score, scoreCurve, scoreFactor, scoreShare } from '../../memory/bets/score';
import type { Bet } from '../../model/contract';
import type { Result } from '../../model/types';

/** What the reader drew, and over which stretch of the axis. */
export interface Drawn {
  sketch: Sketch;
  axis: readonly [number, number];
}

/** What the reader says: a number in the unit of the summary, or a curve. */
export interface Guess {
  number?: number;
  drawn?: Drawn;
}

export interface Outcome {
  given: number | number[];
  truth: number | number[];
  score: Score;
}

/** The guess beside the truth; undefined as long as nothing is said. */
export function outcomeOf(bet: Bet, { number, drawn }: Guess, run: Result): Outcome | undefined {
  if (bet.kind === 'value') {
    const figure = run.summary[bet.summary];
    if (number === undefined || typeof figure?.value !== 'number') return undefined;
    // Where chance decides, whatever lies between the lowest and the highest is right.
    const [low, high] = figure.band ?? [figure.value, figure.value];
    const truth = Math.min(Math.max(number, low!), high!);
    const score = bet.scale === 'linear' ? scoreShare(number, truth, bet.max - bet.min) : scoreFactor(number, truth);
    return { given: number, truth, score };
  }
  const given = drawn && filled(drawn.sketch);
  const column = run.columns.find(({ name }) => name === bet.column);
  if (!given || !column) return undefined;
  const [from, to] = drawn.axis;
  const truth = resample(run.columns[0]!.values, column.values, { from, to, count: PLACES });
  return { given, truth, score: scoreCurve(given, truth) };
}
