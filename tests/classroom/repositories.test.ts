/** The example that marks students' repositories: it says what the commands have, and keeps the teacher's part away. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { cpython } from '../command-line';

const ROOT = join(__dirname, '../..');
const read = (...path: string[]): string => readFileSync(join(ROOT, ...path), 'utf8');

interface Step {
  name?: string;
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: object;
  jobs: Record<'collect' | 'mark', { permissions?: object; steps: Step[] }>;
}

const workflow = load(read('docs/teaching/mark-repositories.yml')) as Workflow;
const { collect, mark } = workflow.jobs;
const script = (steps: readonly Step[]): string => steps.flatMap(({ run }) => run ?? []).join('\n');

test('its options are those of the command', () => {
  const help = cpython('grade', '--help');
  const [, line] = /inflight grade (.*)/.exec(script(mark.steps))!;
  const options = line!.match(/--[a-z-]+/g)!;
  expect(options).toContain('--assignment');
  for (const option of options) expect(help).toContain(option);
});

test('what it installs is there, in the version that the book has', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  expect(script(mark.steps)).toContain(`pyodide@${dependencies.pyodide!}`);
  const [, extra] = /inflight\[(\w+)\]/.exec(script(mark.steps))!;
  expect(read('simulations/pyproject.toml')).toMatch(new RegExp(`^${extra!} = \\[`, 'm'));
  expect(read('simulations/inflight/classroom/jail/tools.py')).toContain('INFLIGHT_PYODIDE');
  expect(mark.steps.some(({ env }) => env && 'INFLIGHT_PYODIDE' in env)).toBe(true);
});

describe('who could take what', () => {
  test('a teacher starts it, and nothing that a student does', () => {
    expect(Object.keys(workflow.on)).toEqual(['workflow_dispatch']);
  });

  test('the job that runs students’ code has no secret, and its runner no token', () => {
    expect(JSON.stringify(mark)).not.toMatch(/secrets|github\.token|GITHUB_TOKEN/);
    expect(workflow.permissions).toEqual({});
    expect(mark.permissions).toEqual({ contents: 'read' });
    const [checkout] = mark.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'));
    expect(checkout!.with).toMatchObject({ 'persist-credentials': false });
  });

  test('the job that has the token has no assignment, and runs nothing but git and gh', () => {
    expect(collect.permissions).toBeUndefined();
    expect(collect.steps.map(({ uses }) => uses?.split('@')[0])).toEqual([undefined, 'actions/upload-artifact']);
    expect(script(collect.steps)).not.toMatch(/inflight|assignment|pip|npm|python/);
  });

  test('what somebody types is no part of a program', () => {
    expect(script([...collect.steps, ...mark.steps])).not.toContain('${{');
  });

  test('the book offers no other workflow', () => {
    const files = [
      ...readdirSync(join(ROOT, 'static'), { recursive: true }),
      ...readdirSync(join(ROOT, 'docs'), { recursive: true }),
    ];
    expect(files.map(String).filter((name) => /\.yml$/.test(name))).toEqual(['teaching/mark-repositories.yml']);
  });
});

describe('what is collected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repositories-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const git = (where: string, ...args: string[]): string =>
    execFileSync('git', ['-C', where, '-c', 'user.name=A', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });

  /** A repository of the organisation, with what `fill` puts there. */
  function repository(name: string, fill: (place: string) => void): void {
    const place = join(folder, 'org', `${name}.git`);
    mkdirSync(place, { recursive: true });
    git(place, 'init', '--quiet');
    fill(place);
    git(place, 'add', '--all');
    git(place, 'commit', '--quiet', '--allow-empty', '--message', 'Hand in');
  }

  test('is the text of one file of each repository of the assignment', () => {
    repository('week-3-ada', (place) => {
      writeFileSync(join(place, 'submission.json'), '{"of": "ada"}');
      writeFileSync(join(place, 'assignment.json'), 'not mine to give');
    });
    repository('week-3-bob', () => undefined);
    repository('week-3-eve', (place) => symlinkSync('/etc/hostname', join(place, 'submission.json')));
    repository('week-4-ada', (place) => writeFileSync(join(place, 'submission.json'), 'of another week'));
    const work = join(folder, 'work');
    mkdirSync(join(work, 'bin'), { recursive: true });
    const names = 'week-3-ada week-3-bob week-3-eve week-4-ada'.replaceAll(' ', '\n');
    writeFileSync(join(work, 'bin/gh'), `#!/bin/sh\n[ "$1" = repo ] && echo "${names}"\nexit 0\n`);
    chmodSync(join(work, 'bin/gh'), 0o755);
    const config = `[url "file://${folder}/"]\n\tinsteadOf = https://github.com/\n`;
    writeFileSync(join(work, 'config'), config);
    // As the runner does it.
    execFileSync('bash', ['-e', '-c', collect.steps[0]!.run!], {
      cwd: work,
      stdio: 'ignore',
      env: {
        PATH: `${join(work, 'bin')}:${process.env.PATH!}`,
        HOME: work,
        GIT_CONFIG_GLOBAL: join(work, 'config'),
        STUDENTS: 'org',
        PREFIX: 'week-3-',
      },
    });
    const found = join(work, 'submissions');
    expect(readdirSync(found).sort()).toEqual(['week-3-ada.json', 'week-3-eve.json']);
    expect(readFileSync(join(found, 'week-3-ada.json'), 'utf8')).toBe('{"of": "ada"}');
    // A link is its text, and no file of the runner.
    expect(readFileSync(join(found, 'week-3-eve.json'), 'utf8')).toBe('/etc/hostname');
  });
});
