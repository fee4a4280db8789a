import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHAPTER = 'book/windows/why-slow/';

/** Every page of the book, as the built sitemap lists them: paths without the leading slash, so that a base URL holds. */
export const PAGES = [
  ...readFileSync(join(__dirname, '../../build/sitemap.xml'), 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g),
]
  .map(([, address]) => new URL(address!).pathname.slice(1))
  .sort();
