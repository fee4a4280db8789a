import { translate } from '@docusaurus/Translate';
import type { Words } from '../anki/words';
import { levelInWords } from '../cards/words';

/** The fixed words on cards that leave the book, in the page's language. */
export const sideWords = (): Words => ({
  many: translate({ id: 'export.many', message: 'More than one may be right.' }),
  order: (keep) =>
    keep === undefined
      ? translate({ id: 'export.order', message: 'Put these in order.' })
      : translate({ id: 'export.order.some', message: 'Put these in order. Only {keep} of them belong.' }, { keep }),
  unit: (unit, tolerance) =>
    translate({ id: 'export.unit', message: 'A number in {unit}, {tolerance}.' }, { unit, tolerance }),
  number: (tolerance) => translate({ id: 'export.number', message: 'A number, {tolerance}.' }, { tolerance }),
  goals: translate({ id: 'export.goals', message: 'Goals:' }),
  set: translate({ id: 'export.set', message: 'You set:' }),
  given: translate({ id: 'export.given', message: 'Given:' }),
  gaps: translate({ id: 'export.gaps', message: 'What fits in the gaps? Choose from:' }),
  lost: translate({ id: 'export.lost', message: 'lost' }),
  listen: translate({ id: 'export.listen', message: 'What an interviewer listens for:' }),
  followUps: translate({ id: 'export.followUps', message: 'Follow-up questions:' }),
  choice: (text, reason) => translate({ id: 'export.choice', message: '{text} – {reason}' }, { text, reason }),
  chapter: translate({ id: 'export.chapter', message: 'Chapter' }),
  facts: translate({ id: 'export.facts', message: 'Facts' }),
  sources: translate({ id: 'export.sources', message: 'Sources' }),
  figure: translate({ id: 'export.figure', message: 'Figure' }),
  levels: { junior: levelInWords('junior'), senior: levelInWords('senior'), staff: levelInWords('staff') },
});
