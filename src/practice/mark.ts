import { translate } from '@docusaurus/Translate';
import { numbersIn, placesIn } from '../classroom/answers';
import type { Desk } from '../classroom/useDesk';
import type { Answer, Marking, Posed } from '../model/contract';
import type { Card, MarkedCard, OpenCard } from '../model/questions';
import { LEVELS } from '../model/questions';
import { rightGaps } from './ladder';

/** Below this an order is worth nothing, since any has some of it by luck (`kinds/order.py`). */
const ORDER_WORTH = 0.5;

/**
 * Marks an answer in the page; `posed` is what was asked of a marked card. undefined: only a run of the model can tell
 * (`markByRun`).
 */
export function mark(card: Card, posed: Posed | undefined, answer: Answer): Marking | undefined {
  switch (card.form) {
    case 'recall':
      return { share: null, reason: '' };
    case 'open':
      return { share: shareOfPoints(card, placesIn(answer)), reason: '' };
    case 'ladder':
      return markGaps(rightGaps(card, answer));
    case 'marked':
      return markKind(card, posed ?? card.example, answer);
  }
}

/** Marks an answer to a card by Python, for kinds that need a run. `seed` is what it was drawn with. */
export const markByRun = (
  desk: Pick<Desk, 'ask'>,
  { question }: MarkedCard,
  seed: string,
  answer: Answer,
  signal?: AbortSignal,
): Promise<Marking> => desk.ask<Marking>('card_mark', { question, seed, answer }, signal);

function markKind(card: MarkedCard, posed: Posed, answer: Answer): Marking | undefined {
  switch (posed.question.kind) {
    case 'choice':
      return markChoice(posed, placesIn(answer), card.reasons);
    case 'order':
      return markOrder(placesIn(posed.answer), placesIn(answer));
    case 'numeric':
      return markNumber(posed.accept!, answer);
    default:
      return undefined;
  }
}

/** A point for each right one picked, one off for each wrong one. */
function markChoice({ answer, accept }: Posed, picked: number[], reasons: readonly string[]): Marking {
  // Of what is as good as the best one is enough.
  const isAccepted = picked.length === 1 && accept?.includes(picked[0]!);
  const right = isAccepted ? picked : placesIn(answer);
  const good = right.filter((place) => picked.includes(place)).length;
  const bad = new Set(picked.filter((place) => !right.includes(place))).size;
  return {
    share: Math.max(0, (good - bad) / right.length),
    reason: picked
      .map((place) => reasons[place])
      .filter(Boolean)
      .join(' '),
  };
}

/** The longest run of items that stand in the right order relative to each other, less one for each stranger. */
function markOrder(right: number[], order: number[]): Marking {
  const ranks = order.map((place) => right.indexOf(place)).filter((rank) => rank >= 0);
  const strange = order.length - ranks.length;
  const ordered = rising(ranks);
  const share = (ordered - strange) / right.length;
  if (share === 1) return { share, reason: '' };
  return {
    share: share < ORDER_WORTH ? 0 : share,
    reason:
      strange === 0
        ? translate(
            { id: 'card.mark.order', message: '{ordered} of {all} are in the right order.' },
            { ordered, all: right.length },
          )
        : translate(
            {
              id: 'card.mark.strange',
              message: '{ordered} of {all} are in the right order. Items that don’t belong: {strange}.',
            },
            { ordered, all: right.length, strange },
          ),
  };
}

/** The length of the longest subsequence that rises. */
function rising(numbers: readonly number[]): number {
  // For each number how long a rising one that ends with it can be.
  const longest: number[] = [];
  for (const [i, number] of numbers.entries())
    longest.push(1 + Math.max(0, ...longest.filter((_, before) => before < i && numbers[before]! < number)));
  return Math.max(0, ...longest);
}

function markNumber([low, high]: readonly number[], answer: Answer): Marking {
  const [number] = numbersIn([answer]);
  if (number === undefined || number === null) return { share: 0, reason: '' };
  if (number < low!) return { share: 0, reason: translate({ id: 'card.mark.low', message: 'That’s too low.' }) };
  if (number > high!) return { share: 0, reason: translate({ id: 'card.mark.high', message: 'That’s too high.' }) };
  return { share: 1, reason: '' };
}

function markGaps(right: readonly boolean[]): Marking {
  const count = right.filter(Boolean).length;
  return {
    share: count / right.length,
    reason:
      count === right.length
        ? ''
        : translate(
            { id: 'card.mark.gaps', message: '{count} of {all} gaps are right.' },
            { count, all: right.length },
          ),
  };
}

/** Points that the level of the question asks for, by their place; if there are none, all. */
export function expectedPoints({ level, marking }: Pick<OpenCard, 'level' | 'marking'>): number[] {
  const most = LEVELS.indexOf(level);
  const places = [...marking.keys()];
  const expected = places.filter((place) => LEVELS.indexOf(marking[place]!.level) <= most);
  return expected.length > 0 ? expected : places;
}

/** How many of the points that are asked for were met; one beyond them makes up for one of them. */
export function shareOfPoints(card: Pick<OpenCard, 'level' | 'marking'>, met: readonly number[]): number {
  const known = new Set(met.filter((place) => place in card.marking));
  return Math.min(1, known.size / expectedPoints(card).length);
}
