import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { load } from 'js-yaml';
import * as v from 'valibot';

/** Something that the built site ships and somebody else wrote. */
export interface Entry {
  name: string;
  version?: string;
  home?: string;
  /** An SPDX expression. */
  licence: string;
  text: string;
}

const require_ = createRequire(__filename);

/** The text of a licence as SPDX has it, with the holder's name where it has a gap. */
export function spdxText(licence: string, holder: string): string {
  const { licenseText } = require_(`spdx-license-list/licenses/${licence}.json`) as { licenseText: string };
  return licenseText.replace(/^Copyright .*<.*$/m, `Copyright (c) ${holder}`);
}

const linked = v.array(
  v.strictObject({ name: v.string(), licence: v.string(), holder: v.string(), home: v.string(), says: v.string() }),
);

/** What the page's Python is linked from. */
export const linkedIn = (): v.InferOutput<typeof linked> =>
  v.parse(linked, load(readFileSync(join(__dirname, 'python.yaml'), 'utf8')));

const FONTS = { text: 'Source Serif 4', ui: 'Bricolage Grotesque', code: 'JetBrains Mono' };

/** What no module of the bundle is, and is shipped all the same: the page's Python and the fonts. */
export function besides(site: string): Entry[] {
  const python = linkedIn().map(({ name, licence, holder, home }) => ({
    ...{ name, licence, home },
    text: spdxText(licence, holder),
  }));
  const fonts = Object.entries(FONTS).map(([file, name]) => ({
    ...{ name, licence: 'OFL-1.1' },
    text: readFileSync(join(site, 'src/ui/css/fonts', `LICENSE-${file}`), 'utf8'),
  }));
  return [...python, ...fonts];
}
