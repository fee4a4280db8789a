import { isObject, type Json, put } from './path';
import { type Draft, type Question, SCHEMA } from './types';

const isEmpty = (value: Json | undefined): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0);

/** Fields that mean the same when they are not there. */
const HEAD = ['due', 'intro', 'goals', 'marking', 'roster', 'proctored', 'embed'];
const QUESTION = ['solution', 'marking', 'distractors', 'given', 'code', 'family', 'reason'];
const FIGURE = ['preset', 'at', 'locked', 'hidden'];

function without(fields: Record<string, Json>, names: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !(names.includes(name) && isEmpty(value))),
  );
}

function leanQuestion(question: Question): Record<string, Json> {
  const { figure, attempts, ...rest } = without(question, QUESTION);
  const shown: Record<string, Json> = isObject(figure) ? { figure: without(figure, FIGURE) } : {};
  return { ...rest, ...(attempts && { attempts }), ...shown };
}

/** The assignment without fields that say nothing: a shorter file, and a shorter link. */
export const lean = (draft: Draft): Record<string, Json> => ({
  ...without({ ...draft, ...(isObject(draft.embed) && { embed: without(draft.embed, ['origin']) }) }, HEAD),
  questions: draft.questions.map(leanQuestion),
});

/** The teacher's file. */
export const fileOf = (draft: Draft): string => `${JSON.stringify(lean(draft), null, 2)}\n`;

export type Opened = { draft: Draft; isPublic: boolean } | { problem: 'json' | 'schema' | 'questions' };

/** A teacher's file, complete or half-made. Whether what stands in it is allowed, Python says when it is there. */
export function open(text: string): Opened {
  let data: Json;
  try {
    data = JSON.parse(text) as Json;
  } catch {
    return { problem: 'json' };
  }
  return opened(data);
}

export function opened(data: Json): Opened {
  if (!isObject(data) || data.schema !== SCHEMA) return { problem: 'schema' };
  const questions = data.questions ?? [];
  if (!Array.isArray(questions) || !questions.every((each) => isObject(each) && typeof each.kind === 'string'))
    return { problem: 'questions' };
  const named = (questions as Record<string, Json>[]).map(
    (each) => ({ ...each, id: String(each.id ?? '') }) as Question,
  );
  // The students' part has seals in place of answers; they belong to answers that are not there any more.
  const isPublic = typeof data.secret !== 'string' || data.secret === '';
  // Which sessions there are, only the teacher's file says.
  const sessions = data.proctored === true ? { proctored: [] } : {};
  return { draft: { ...data, ...sessions, questions: named.map(unsealed) } as Draft, isPublic };
}

const unsealed = (question: Question): Question => put(question, ['seal'], undefined) as Question;
