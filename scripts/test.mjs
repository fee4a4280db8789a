/**
 * `npm test`: everything that must hold, from a fresh clone. Installs what the tests need, runs all steps and reports
 * every failure at the end. `npm test -- --only pytest,vitest` runs some.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser } from './setup/browser.mjs';
import { run } from './setup/command.mjs';
import { fromJunit, fromPlaywright, fromVitest, inWords, sum } from './setup/counts.mjs';
import { pythonEnvironment } from './setup/python.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'test-results', 'reports');
const report = (name) => join(reports, name);
const SUBPATH = '/in/flight/';

/**
 * A step that writes no report counts as one test. `needs` are steps that must have passed before.
 * @type {{
 *   name: string, command?: string[], needs?: string[], env?: Record<string, string>, cwd?: string,
 *   does?: () => Promise<unknown>, count?: (text: string) => import('./setup/counts.mjs').Counts, report?: string,
 * }[]}
 */
const STEPS = [
  { name: 'python', does: usePython },
  { name: 'build', command: ['docusaurus', 'build'] },
  {
    name: 'build-below-path',
    command: ['docusaurus', 'build', '--out-dir', `.cache/below-path${SUBPATH}`],
    env: { BASE_URL: SUBPATH },
    // They write the same generated files.
    needs: ['build'],
  },
  { name: 'prettier', command: ['prettier', '--check', '.', '--log-level', 'warn'] },
  { name: 'eslint', command: ['eslint', '.', '--max-warnings', '0'] },
  { name: 'tsc', command: ['tsc', '--noEmit'] },
  { name: 'ruff-format', command: ['ruff', 'format', '--check'], needs: ['python'] },
  { name: 'ruff', command: ['ruff', 'check'], needs: ['python'] },
  { name: 'mypy', command: ['mypy'], cwd: 'simulations', needs: ['python'] },
  {
    name: 'pytest',
    command: ['pytest', '-q', `--junit-xml=${report('pytest.xml')}`],
    cwd: 'simulations',
    count: fromJunit,
    report: 'pytest.xml',
    needs: ['python'],
  },
  // The longest step begins as soon as the book is built.
  { name: 'browser', does: findBrowser },
  {
    name: 'playwright',
    command: ['playwright', 'test', '--config', 'tests/browser/playwright.config.ts', '--reporter=line,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright.json') },
    count: fromPlaywright,
    report: 'playwright.json',
    needs: ['browser', 'build', 'build-below-path'],
  },
  {
    name: 'vitest',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest.json')}`],
    count: fromVitest,
    report: 'vitest.json',
    needs: ['python'],
  },
];
const AT_ONCE = 2;

async function usePython() {
  const bin = await pythonEnvironment(root);
  process.env.PATH = bin + delimiter + process.env.PATH;
}

/** The steps of those names and all that they need. */
function withNeeds(names) {
  const steps = new Set();
  const add = (name) => {
    const step = STEPS.find((each) => each.name === name);
    if (!step) throw new Error(`There is no step ${name}; there are ${STEPS.map((each) => each.name).join(', ')}.`);
    step.needs?.forEach(add);
    steps.add(step);
  };
  names.forEach(add);
  return STEPS.filter((step) => steps.has(step));
}

async function perform(step) {
  const begin = performance.now();
  const outcome = step.does ? await attempt(step.does) : await execute(step);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  const tests = step.count && outcome.counts ? inWords(outcome.counts) : '';
  console.log(`${outcome.ok ? '✓' : '✗'} ${step.name.padEnd(18)}${seconds.padStart(7)} s   ${tests}`);
  return { step, ...outcome };
}

async function attempt(work) {
  try {
    await work();
    return { ok: true, output: '' };
  } catch (error) {
    return { ok: false, output: `${error.message}\n` };
  }
}

async function execute({ command: [program, ...args], env, cwd = '.', count, report: file }) {
  const { ok, output } = await run(program, args, {
    cwd: join(root, cwd),
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  if (!count || !existsSync(report(file))) return { ok, output };
  return { ok, output, counts: count(readFileSync(report(file), 'utf8')) };
}

/** Run `steps`, a few at a time, each after those it needs; a step whose need has failed is not run. */
async function performAll(steps) {
  const outcomes = new Map();
  const waiting = [...steps];
  const running = new Map();
  while (waiting.length || running.size) {
    for (const step of waiting.slice()) {
      const needs = step.needs ?? [];
      const missing = needs.find((name) => outcomes.get(name)?.ok === false);
      if (missing) {
        outcomes.set(step.name, { step, ok: false, output: `not run: ${missing} failed\n` });
        console.log(`✗ ${step.name.padEnd(18)}    not run: ${missing} failed`);
      } else if (running.size >= AT_ONCE || !needs.every((name) => outcomes.has(name))) {
        continue;
      } else {
        running.set(step.name, perform(step));
      }
      waiting.splice(waiting.indexOf(step), 1);
    }
    if (!running.size) continue;
    const outcome = await Promise.race(running.values());
    running.delete(outcome.step.name);
    outcomes.set(outcome.step.name, outcome);
  }
  return [...outcomes.values()];
}

function countsOf({ ok, counts }) {
  if (!counts) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  // A runner can fail although all its tests passed, by an error outside of them.
  return ok ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
process.env.PATH = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH;
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const outcomes = await performAll(withNeeds(options.only?.split(',') ?? STEPS.map((step) => step.name)));
const failed = outcomes.filter((outcome) => !outcome.ok);
for (const { step, output } of failed) console.log(`\n──── ${step.name} ────\n${output.trimEnd()}`);
console.log(`\n${inWords(sum(outcomes.map(countsOf)))}`);
process.exitCode = failed.length ? 1 : 0;
