/** The saved machine that is shipped, and what its manifest says of it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../machine/manifest.json';
import sources from '../../machine/sources.json';
import { version } from 'v86/package.json';

const page = readFileSync(join(__dirname, '../../docs/about/linux.mdx'), 'utf8');
const state = readFileSync(join(__dirname, '../../machine/state.zst'));

test('the state is the one of the manifest, and small enough to wait for', () => {
  expect(createHash('sha256').update(state).digest('hex')).toBe(manifest.state.sha256);
  expect(state.length).toBe(manifest.state.bytes);
  expect(state.length).toBeLessThan(9e6);
});

test('the state was saved by the v86 that restores it', () => {
  expect(version).toBe(manifest.v86);
});

test('each package has a version and the hash of each of its files', () => {
  expect(Object.keys(manifest.packages).sort()).toEqual(Object.keys(sources).sort());
  for (const { version, files } of Object.values(manifest.packages)) {
    expect(version).toMatch(/^\d/);
    const hashes = Object.values(files);
    expect(hashes.length).toBeGreaterThan(0);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('the page names each package whose source a licence asks for, and its version', () => {
  for (const [name, { kind }] of Object.entries(sources)) {
    if (kind === 'i386') continue;
    const { version } = manifest.packages[name as keyof typeof manifest.packages];
    expect(page).toMatch(new RegExp(`\\| \`${name}\` +\\| ${version.replaceAll(/[.+]/g, '\\$&')} +\\|`));
  }
});
