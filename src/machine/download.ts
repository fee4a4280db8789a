import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/** A file that the machine needs; its address changes with its content. */
export interface Needed {
  url: string;
  bytes: number;
  sha256: string;
}

/** Why there is no machine: nobody answered, or what came isn’t what it should be. */
export class DownloadError extends Error {
  constructor(
    readonly kind: 'unreachable' | 'damaged',
    message: string,
  ) {
    super(message);
  }
}

/** The browser’s cache of this; one for all versions, of which only the newest is kept. */
const CACHE = 'in-flight-machine';

/** Missing where the page was loaded without encryption, and in some private windows. */
const openCache = async (): Promise<Cache | undefined> =>
  typeof caches === 'undefined' ? undefined : caches.open(CACHE).catch(() => undefined);

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>;
  return bytesToHex(subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes));
}

async function read(response: Response, onBytes: (bytes: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const reader = response.body!.getReader();
  for (let part; !(part = await reader.read()).done;) {
    parts.push(part.value);
    onBytes(part.value.length);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

async function fetchOne({ url, bytes }: Needed, onBytes: (bytes: number) => void, signal: AbortSignal) {
  try {
    // The cache is ours: the browser’s own need not keep a second copy.
    const response = await fetch(url, { signal, cache: 'no-store' });
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return await read(response, onBytes);
  } catch (error) {
    signal.throwIfAborted();
    throw new DownloadError('unreachable', `${url} (${bytes} bytes): ${String(error)}`);
  }
}

/** The file, from the cache if it is there and sound; otherwise fetched, and then put there. */
async function get(needed: Needed, cache: Cache | undefined, onBytes: (bytes: number) => void, signal: AbortSignal) {
  const kept = await cache?.match(needed.url);
  if (kept) {
    const bytes = new Uint8Array(await kept.arrayBuffer());
    if ((await hashOf(bytes)) === needed.sha256) {
      onBytes(needed.bytes);
      return bytes;
    }
    await cache!.delete(needed.url);
  }
  const bytes = await fetchOne(needed, onBytes, signal);
  if ((await hashOf(bytes)) !== needed.sha256) {
    throw new DownloadError(
      'damaged',
      `${needed.url} has ${bytes.length} bytes with another SHA-256 than ${needed.sha256}`,
    );
  }
  // A full disk is no reason to stop.
  await cache?.put(needed.url, new Response(bytes)).catch(() => undefined);
  return bytes;
}

/** Downloads files, and forgets those of other versions. `onBytes` is told how many have come in all. */
export async function download(
  needed: readonly Needed[],
  onBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer[]> {
  const cache = await openCache();
  let all = 0;
  const count = (bytes: number): void => onBytes((all += bytes));
  const files = await Promise.all(needed.map((each) => get(each, cache, count, signal)));
  const urls = new Set(needed.map(({ url }) => new URL(url, location.href).href));
  for (const { url } of (await cache?.keys()) ?? []) if (!urls.has(url)) await cache!.delete(url);
  return files.map(({ buffer }) => buffer);
}

/** Whether they are all in the cache, so that nothing will be downloaded. */
export async function isKept(needed: readonly Needed[]): Promise<boolean> {
  if (typeof caches === 'undefined' || !(await caches.has(CACHE).catch(() => false))) return false;
  const cache = await openCache();
  const found = await Promise.all(needed.map(({ url }) => cache?.match(url)));
  return found.every(Boolean);
}
