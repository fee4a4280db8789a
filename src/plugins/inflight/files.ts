import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Relative paths of all files below `folder`, sorted, without what Python leaves behind. */
export function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((name) => !name.includes('__pycache__'))
    .sort();
}

/** A short name for a content. */
export function hash(...contents: (string | Uint8Array)[]): string {
  const digest = createHash('sha256');
  for (const content of contents) digest.update(content).update('\0');
  return digest.digest('hex').slice(0, 12);
}

/** A short name for some files, and everything below some folders. */
export function hashAll(...paths: string[]): string {
  const contents = paths
    .filter((path) => existsSync(path))
    .flatMap((path) => (statSync(path).isFile() ? [path] : listFiles(path).map((name) => join(path, name))))
    .flatMap((file) => [basename(file), readFileSync(file)]);
  return hash(...contents);
}

/** Where the modules `@inflight/….json` of a site are written. */
export const dataFolder = (site: string): string => join(site, '.docusaurus/inflight/default');
