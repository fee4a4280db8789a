import type { UnzipFileInfo } from 'fflate';
import type { Found } from './types';

/** Of one archive. More is no class. */
const MOST = { bytes: 200_000_000, files: 20_000 };

/**
 * The files of a .zip, by name. What is larger than `limit` is not unpacked, and what claims to be smaller than it is
 * takes no more room than it claims. What is damaged says so, and does not stop the others.
 */
export async function unzipped({ name, size, blob }: Found, limit: number): Promise<Found[]> {
  const refuse = (why: string): Found[] => [{ name, size, blob: null, wrong: `The archive cannot be read: ${why}.` }];
  if (!blob || size > MOST.bytes) return refuse(`it has more than ${MOST.bytes / 1e6} MB`);
  const { unzipSync } = await import('fflate');
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const infos: UnzipFileInfo[] = [];
  try {
    unzipSync(bytes, { filter: (info) => infos.push(info) < 0 });
  } catch {
    return refuse('it is no .zip file, or it is damaged');
  }
  const files = infos.filter(({ name: path }) => !path.endsWith('/'));
  if (files.length > MOST.files) return refuse(`it has more than ${MOST.files} files`);
  const small = new Set(files.filter(({ originalSize }) => originalSize <= limit).map(({ name: path }) => path));
  const unpack = (isWanted: (path: string) => boolean): Record<string, Uint8Array> | undefined => {
    try {
      return unzipSync(bytes, { filter: ({ name: path }) => isWanted(path) });
    } catch {
      return undefined;
    }
  };
  const all = unpack((path) => small.has(path));
  return files
    .map(({ name: path, originalSize }): Found => {
      const found = { name: `${name}/${path}`, size: originalSize, blob: null };
      if (!small.has(path)) return found;
      const content = (all ?? unpack((each) => each === path))?.[path];
      if (content?.length !== originalSize) return { ...found, wrong: 'It cannot be taken from the archive.' };
      return { ...found, blob: new Blob([content as BlobPart]) };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
