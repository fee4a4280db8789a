import type { Desk } from '../classroom/useDesk';
import type { PaperQuestion, Posed } from '../model/contract';
import { BOOK_SEED, type Card } from '../model/questions';
import { isAbort, messageOf } from '../runtime/errors';
import { shuffled } from '../model/shuffle';

/** A card as it is asked. */
export interface Asked {
  /** Of a marked card. */
  posed?: Posed;
  /** What it was drawn with in the end. */
  seed: string;
  /** Why it has no new values: it is the book's example. */
  failure?: string;
}

/** The choices of a question in another order. */
function mixed(question: PaperQuestion, seed: string): PaperQuestion {
  if (question.kind === 'choice') return { ...question, choices: shuffled(question.choices, seed) };
  if (question.kind === 'order') return { ...question, items: shuffled(question.items, seed) };
  return question;
}

/**
 * A card for a seed: another one gives other values, drawn by Python, or where there are none an order of its own. If
 * Python cannot be had it is the book's example, and `failure` says why. Rejects only if `signal` fired.
 */
export async function pose(desk: Pick<Desk, 'ask'>, card: Card, seed: string, signal?: AbortSignal): Promise<Asked> {
  if (card.form !== 'marked') return { seed };
  const { example, isFresh, question, type } = card;
  if (seed === BOOK_SEED) return { posed: example, seed };
  if (!isFresh)
    return {
      // A myth and a fact stand where a reader has learned to look for them.
      posed: type === 'myth' ? example : { ...example, question: mixed(example.question, seed) },
      seed,
    };
  try {
    return { posed: await desk.ask<Posed>('card', { question, seed }, signal), seed };
  } catch (error) {
    if (isAbort(error)) throw error;
    return { posed: example, seed: BOOK_SEED, failure: messageOf(error) };
  }
}
