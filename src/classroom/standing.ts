/** How a question stands: what is told of it, and what can still be done. */
import type { About, Mark, PaperQuestion } from '../model/contract';
import { givenFor, type Kept, markOf, sameAnswer } from './work';

export interface Standing {
  /** Of the answer that stands there, if it may be told. */
  mark: Mark | undefined;
  /** How often it can still be checked; undefined: it cannot be checked, or as often as one likes. */
  left: number | undefined;
  canCheck: boolean;
  /** The answer is not to be changed. */
  isClosed: boolean;
  /** What is shown once the question is closed may be shown. */
  isOver: boolean;
}

export function standing(question: PaperQuestion, kept: Kept, { feedback }: About): Standing {
  const { answer, attempts } = givenFor(kept, question.id);
  const isHanded = kept.handed !== undefined && kept.reopened !== true;
  if (feedback === 'at-once') {
    const mark = markOf(kept, question.id);
    const isUsedUp = question.attempts > 0 && attempts >= question.attempts;
    return {
      mark,
      left: question.told && question.attempts > 0 ? Math.max(0, question.attempts - attempts) : undefined,
      canCheck: question.told && !isUsedUp,
      isClosed: isUsedUp,
      isOver: isUsedUp || mark?.share === 1 || isHanded,
    };
  }
  // A key that is published tells of what was handed in, as soon as it has been opened.
  const isRevealed = feedback === 'reveal' && Object.keys(kept.handed?.marks ?? {}).length > 0;
  const told = (feedback === 'after' && isHanded) || isRevealed ? kept.handed : undefined;
  const isSame = told !== undefined && sameAnswer(told.answers[question.id], answer);
  return {
    mark: isSame ? told.marks[question.id] : undefined,
    left: undefined,
    canCheck: false,
    // What is told of an answer is told of the one that was handed in.
    isClosed: told !== undefined,
    isOver: feedback === 'reveal' ? isRevealed : isHanded,
  };
}
