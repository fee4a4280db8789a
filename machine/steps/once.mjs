import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './packages.mjs';

/**
 * Makes something in the working folder, unless it was made there from the same inputs.
 * @template T
 * @param {string} work
 * @param {string} name
 * @param {unknown} inputs all that it depends on
 * @param {() => T} make its result is kept as JSON
 * @returns {T}
 */
export function once(work, name, inputs, make) {
  const file = join(work, `${name}.json`);
  const key = sha256(Buffer.from(JSON.stringify(inputs)));
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    if (kept.key === key) return kept.made;
    rmSync(file);
  }
  const made = make();
  writeFileSync(file, JSON.stringify({ key, made }));
  return made;
}
