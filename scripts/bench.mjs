/**
 * `npm run bench`: how fast the book is, measured in a real browser on the built site. `--json` for programs,
 * `--only bytes,speed` for some. Compare numbers of one machine only; nothing here passes or fails.
 */
import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bytes } from '../tests/bench/bytes.mjs';
import { classroom } from '../tests/bench/classroom.mjs';
import { disciplines } from '../tests/bench/disciplines.mjs';
import { firstAnswer } from '../tests/bench/first-answer.mjs';
import { frames } from '../tests/bench/frames.mjs';
import { grading } from '../tests/bench/grading.mjs';
import { map } from '../tests/bench/map.mjs';
import { memory } from '../tests/bench/memory.mjs';
import { reading } from '../tests/bench/reading.mjs';
import { redraw } from '../tests/bench/redraw.mjs';
import { rhythm } from '../tests/bench/rhythm.mjs';
import { speed } from '../tests/bench/speed.mjs';
import { yours } from '../tests/bench/yours.mjs';
import { serve } from './serve.mjs';
import { findBrowser } from './setup/browser.mjs';
import { run } from './setup/command.mjs';
import { launchOptions } from './setup/launch.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MEASURES = {
  speed,
  disciplines,
  classroom,
  grading,
  reading,
  yours,
  redraw,
  rhythm,
  map,
  memory,
  frames,
  'first-answer': firstAnswer,
  bytes,
};

/** @typedef {{name: string, value: number, unit: string, limit?: number, least?: number}} Row */

async function ensureBuild() {
  if (existsSync(join(root, 'build', 'index.html'))) return;
  const { ok, output } = await run('npm', ['run', 'build'], { cwd: root });
  if (!ok) throw new Error(output);
}

/** @param {Row} row */
function line({ name, value, unit, limit, least }) {
  const goal = limit === undefined ? (least === undefined ? '' : `   (goal: ≥ ${least})`) : `   (goal: ≤ ${limit})`;
  const number = value.toLocaleString('en', { maximumSignificantDigits: 4 });
  return `  ${name.padEnd(56)} ${number.padStart(10)} ${unit}${goal}`;
}

const { values: options } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
const chosen = options.only?.split(',') ?? Object.keys(MEASURES);
await ensureBuild();
await findBrowser();
const server = await serve(join(root, 'build'));
const browser = await chromium.launch(launchOptions());
/** @type {Record<string, Row[]>} */
const results = {};
try {
  for (const name of chosen) {
    results[name] = await MEASURES[name]({ browser, url: server.url, root });
    if (!options.json) console.log([name, ...results[name].map(line), ''].join('\n'));
  }
} finally {
  await browser.close();
  server.close();
}
if (options.json) {
  const machine = { cpu: cpus()[0].model, cores: cpus().length, node: process.version, browser: browser.version() };
  console.log(JSON.stringify({ machine, ...results }, null, 1));
}
