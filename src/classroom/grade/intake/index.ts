import type { Found, Sheet } from './types';
import { unzipped } from './unzip';

export type { Found, Sheet } from './types';

/** What operating systems leave in folders and archives. */
const isLitter = (name: string): boolean =>
  name
    .split('/')
    .slice(1)
    .some((part) => part.startsWith('.') || part === '__MACOSX');

/** All files that lie in what was dropped: archives are unpacked, what no person put there is left out. */
export async function unpack(found: readonly Found[], limit: number): Promise<Found[]> {
  const lists: Found[][] = [];
  for (const each of found) lists.push(/\.zip$/i.test(each.name) ? await unzipped(each, limit) : [each]);
  return lists.flat().filter(({ name }) => !isLitter(name));
}

/** Its text; of what is larger than `limit`, nothing is read. */
export async function sheetOf({ name, size, blob }: Found, limit: number): Promise<Sheet> {
  if (!blob || size > limit) return { name, size, text: null };
  const bytes = await blob.arrayBuffer();
  try {
    return { name, size, text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { name, size, text: null };
  }
}

/** Each with a name of its own: of two `a.json` the second becomes `a.json (2)`. */
export function distinct<T extends { name: string }>(sheets: readonly T[], taken: Iterable<string>): T[] {
  const names = new Set(taken);
  return sheets.map((sheet) => {
    let { name } = sheet;
    for (let count = 2; names.has(name); count++) name = `${sheet.name} (${count})`;
    names.add(name);
    return { ...sheet, name };
  });
}
