/** The example workflow for GitHub Classroom: it says what the command line, the package and npm have. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { cpython } from '../command-line';

const ROOT = join(__dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface Workflow {
  jobs: Record<string, { steps: { run?: string; env?: Record<string, string> }[] }>;
}

const { jobs } = load(read('static/classroom/github-classroom.yml')) as Workflow;
const steps = Object.values(jobs).flatMap((job) => job.steps);
const script = steps.flatMap(({ run }) => run ?? []).join('\n');

test('its options are those of the command', () => {
  const help = cpython('grade', '--help');
  const [, line] = /inflight grade (.*)/.exec(script)!;
  const options = line!.match(/--[a-z-]+/g)!;
  expect(options).toContain('--assignment');
  for (const option of options) expect(help).toContain(option);
});

test('what it installs is there, in the version that the book has', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  expect(script).toContain(`pyodide@${dependencies.pyodide!}`);
  const [, extra] = /inflight\[(\w+)\]/.exec(script)!;
  expect(read('simulations/pyproject.toml')).toMatch(new RegExp(`^${extra!} = \\[`, 'm'));
  expect(read('simulations/inflight/classroom/jail/tools.py')).toContain('INFLIGHT_PYODIDE');
  expect(steps.some(({ env }) => env && 'INFLIGHT_PYODIDE' in env)).toBe(true);
});

test('the teacher’s file comes from a secret, and from nowhere else', () => {
  const given = steps.flatMap(({ env }) => Object.values(env ?? {}));
  expect(given.filter((value) => value.includes('ASSIGNMENT'))).toEqual(['${{ secrets.INFLIGHT_ASSIGNMENT }}']);
});
