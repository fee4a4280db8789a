/** Reading an answer that may be anything: it comes from a browser's store, or from a file. */
import type { Answer } from '../model/contract';

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export const placesIn = (answer: Answer): number[] => (Array.isArray(answer) ? answer.filter(isNumber) : []);

export const textIn = (answer: Answer): string => (typeof answer === 'string' ? answer : '');

export const recordIn = (answer: Answer): Record<string, unknown> =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as Record<string, unknown>) : {};

/** Heights of a curve; null: nothing there. */
export const numbersIn = (answer: Answer): (number | null)[] =>
  Array.isArray(answer) ? answer.map((value) => (isNumber(value) ? value : null)) : [];

export const textsIn = (answer: Answer): string[] =>
  Array.isArray(answer) ? answer.filter((each) => typeof each === 'string') : [];
