import type { Card } from '../model/questions';
import { INCIDENT_SECONDS } from './incident';
import type { Item } from './items';

const OPEN = { junior: 240, senior: 300, staff: 420 };
/** For each question that follows an open one. */
const FOLLOW_UP = 60;

/** How long an answer takes, in s: talking takes longest, and more is expected of whom more is expected. */
export function plannedSeconds(item: Item): number {
  switch (item.form) {
    case 'open':
      return OPEN[item.level] + FOLLOW_UP * item.followUps.length;
    case 'incident':
      return INCIDENT_SECONDS;
    case 'recall':
      return 60;
    case 'ladder':
      return 150;
    case 'marked':
      if (item.type === 'sum') return 240;
      return { numeric: 180, order: 120, choice: item.output === undefined ? 75 : 120 }[kindOf(item)];
  }
}

type Kind = 'numeric' | 'order' | 'choice';

function kindOf({ example: { question } }: Extract<Card, { form: 'marked' }>): Kind {
  return question.kind === 'numeric' || question.kind === 'order' ? question.kind : 'choice';
}

/** Is it answered by talking? */
export const isTalk = ({ form }: Pick<Item, 'form'>): boolean => form === 'open';
