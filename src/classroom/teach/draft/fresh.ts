/** Names and chance for what is new. */

const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';

/** 100 bits that nobody can guess, in letters that are not mistaken for each other. */
export function freshKey(
  fill: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes),
): string {
  const bytes = new Uint8Array(20);
  fill(bytes);
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('');
}

/** `base`, or `base-2`, `base-3` …: the first that is not taken. */
export function freshId(base: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base.slice(0, 36)}-${number}`;
    if (!taken.includes(id)) return id;
  }
}

/** What a title is called in addresses and names of files: lower-case letters, digits and hyphens. */
export const idOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
