import type { ReadMark } from './types';

/** What a read mark is kept under. */
export const readKey = ({ chapter, section }: Pick<ReadMark, 'chapter' | 'section'>): string => `${chapter}#${section}`;

/** Unique in all browsers. (`crypto.randomUUID` is missing where a page came by plain HTTP.) */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
