import type { Card } from '../model/questions';

const OPEN = { junior: 240, senior: 300, staff: 420 };
/** For each question that follows an open one. */
const FOLLOW_UP = 60;

/** How long an answer takes, in s: talking takes longest, and more is expected of whom more is expected. */
export function plannedSeconds(card: Card): number {
  switch (card.form) {
    case 'open':
      return OPEN[card.level] + FOLLOW_UP * card.followUps.length;
    case 'recall':
      return 60;
    case 'ladder':
      return 150;
    case 'marked':
      if (card.type === 'sum') return 240;
      return { numeric: 180, order: 120, choice: card.output === undefined ? 75 : 120 }[kindOf(card)];
  }
}

type Kind = 'numeric' | 'order' | 'choice';

function kindOf({ example: { question } }: Extract<Card, { form: 'marked' }>): Kind {
  return question.kind === 'numeric' || question.kind === 'order' ? question.kind : 'choice';
}

/** Is it answered by talking? */
export const isTalk = ({ form }: Card): boolean => form === 'open';
