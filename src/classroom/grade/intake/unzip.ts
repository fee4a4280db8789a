import { crc32 } from './crc32';
import { DamagedError, type Entry, entriesOf, packedOf } from './directory';
import { isHidden } from './hidden';
import { FULL, MOST, type Room, WHOLE } from './room';
import type { Found } from './types';

/** Flags of an entry (APPNOTE.TXT §4.4.4). */
const ENCRYPTED = 1;
/** It is a patch for another file, or strongly encrypted. */
const UNREADABLE = 0x60;

const STORED = 0;
const DEFLATED = 8;

/** Bytes that deflate may need besides: no program comes near it. */
const OVERHEAD = 1000;

const refusal = (name: string, wrong: string): Found => ({ name, size: 0, blob: null, wrong });
const DAMAGED = 'It cannot be unpacked: it is damaged.';

/** The page answers in between. */
const breathe = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const BREATH_MS = 20;

/**
 * The files of a .zip, by name, each by itself: what is wrong with one does not stop the others. Of what is larger than
 * `limit` only the size is told. One that gives no file has a row itself. The command line says the same, in the same
 * words (`inflight/classroom/collect.py`).
 */
export async function unzipped({ name, size, blob }: Found, limit: number, room: Room): Promise<Found[]> {
  if (!blob || size > WHOLE) return [refusal(name, `The archive is larger than ${WHOLE / 1e6} MB.`)];
  let entries: Entry[];
  try {
    entries = await entriesOf(blob);
  } catch {
    return [refusal(name, 'The archive cannot be read: it isn’t a .zip file, or it is damaged.')];
  }
  entries = entries.filter((entry) => !entry.name.endsWith('/') && !isHidden(entry.name));
  if (entries.length === 0) return [refusal(name, 'The archive contains no files.')];
  if (entries.length > MOST)
    return [refusal(name, `The archive contains ${entries.length} files; at most ${MOST} are allowed.`)];
  entries.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  const found: Found[] = [];
  let last = performance.now();
  for (const entry of entries) {
    found.push(await member(blob, entry, `${name}/${entry.name}`, limit, room));
    if (performance.now() - last < BREATH_MS) continue;
    await breathe();
    last = performance.now();
  }
  return found;
}

async function member(archive: Blob, entry: Entry, name: string, limit: number, room: Room): Promise<Found> {
  const { flags, method, size } = entry;
  if (flags & ENCRYPTED) return refusal(name, 'It cannot be unpacked: it is encrypted.');
  if (method !== STORED && method !== DEFLATED)
    return refusal(name, `It cannot be unpacked: it is packed with method ${method} instead of deflate.`);
  if (size > limit) return { name, size, blob: null };
  if (!room.take(size)) return refusal(name, FULL);
  try {
    return { name, size, blob: new Blob([(await contentOf(archive, entry)) as BlobPart]) };
  } catch {
    return refusal(name, DAMAGED);
  }
}

async function contentOf(archive: Blob, entry: Entry): Promise<Uint8Array> {
  const { flags, method, size, packed, crc } = entry;
  if (flags & UNREADABLE || packed > 2 * size + OVERHEAD) throw new DamagedError();
  const bytes = await packedOf(archive, entry);
  const { inflateSync } = await import('fflate');
  // What claims to be smaller than it is takes no more room than it claims.
  const content = method === STORED ? bytes.subarray(0, size) : inflateSync(bytes, { out: new Uint8Array(size) });
  if (content.length !== size || crc32(content) !== crc) throw new DamagedError();
  return content;
}
