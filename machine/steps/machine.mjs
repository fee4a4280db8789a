/** The machine of the page (`src/machine`), in Node.js. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFileSync } from 'node:fs';
import { build } from 'rolldown';

const SITE = fileURLToPath(new URL('../..', import.meta.url));

/** @typedef {import('../../src/machine/thread/emulator.ts').Beginning} Beginning */

async function compile(/** @type {string} */ entry, /** @type {'iife' | 'esm'} */ format) {
  const { output } = await build({
    input: join(SITE, 'src/machine', entry),
    tsconfig: false,
    // v86 asks for these in Node.js only.
    external: /^(node:)?(crypto|fs|fs\/promises|perf_hooks|worker_threads)$/,
    output: { format },
    write: false,
  });
  return output[0].code;
}

/** @returns {Promise<typeof import('../../src/machine/inNode.ts')>} */
export async function load() {
  const code = await compile('inNode.ts', 'esm');
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** Switches a machine on. */
export async function startMachine(/** @type {Beginning} */ beginning, now = 0) {
  const { Machine, nodeThread } = await load();
  const wasm = readFileSync(createRequire(import.meta.url).resolve('v86/build/v86.wasm'));
  return Machine.start(nodeThread(await compile('thread/index.ts', 'iife')), copyOf(wasm), beginning, now);
}

/** A buffer of its own: those of small files are parts of a larger one. */
export const copyOf = (/** @type {Uint8Array} */ bytes) => /** @type {ArrayBuffer} */ (new Uint8Array(bytes).buffer);
