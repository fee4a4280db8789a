/** Cuts the fonts down to what the book uses (half of their bytes) and puts them into src/ui/css/fonts. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, 'node_modules/@fontsource-variable');
const to = join(root, 'src/ui/css/fonts');

const ascii = String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index));
const CHARACTERS = ascii + '\u00a0§°±²³µ·¼½×÷©àáäçèéêíñóôöøùúüåßÄÖÜÉ–—‘’“”…→←↑↓≤≥≈•−√∞′″ﬁﬂ①②③④⑤⑥⑦⑧⑨';

/** `features`: keep what only an OpenType feature leads to, such as figures of equal width. */
const FONTS = [
  { name: 'text', file: 'source-serif-4/files/source-serif-4-latin-wght-normal.woff2', wght: { min: 400, max: 700 } },
  { name: 'text-italic', file: 'source-serif-4/files/source-serif-4-latin-wght-italic.woff2', wght: 400 },
  {
    name: 'ui',
    file: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    wght: { min: 400, max: 700 },
    features: true,
  },
  { name: 'code', file: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', wght: 400 },
];

for (const { name, file, wght, features = false } of FONTS) {
  const font = await subsetFont(readFileSync(join(from, file)), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght },
    noLayoutClosure: !features,
  });
  writeFileSync(join(to, `${name}.woff2`), font);
  copyFileSync(join(from, file.split('/')[0], 'LICENSE'), join(to, `LICENSE-${name.replace('-italic', '')}`));
}
