/**
 * Records scenarios of the laboratory on the machine: `node machine/record.mjs [NAME …]` writes `machine/recordings/NAME.json`;
 * without names, those that are there. The same machine gives the same bytes.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyOf, load, startMachine } from './steps/machine.mjs';

const ours = fileURLToPath(new URL('.', import.meta.url));
const folder = join(ours, 'recordings');
const laboratory = join(ours, '../tests/kernel/recordings/6.12');
const names = process.argv.slice(2);
if (names.length === 0) names.push(...readdirSync(folder).map((file) => file.replace(/\.json$/, '')));

const { state } = JSON.parse(readFileSync(join(ours, 'manifest.json'), 'utf8'));
/** @type {typeof import('../src/machine/inNode.ts')} */
const { commandsOf, record } = await load('machine/inNode.ts');
for (const name of names) {
  const { scenario } = JSON.parse(readFileSync(join(laboratory, `${name}.json`), 'utf8'));
  // A program that the machine doesn't have.
  delete scenario.probe;
  const machine = await startMachine({ state: copyOf(readFileSync(join(ours, 'state.zst'))) }, state.now);
  const recording = await record(machine, scenario, commandsOf(scenario));
  machine.end();
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(recording)}\n`);
  console.log(name);
}
