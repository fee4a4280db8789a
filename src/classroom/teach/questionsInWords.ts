import { translate } from '@docusaurus/Translate';

/** `1 question`, `8 questions`. */
export const questionsInWords = (count: number): string =>
  count === 1
    ? translate({ id: 'teach.count.question', message: '1 question' })
    : translate({ id: 'teach.count.questions', message: '{count} questions' }, { count });
