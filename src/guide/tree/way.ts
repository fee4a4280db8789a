import { type Answer, isFinding, type Finding, type Step } from '../../model/tree';

/** A way through the tree: what was asked, and what was answered. */
export interface Way {
  taken: { step: Step; answer: Answer }[];
  /** Where it leads. */
  end: Step | Finding;
}

/** Follows the answers in an address, `0-2-1`, as far as there are such answers. */
export function follow(root: Step, given: string): Way {
  const way: Way = { taken: [], end: root };
  for (const part of given.split('-')) {
    if (isFinding(way.end)) break;
    const answer = /^\d+$/.test(part) ? way.end.answers[Number(part)] : undefined;
    if (!answer) break;
    way.taken.push({ step: way.end, answer });
    way.end = answer.then;
  }
  return way;
}

/** The same in the form of an address. */
export const written = (taken: Way['taken']): string =>
  taken.map(({ step, answer }) => step.answers.indexOf(answer)).join('-');
