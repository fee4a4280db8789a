/**
 * What a page of the book may load and run, as a Content-Security-Policy: its own origin, and nothing else.
 *
 * - `scripts`: the hashes of what stands in the pages themselves, and of the sandbox's frame. No other script in a
 *   page's text runs, and no text becomes a program.
 * - `blob:` is what the sandbox's worker starts from. Only a script can make such an address.
 * - `'wasm-unsafe-eval'` is WebAssembly: Python, and the database of the export to Anki.
 * - Styles may stand in the text: drawings have their lengths and colours in `style` attributes, thousands of them, and
 *   the code editor writes its own sheet. No style can fetch anything from elsewhere.
 */
export const policyOf = (scripts: readonly string[]): string =>
  Object.entries({
    'default-src': "'self'",
    'script-src': ["'self'", "'wasm-unsafe-eval'", 'blob:', ...scripts].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

const META = '<meta http-equiv="Content-Security-Policy"';

/** A document that brings its own: the sandbox's. */
export const hasPolicy = (html: string): boolean => html.includes(META);

/** Where a page begins, as the build writes it. */
const BEGIN = /^<!doctype html>\s*<html[^>]*>\s*<head>\s*<meta charset="?UTF-8"?\s*\/?>/i;

/** The page under this policy, which has to come before everything that it is about. */
export function withPolicy(html: string, policy: string): string {
  if (!BEGIN.test(html)) throw new Error(`No place for a policy: ${html.slice(0, 100)}`);
  return html.replace(BEGIN, (begin) => `${begin}${META} content="${policy}">`);
}
