/**
 * Marks sessions of labs: `node scripts/labs.mjs < transcripts.json`. It reads a list of transcripts, replays each on a
 * fresh machine, and writes a line of JSON for each: what the last check found (`is`, `says`), and the hash of what the
 * terminals printed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { copyOf, load, startMachine } from '../machine/steps/machine.mjs';

const SITE = fileURLToPath(new URL('..', import.meta.url));
const { state } = JSON.parse(readFileSync(join(SITE, 'machine/manifest.json'), 'utf8'));

/** @type {typeof import('../src/labs/inNode.ts')} */
const { parseLab, parseTranscript, replay } = await load('labs/inNode.ts');

/** @returns {Promise<import('../src/labs/replay.ts').Replayed>} */
async function mark(/** @type {unknown} */ given) {
  const transcript = parseTranscript(given, state.now);
  if (transcript.machine !== state.sha256) {
    throw new Error('It was recorded on another version of the machine, so it can’t be replayed on this one.');
  }
  const file = join(SITE, `docs/labs/${transcript.lab}.yaml`);
  if (!existsSync(file)) throw new Error(`There is no lab ${transcript.lab}.`);
  const lab = parseLab(transcript.lab, readFileSync(file, 'utf8'));
  const saved = copyOf(readFileSync(join(SITE, 'machine/state.zst')));
  return replay(await startMachine({ state: saved }, state.now), lab, transcript);
}

for (const each of JSON.parse(await text(process.stdin))) {
  const found = await mark(each).catch((error) => ({ is: 'unusable', says: error.message }));
  process.stdout.write(`${JSON.stringify(found)}\n`);
}
process.exit();
