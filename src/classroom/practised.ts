/** Practice: what does not count may be checked as often as one likes. */
import type { Paper } from '../model/contract';

/** The paper as it is worked on: of a proctored assignment without a code it is for practice. */
export function practised(paper: Paper): Paper {
  const { assignment, code, questions } = paper;
  if (!assignment.proctored || code || assignment.feedback === 'reveal') return paper;
  return {
    ...paper,
    assignment: { ...assignment, feedback: 'at-once' },
    questions: questions.map((each) => ({ ...each, attempts: 0 })),
  };
}
