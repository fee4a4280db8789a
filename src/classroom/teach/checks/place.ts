/** Where in the form a complaint of the Python belongs. */

export interface Problem {
  /** `questions[2].figure.at.rtt`, or '' for the assignment as a whole. */
  path: string;
  /** What is wrong, and what is allowed, without the path. */
  said: string;
  /** Counted from 0; undefined: it is in no question. */
  question?: number;
  /** Nothing stands there yet, which is no mistake while somebody writes. */
  isMissing?: boolean;
}

const PATH = /^assignment((?:\.\w+|\[\d+\])*)(?: = |: )?/;
const QUESTION = /^questions\[(\d+)\]/;
const EMPTY = /^(?:''|\[\]): /;
const NEEDED = /\bneeds (?:a figure|at_least)\b/;
/** `rtt = 5.0: must be …`, `preset 'x': long-flow has …`, `experiment 'x': there is none …` */
const PARAMETER = /^(\w+) = /;
const NAMED = /^(preset|experiment) /;
const TWICE = /^questions: id '([^']*)' is given twice/;
/** A complaint that names the question by its id. */
const NAMED_QUESTION = /^question (\S+): /;
const NEEDS = /\bneeds a figure$/;
const SUMMARY = /^summary = /;

/** What `figure: …` is about: one of the figure's fields, or the figure. */
function inFigure(path: string, said: string): string {
  const [, named] = NAMED.exec(said) ?? [];
  if (named) return `${path}.${named === 'preset' ? 'preset' : 'id'}`;
  const [, parameter] = PARAMETER.exec(said) ?? [];
  return parameter ? `${path}.at.${parameter}` : path;
}

/**
 * The place that a complaint names. `only`: it came of this question alone, which stood at the first place;
 * `ids`: of the questions.
 */
export function placeOf(message: string, ids: readonly string[], only?: number): Problem {
  const twice = TWICE.exec(message);
  if (twice) {
    const question = Math.max(0, ids.lastIndexOf(twice[1]!));
    return { path: `questions[${question}].id`, said: message, question };
  }
  const named = NAMED_QUESTION.exec(message);
  if (named) {
    const place = only ?? ids.indexOf(named[1]!);
    const said = message.slice(named[0].length);
    if (place >= 0)
      return {
        path: `questions[${place}]${NEEDS.test(said) ? '.figure' : ''}`,
        said,
        question: place,
        isMissing: NEEDED.test(said),
      };
  }
  const found = PATH.exec(message);
  const whole = message.slice(found?.[0].length ?? 0);
  const isMissing = EMPTY.test(whole) || NEEDED.test(whole);
  const said = whole.replace(EMPTY, '');
  let path = (found?.[1] ?? '').replace(/^\./, '');
  if (only !== undefined)
    path = QUESTION.test(path) ? path.replace(QUESTION, `questions[${only}]`) : `questions[${only}]`;
  if (path.endsWith('.figure')) path = inFigure(path, said);
  else if (/\]$/.test(path) && SUMMARY.test(said)) path += '.summary';
  const question = QUESTION.exec(path)?.[1];
  return { path, said, ...(question !== undefined && { question: Number(question) }), ...(isMissing && { isMissing }) };
}

/** Whether a complaint about `problem` stands at the field `field`: there, or somewhere below it. */
export const isAt = (problem: string, field: string): boolean =>
  problem === field || problem.startsWith(`${field}.`) || problem.startsWith(`${field}[`);
