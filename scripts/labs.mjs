/**
 * Marks sessions of labs: `node scripts/labs.mjs < transcripts.json`. It reads a list of transcripts, replays each on a
 * fresh machine, and writes a line of JSON for each: what the last check found (`is`, `says`), and the hash of what the
 * terminals printed.
 */
import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const SITE = fileURLToPath(new URL('..', import.meta.url));
const { state } = JSON.parse(readFileSync(join(SITE, 'machine/manifest.json'), 'utf8'));

const bytesOf = (/** @type {string} */ file) => new Uint8Array(readFileSync(file)).buffer;

async function compile(/** @type {string} */ entry, /** @type {'iife' | 'esm'} */ format) {
  const { output } = await build({
    input: join(SITE, 'src', entry),
    tsconfig: false,
    external: /^(node:)?(crypto|fs|fs\/promises|perf_hooks|worker_threads)$/,
    output: { format },
    write: false,
  });
  return output[0].code;
}

const [thread, code] = await Promise.all([
  compile('machine/thread/index.ts', 'iife'),
  compile('labs/inNode.ts', 'esm'),
]);
/** @type {typeof import('../src/labs/inNode.ts')} */
const { LIMITS, Machine, nodeThread, parseLab, parseTranscript, replay } = await import(
  `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
);
const wasm = createRequire(import.meta.url).resolve('v86/build/v86.wasm');

/** @returns {Promise<import('../src/labs/replay.ts').Replayed>} */
async function mark(/** @type {unknown} */ given) {
  const transcript = parseTranscript(given, state.now);
  if (transcript.machine !== state.sha256) {
    throw new Error('It was recorded on another version of the machine, so it can’t be replayed on this one.');
  }
  const file = join(SITE, `docs/labs/${transcript.lab}.yaml`);
  if (!existsSync(file)) throw new Error(`There is no lab ${transcript.lab}.`);
  const lab = parseLab(transcript.lab, readFileSync(file, 'utf8'));
  const saved = bytesOf(join(SITE, 'machine/state.zst'));
  const machine = await Machine.start(nodeThread(thread), bytesOf(wasm), { state: saved }, state.now);
  return replay(machine, lab, transcript, LIMITS);
}

for (const each of JSON.parse(await text(process.stdin))) {
  const found = await mark(each).catch((error) => ({ is: 'unusable', says: error.message }));
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
process.exit();
