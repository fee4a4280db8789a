/** The machine of the page (`src/machine`), and other programs of the page, in Node.js. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { build } from 'rolldown';

const SITE = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {import('../../src/machine/thread/emulator.ts').Beginning} Beginning */

async function compile(/** @type {string} */ entry, /** @type {'iife' | 'esm'} */ format) {
  const { output } = await build({
    input: join(SITE, 'src', entry),
    tsconfig: false,
    // v86 asks for these in Node.js only.
    external: /^(node:)?(crypto|fs|fs\/promises|perf_hooks|worker_threads)$/,
    output: { format },
    write: false,
  });
  return output[0].code;
}

/** What a file of `src` exports. */
export async function load(/** @type {string} */ entry) {
  const code = await compile(entry, 'esm');
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** @type {Promise<[typeof import('../../src/machine/inNode.ts'), string]> | undefined} compiled once, for all machines */
let programs;

/** Switches a machine on. */
export async function startMachine(/** @type {Beginning} */ beginning, now = 0) {
  programs ??= Promise.all([load('machine/inNode.ts'), compile('machine/thread/index.ts', 'iife')]);
  const [{ Machine, nodeThread }, thread] = await programs;
  const wasm = readFileSync(createRequire(import.meta.url).resolve('v86/build/v86.wasm'));
  return Machine.start(nodeThread(thread), copyOf(wasm), beginning, now);
}

/** A buffer of its own: those of small files are parts of a larger one. */
export const copyOf = (/** @type {Uint8Array} */ bytes) => /** @type {ArrayBuffer} */ (new Uint8Array(bytes).buffer);
