import type { Mounted } from '../runtime/messages';

/** A file as Python is told of it. */
export interface Named {
  path: string;
  name: string;
}

/** Captures that the reader has opened. */
export interface Opened {
  files: readonly File[];
  mounted: Mounted;
  named: readonly Named[];
  /** Of all of them, bytes. */
  size: number;
  /** With it addresses are replaced: by the same in each of these files, and by others the next time. Hexadecimal. */
  key: string;
}

/** One capture, or one from each end. */
export const MOST_FILES = 2;

let count = 0;

/** Each time there is another folder, so that what Python knows of a path is never about another file. */
export function openFiles(files: readonly File[]): Opened {
  const folder = `/yours/${++count}`;
  return {
    files,
    mounted: { folder, files },
    named: files.map(({ name }, index) => ({ path: `${folder}/${index}`, name })),
    key: Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    size: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** The name of a file that can no longer be read; undefined: all can. */
export async function goneOf({ files }: Opened): Promise<string | undefined> {
  for (const file of files) {
    try {
      await file.slice(0, 1).arrayBuffer();
    } catch {
      return file.name;
    }
  }
  return undefined;
}
