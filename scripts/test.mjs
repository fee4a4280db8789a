/**
 * `npm test`: what must hold after every change, from a fresh clone. Installs what the tests need, runs all steps and
 * reports every failure at the end. `npm run test:full` adds what takes long, `npm test -- --changed` leaves out what
 * the changes since `main` cannot affect, `npm test -- --only pytest,vitest` runs some steps.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inWords, sum } from './setup/counts.mjs';
import { pythonEnvironment } from './setup/python.mjs';
import { changedFiles, narrowed } from './test/changed.mjs';
import { performAll, withNeeds } from './test/perform.mjs';
import { stepsOf } from './test/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'test-results', 'reports');

async function usePython() {
  const bin = await pythonEnvironment(root);
  process.env.PATH = bin + delimiter + process.env.PATH;
}

function countsOf({ ok, counts }) {
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  // A runner can fail although all its tests passed, by an error outside of them.
  return ok ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, full: { type: 'boolean' }, changed: { type: 'boolean' } },
});
process.env.PATH = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const all = stepsOf({ root, reports, usePython });
const names = options.only?.split(',') ?? all.filter(({ full }) => options.full || !full).map(({ name }) => name);
let steps = withNeeds(all, names);
if (options.changed) steps = await narrowed(steps, await changedFiles(root));
else if (!options.full) steps = steps.map((step) => ({ ...step, command: step.command?.concat(step.quick ?? []) }));
const outcomes = await performAll({ root, reports }, steps);
const failed = outcomes.filter((outcome) => !outcome.ok);
for (const { step, output } of failed) console.log(`\n──── ${step.name} ────\n${output.trimEnd()}`);
console.log(`\n${inWords(sum(outcomes.map(countsOf)))}`);
process.exitCode = failed.length ? 1 : 0;
