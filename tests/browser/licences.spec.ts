/** The page of licences: of everything in the build that somebody else wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './axe';
import { expect, test } from './fixtures';

const ROOT = join(__dirname, '../..');
const SRC = join(ROOT, 'src');
const OURS = /^(?:\.|node:|@(?:site|theme|theme-original|inflight|reading|generated|docusaurus\/(?!theme-common)))/;

/** Packages that the pages' programs import by name: what the bundler found has to have them, whatever it is. */
function imported(): Set<string> {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|js)$/.test(name) && !/\.d\.ts$/.test(name))
    // What runs when the book is built; no page may import it (`.dependency-cruiser.mjs`).
    .filter((name) => !/^(?:plugins\/|labs\/fields\.ts$)/.test(name))
    .map((name) => readFileSync(join(SRC, name), 'utf8'));
  const wanted = files.flatMap((text) => [
    ...[...text.matchAll(/^(?:import|export)(?! type\b)[^;]*? from '([^']+)'/gm)].map(([, name]) => name!),
    ...[...text.matchAll(/\bimport\((?:\/\*.*?\*\/\s*)?'([^']+)'\)/g)].map(([, name]) => name!),
  ]);
  const names = wanted.filter((name) => !OURS.test(name)).map((name) => /^(?:@[^/]+\/)?[^/?]+/.exec(name)![0]);
  return new Set(names);
}

const listed = (page: Page): Promise<{ name: string; version: string; licence: string; text: string }[]> =>
  page.locator('details').evaluateAll((all) =>
    all.map((each) => {
      const [title = '', licence = ''] = each.querySelector('summary')!.textContent.split(' — ');
      const [, name = '', version = ''] = /^(.*?)(?: (\d+\.\S+))?$/.exec(title)!;
      return { name, version, licence, text: each.querySelector('pre')!.textContent };
    }),
  );

test('it is at the foot of every page, and has no fault that axe knows', async ({ page }) => {
  await page.goto('book/windows/why-slow/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Licences' }).click();
  await expect(page).toHaveURL(/\/licences\/$/);
  await expect(page.getByRole('heading', { name: 'Licences' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'In Flight' }).click();
  await expect(page).toHaveTitle(/In Flight/);
});

test('everything that is shipped is on it, with a licence and its text', async ({ page }) => {
  await page.goto('licences/');
  const found = await listed(page);
  for (const { name, licence, text } of found) {
    expect(licence, name).toMatch(
      /^(?:MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|MPL-2\.0|OFL-1\.1|Python-2\.0|Zlib|bzip2-1\.0\.6|blessing)$/,
    );
    expect(text.length, name).toBeGreaterThan(200);
  }
  const names = found.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const asked = imported();
  expect([...asked]).toEqual(
    expect.arrayContaining(['react', 'idb', 'd3-scale', '@codemirror/view', 'sql.js', 'scorm-again']),
  );
  expect([...asked].filter((name) => !names.includes(name))).toEqual([]);
  // What no program imports.
  expect(names).toEqual(
    expect.arrayContaining(['pyodide', 'CPython', 'infima', 'lunr', 'Source Serif 4', 'JetBrains Mono']),
  );
});

test('versions are those of the lock file, and no Python wheel is shipped', async ({ page }) => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version: string }>;
  };
  const locked = Object.entries(packages).map(
    ([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)!} ${version}`,
  );
  await page.goto('licences/');
  const found = (await listed(page)).filter(({ version }) => version);
  expect(found.length).toBeGreaterThan(60);
  expect(found.map(({ name, version }) => `${name} ${version}`).filter((each) => !locked.includes(each))).toEqual([]);
  const files = readdirSync(join(ROOT, 'build'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.whl'))).toEqual([]);
});
