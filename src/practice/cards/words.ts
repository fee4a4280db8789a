import { translate } from '@docusaurus/Translate';
import type { Level, QuestionType } from '../../model/questions';

/** What a question is, in words. */
export const typeInWords = (type: QuestionType): string =>
  ({
    recall: translate({ id: 'card.type.recall', message: 'From memory' }),
    numeric: translate({ id: 'card.type.numeric', message: 'How much?' }),
    sum: translate({ id: 'card.type.sum', message: 'On the whiteboard' }),
    next: translate({ id: 'card.type.next', message: 'What happens next?' }),
    ladder: translate({ id: 'card.type.ladder', message: 'Fill in the ladder' }),
    output: translate({ id: 'card.type.output', message: 'Read the output' }),
    design: translate({ id: 'card.type.design', message: 'Design' }),
    myth: translate({ id: 'card.type.myth', message: 'Myth or fact?' }),
    open: translate({ id: 'card.type.open', message: 'Explain' }),
  })[type];

export const levelInWords = (level: Level): string =>
  ({
    junior: translate({ id: 'card.level.junior', message: 'Junior' }),
    senior: translate({ id: 'card.level.senior', message: 'Senior' }),
    staff: translate({ id: 'card.level.staff', message: 'Staff' }),
  })[level];

/** What a card is that was a bet. */
export const betInWords = (): string => translate({ id: 'practice.type.bet', message: 'A wrong bet' });
