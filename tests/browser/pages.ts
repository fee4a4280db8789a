import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHAPTER = 'book/windows/why-slow/';
/** One with two laboratories: `congestion-window` and `textbook-trace`. */
export const WINDOWS = 'book/congestion/cwnd/';
/** One whose figure `modern` opens with a bet. */
export const BETTING = 'book/windows/so-sndbuf/';

/** Every page of the book, as the built sitemap lists them: paths without the leading slash, so that a base URL holds. */
export const PAGES = [
  ...readFileSync(join(__dirname, '../../build/sitemap.xml'), 'utf8').matchAll(/<loc>([^<]*)<\/loc>/g),
]
  .map(([, address]) => new URL(address!).pathname.slice(1))
  .sort();
