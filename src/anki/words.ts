/** The fixed words on the two sides of a card; the page gives them in its language. */
export interface Words {
  many: string;
  /** "Put these in order. 4 of them belong." */
  order: (keep: number | undefined) => string;
  unit: (unit: string, tolerance: string) => string;
  number: (tolerance: string) => string;
  goals: string;
  set: string;
  given: string;
  gaps: string;
  lost: string;
  listen: string;
  /** A choice that is not right, and what is said of it. */
  choice: (text: string, reason: string) => string;
  chapter: string;
  facts: string;
  sources: string;
  figure: string;
  levels: Record<'junior' | 'senior' | 'staff', string>;
}

export const ENGLISH: Words = {
  many: 'More than one may be right.',
  order: (keep) => (keep === undefined ? 'Put these in order.' : `Put these in order. ${keep} of them belong.`),
  unit: (unit, tolerance) => `A number in ${unit}, ${tolerance}.`,
  number: (tolerance) => `A number, ${tolerance}.`,
  goals: 'It has to meet:',
  set: 'To be set:',
  given: 'Given:',
  gaps: 'What fits into the gaps? To choose from:',
  lost: 'lost',
  listen: 'What an interviewer listens for:',
  choice: (text, reason) => `${text} – ${reason}`,
  chapter: 'Chapter',
  facts: 'Facts',
  sources: 'Sources',
  figure: 'Figure',
  levels: { junior: 'Junior', senior: 'Senior', staff: 'Staff' },
};
