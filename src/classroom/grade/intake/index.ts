import { isHidden } from './hidden';
import { FULL, MOST, Room } from './room';
import type { Found, Sheet } from './types';
import { unzipped } from './unzip';

export { Room } from './room';
export type { Found, Sheet } from './types';

/** Files that nobody would hand in. */
export class TooManyError extends Error {}

/**
 * All files that lie in what was dropped, at most `most` of them: archives are unpacked, what no person put there is
 * left out, and of what is larger than `limit` only the size is kept.
 */
export async function unpack(found: readonly Found[], limit: number, room = new Room(), most = MOST): Promise<Found[]> {
  const files: Found[] = [];
  for (const each of found) {
    // A file that was dropped by itself may be called what it likes.
    if (isHidden(each.name.split('/').slice(1).join('/'))) continue;
    if (/.\.zip$/i.test(each.name)) files.push(...(await unzipped(each, limit, room)));
    else files.push(each.size <= limit && !room.take(each.size) ? { ...each, blob: null, wrong: FULL } : each);
    if (files.length > most) throw new TooManyError(`${each.name}: with this, there are more than ${MOST} files`);
  }
  return files;
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
  const counts = new Map(Array.from(taken, (name) => [name, 1]));
  return sheets.map((sheet) => {
    let { name } = sheet;
    while (counts.has(name)) {
      const count = (counts.get(sheet.name) ?? 1) + 1;
      counts.set(sheet.name, count);
      name = `${sheet.name} (${count})`;
    }
    counts.set(name, 1);
    return { ...sheet, name };
  });
}
