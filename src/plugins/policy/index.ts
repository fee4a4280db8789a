import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from '@docusaurus/types';
import type { Built } from '../inflight/build';
import { listFiles } from '../inflight/files';
import { hashSource, inlineScripts } from './inline';
import { hasPolicy, policyOf, withPolicy } from './policy';

/** The policy as a header's value, for anyone who serves the book. */
const FILE = 'content-security-policy.txt';

/** Puts a Content-Security-Policy into every page: one for all, as a reader goes from page to page without loading any. */
export default function policy(): Plugin {
  let shipped: Built['shipped'];
  return {
    name: 'policy',

    allContentLoaded({ allContent }) {
      ({ shipped } = allContent.inflight!.default as Built);
      return Promise.resolve();
    },

    async postBuild({ outDir: out }) {
      const outDir = resolve(out);
      const { files, urls } = await shipped;
      const sandbox = new TextDecoder().decode(files.get(urls.frame));
      const pages = listFiles(outDir)
        .filter((name) => name.endsWith('.html'))
        .map((name) => join(outDir, name))
        .map((file) => ({ file, html: readFileSync(file, 'utf8') }))
        .filter(({ html }) => !hasPolicy(html));
      const scripts = new Set([sandbox, ...pages.map(({ html }) => html)].flatMap(inlineScripts).map(hashSource));
      const text = policyOf([...scripts].sort());
      for (const { file, html } of pages) {
        // The search reads the pages at the same time: it finds them whole.
        writeFileSync(`${file}.new`, withPolicy(html, text));
        renameSync(`${file}.new`, file);
      }
      writeFileSync(join(outDir, FILE), `${text}\n`);
    },
  };
}
