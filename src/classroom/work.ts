/** What a student has done on an assignment, and how it changes. No React, no browser. */
import type { Answer, Mark } from '../model/contract';
import type { LogEntry, Work } from './types';

export interface Given {
  answer: Answer;
  /** How often it was checked. */
  attempts: number;
  /** The last mark that was told, and the answer that it was for. */
  told?: { answer: Answer; mark: Mark };
}

/** The last hand-in. */
export interface Handed {
  receipt: string;
  /** Of the file. */
  name: string;
  /** ISO 8601. */
  at: string;
  /** The answers as they were then; a mark for each, once there are some. */
  answers: Record<string, Answer>;
  marks: Record<string, Mark>;
}

/** The work of one student on one assignment, as it is kept. */
export interface Kept {
  /** Text of the public part, so that the work can go on without the link. */
  assignment: string;
  fingerprint: string;
  title: string;
  student: string;
  name: string;
  /** ISO 8601. */
  started: string;
  /** Of the last change, ms since 1970. */
  changed: number;
  /** Of the session, where the assignment is proctored; practice has none. */
  code?: string;
  answers: Record<string, Given>;
  log: LogEntry[];
  handed?: Handed;
  /** Were the answers opened again after marks were told? */
  reopened?: boolean;
}

/** More than a long evening makes; what was answered in between is forgotten first. */
export const MOST_LOGGED = 500;
/** Typing that goes on is one event (s). */
const ONE_GO = 30;

export function note(log: readonly LogEntry[], started: string, now: number, event: string, question = ''): LogEntry[] {
  const seconds = Math.max(0, Math.round((now - Date.parse(started)) / 1000));
  const last = log.at(-1);
  const goesOn = event === 'answer' && last?.[1] === event && last[2] === question && seconds - last[0] < ONE_GO;
  if (goesOn) return [...log];
  const longer: LogEntry[] = [...log, [seconds, event, question]];
  if (longer.length <= MOST_LOGGED) return longer;
  const least = mostForgettable(longer);
  longer.splice(least, 1);
  return longer;
}

/** The first answer that another one to the same question has followed; else the first answer, or what came after the start. */
function mostForgettable(log: readonly LogEntry[]): number {
  const last = new Map(log.map(([, event, question], place) => [`${event} ${question}`, place]));
  const isAnswer = ([, event]: LogEntry): boolean => event === 'answer';
  const followed = log.findIndex((each, place) => isAnswer(each) && last.get(`answer ${each[2]}`)! > place);
  return Math.max(followed >= 0 ? followed : log.findIndex(isAnswer), 1);
}

export interface Start {
  assignment: string;
  fingerprint: string;
  title: string;
  student: string;
  name: string;
  code?: string;
}

export function begin({ assignment, fingerprint, title, student, name, code }: Start, now: number): Kept {
  const started = new Date(now).toISOString();
  const start = { assignment, fingerprint, title, student, name, ...(code && { code }) };
  return { ...start, started, changed: now, answers: {}, log: note([], started, now, 'start') };
}

export function noted(kept: Kept, now: number, event: string, question = ''): Kept {
  return { ...kept, changed: now, log: note(kept.log, kept.started, now, event, question) };
}

const NOTHING: Given = { answer: undefined, attempts: 0 };

export const givenFor = (kept: Kept, question: string): Given =>
  Object.hasOwn(kept.answers, question) ? kept.answers[question]! : NOTHING;

export function answered(kept: Kept, question: string, answer: Answer, now: number): Kept {
  const given = { ...givenFor(kept, question), answer };
  return noted({ ...kept, answers: { ...kept.answers, [question]: given } }, now, 'answer', question);
}

export function checked(kept: Kept, question: string, told: { answer: Answer; mark: Mark }, now: number): Kept {
  const before = givenFor(kept, question);
  // What tells nothing costs nothing.
  const given = { ...before, attempts: before.attempts + (told.mark.share === null ? 0 : 1), told };
  return noted({ ...kept, answers: { ...kept.answers, [question]: given } }, now, 'check', question);
}

const answersOf = (kept: Kept): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(kept.answers).flatMap(([id, { answer }]) => (answer === undefined ? [] : [[id, answer]])),
  );

export function handedIn(kept: Kept, handed: Pick<Handed, 'receipt' | 'name' | 'at'>, now: number): Kept {
  const whole = { ...handed, answers: answersOf(kept), marks: {} };
  return noted({ ...kept, handed: whole, reopened: false }, now, 'hand-in');
}

export const sameAnswer = (one: Answer, other: Answer): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Is what was handed in still what stands there? */
export function isHandedAsIs(kept: Kept): boolean {
  return kept.handed !== undefined && sameEntries(kept.handed.answers, answersOf(kept));
}

function sameEntries(one: Record<string, Answer>, other: Record<string, Answer>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => sameAnswer(one[name], other[name]));
}

/** The mark of what stands there now; one that was told of another answer is none. */
export function markOf(kept: Kept, question: string): Mark | undefined {
  const { answer, told } = givenFor(kept, question);
  return told && sameAnswer(told.answer, answer) ? told.mark : undefined;
}

/** What is handed in: the answers to questions that are `isDone`. */
export function workOf(kept: Kept, now: number, isDone: (question: string) => boolean): Work {
  const entries = Object.entries(kept.answers)
    .filter(([id]) => isDone(id))
    .map(([id, { answer, attempts }]) => [id, { answer, attempts, told: markOf(kept, id)?.share ?? null }] as const);
  return {
    questions: Object.fromEntries(entries),
    log: note(kept.log, kept.started, now, 'hand-in'),
    started: kept.started,
    handed_in: new Date(now).toISOString(),
  };
}

/** What practice, or each session, of an assignment is kept under: what the assignment itself is, and then the code. */
export const placeOf = (fingerprint: string, code = ''): string => (code ? `${fingerprint}.${code}` : fingerprint);

export const isPlaceOf = (place: string, fingerprint: string): boolean =>
  place === fingerprint || place.startsWith(`${fingerprint}.`);

/** The marks that are told once it is handed in. */
export function marked(kept: Kept, marks: Record<string, Mark>): Kept {
  return kept.handed ? { ...kept, handed: { ...kept.handed, marks: { ...kept.handed.marks, ...marks } } } : kept;
}

/** Answers go that are not closed. What was done, and how often it was checked, stays: a teacher sees it. */
export function startedOver(kept: Kept, now: number, isClosed: (question: string) => boolean): Kept {
  const left = Object.entries(kept.answers).map(([id, given]): [string, Given] => [
    id,
    isClosed(id) ? given : { answer: undefined, attempts: given.attempts },
  ]);
  const over: Kept = { ...kept, answers: Object.fromEntries(left), reopened: false };
  delete over.handed;
  return noted(over, now, 'over');
}

/** How often it was begun anew. */
export const timesOver = ({ log }: Kept): number => log.filter(([, event]) => event === 'over').length;

/** Answers may be changed again, and the marks are out of sight. */
export const reopened = (kept: Kept, now: number): Kept => noted({ ...kept, reopened: true }, now, 'reopen');
