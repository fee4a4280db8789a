import type { Json } from '../draft/path';

/** What was typed into a field for a number: the number, nothing, or the text as it is, for Python to complain of. */
export function readNumber(text: string): number | string | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.');
  if (plain === '') return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number : text.trim();
}

/** `10, 20, 50`: several of them. */
export const readNumbers = (text: string): (number | string)[] =>
  text.split(/[;,\s]+/).flatMap((each) => readNumber(each) ?? []);

export const shownValue = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
