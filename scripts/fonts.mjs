/** Cuts the fonts down to what the book uses (half of their bytes) and puts them into src/css/fonts. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const from = join(root, 'node_modules/@fontsource-variable');
const to = join(root, 'src/css/fonts');

const range = (first, last) => String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i));
const CHARACTERS =
  range(0x20, 0x7e) + range(0xa0, 0xff) + range(0x2500, 0x253c) + '▶◀▲▼–—‘’“”…→←↑↓×÷≤≥≈·•−√∞µ′″₀₁₂₃①②③④⑤⑥⑦⑧⑨';

const FONTS = [
  { name: 'text', file: 'source-serif-4/files/source-serif-4-latin-wght-normal.woff2', wght: { min: 400, max: 700 } },
  { name: 'text-italic', file: 'source-serif-4/files/source-serif-4-latin-wght-italic.woff2', wght: 400 },
  {
    name: 'ui',
    file: 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
    wght: { min: 400, max: 700 },
  },
  { name: 'code', file: 'jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2', wght: 400 },
];

for (const { name, file, wght } of FONTS) {
  const font = await subsetFont(readFileSync(join(from, file)), CHARACTERS, {
    targetFormat: 'woff2',
    variationAxes: { wght },
  });
  writeFileSync(join(to, `${name}.woff2`), font);
  copyFileSync(join(from, file.split('/')[0], 'LICENSE'), join(to, `LICENSE-${name.replace('-italic', '')}`));
}
