/** Steps run side by side, each after those it needs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../setup/command.mjs';
import { inWords } from '../setup/counts.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {{step: Step, ok: boolean, output: string, counts?: import('../setup/counts.mjs').Counts}} Outcome */

const AT_ONCE = 2;

/**
 * The steps of those names and all that they need.
 * @param {Step[]} all
 * @param {string[]} names
 */
export function withNeeds(all, names) {
  const steps = new Set();
  const add = (name) => {
    const step = all.find((each) => each.name === name);
    if (!step) throw new Error(`There is no step ${name}; there are ${all.map((each) => each.name).join(', ')}.`);
    step.needs?.forEach(add);
    steps.add(step);
  };
  names.forEach(add);
  return all.filter((step) => steps.has(step));
}

/**
 * Run `steps`, a few at a time; a step whose need has failed is not run.
 * @param {{root: string, reports: string}} where
 * @param {Step[]} steps
 * @returns {Promise<Outcome[]>}
 */
export async function performAll(where, steps) {
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
        running.set(step.name, perform(where, step));
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

async function perform(where, step) {
  const begin = performance.now();
  const outcome = step.does ? await attempt(step.does) : await execute(where, step);
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

async function execute({ root, reports }, { command: [program, ...args], env, cwd = '.', count, report }) {
  const { ok, output } = await run(program, args, {
    cwd: join(root, cwd),
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  const file = report && join(reports, report);
  if (!file || !existsSync(file)) return { ok, output };
  return { ok, output, counts: count(readFileSync(file, 'utf8')) };
}
