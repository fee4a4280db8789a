import { join } from 'node:path';
import { expect, it } from 'vitest';
import { browserTests, pythonTests, QUICK } from '../../scripts/test/affected.mjs';
import { narrowed } from '../../scripts/test/changed.mjs';

const root = join(__dirname, '../..');

/** Whether the browser's test of that title runs after a change of these files. */
function runs(title: string, ...changed: string[]): boolean {
  const [argument] = browserTests(root, changed) ?? ['--grep=^$'];
  return new RegExp(argument!.replace('--grep=', '')).test(title);
}
const AXE = 'axe finds nothing (light)';

it('leaves the browser alone where nothing of the site has changed', () => {
  expect(
    browserTests(root, ['README.md', 'tests/models/test_fairness.py', '.github/workflows/ci.yml']),
  ).toBeUndefined();
});

it('runs all that is quick where it cannot tell', () => {
  for (const file of ['src/views/axis.tsx', 'package.json', 'tests/browser/figure.ts', 'docs/gone/gone.mdx'])
    expect(browserTests(root, ['docs/queues/bufferbloat.mdx', file])).toEqual(QUICK.playwright);
});

it('looks at the page of a chapter, also where that is full, and at what names it or the whole book', () => {
  const chapter = 'docs/queues/bufferbloat.mdx';
  expect(runs(`accessibility.spec.ts /book/queues/bufferbloat/ ${AXE} @full`, chapter)).toBe(true);
  expect(runs(`accessibility.spec.ts /book/queues/offloads/ ${AXE}`, chapter)).toBe(false);
  expect(runs('links.spec.ts internal links and anchors resolve', chapter)).toBe(true);
  expect(runs('keyboard.spec.ts a figure is read', chapter)).toBe(false);
  expect(runs('figures.spec.ts a figure a number can be typed', chapter)).toBe(false);
  expect(runs('figures.spec.ts a figure a number can be typed', 'docs/windows/why-slow.mdx')).toBe(true);
});

it('looks at the pages of a figure', () => {
  const experiment = 'simulations/inflight/experiments/textbook_trace.py';
  for (const path of ['figures/textbook-trace', 'book/congestion/cwnd'])
    expect(runs(`accessibility.spec.ts /${path}/ ${AXE} @full`, experiment)).toBe(true);
  expect(runs('embed.spec.ts textbook-trace: axe finds nothing, all locked (dark) @full', experiment)).toBe(true);
  expect(runs('embed.spec.ts fairness: axe finds nothing, all locked (dark)', experiment)).toBe(false);
  expect(runs('grade.spec.ts a row tells what was asked', experiment)).toBe(true);
});

it('runs a test that has changed', () => {
  expect(runs('pipe.spec.ts packets move', 'tests/browser/pipe.spec.ts')).toBe(true);
  expect(runs('bet.spec.ts a bet', 'tests/browser/pipe.spec.ts')).toBe(false);
});

it('follows what Python imports, finds by folder, names and reads', async () => {
  const tests = (...changed: string[]) => pythonTests(root, changed);
  expect(await tests('README.md')).toBeUndefined();
  expect(await tests('tests/models/rfc9293.py')).toEqual([...QUICK.pytest, '../tests/models/test_state_machine.py']);
  const fairness = await tests('simulations/inflight/experiments/fairness/flows.py');
  for (const affected of ['test_fairness', 'test_contract'])
    expect(fairness).toContain(`../tests/models/${affected}.py`);
  expect(fairness).not.toContain('../tests/models/test_keepalive.py');
  expect(await tests('simulations/inflight/kernel/congestion/bbr.py')).toContain('../tests/models/test_bufferbloat.py');
  expect(await tests('tests/kernel/recordings/6.1/A_bbr_b20.json')).toContain('../tests/kernel/test_compare.py');
});

it('leaves out a step that is about other files, or whose runner has nothing to run, and what only that needs', async () => {
  const steps = [
    { name: 'tools', does: () => Promise.resolve() },
    { name: 'other', command: ['a'], looksAt: /\.ts$/ },
    { name: 'none', command: ['b'], needs: ['tools'], narrow: () => undefined },
    { name: 'some', command: ['c'], narrow: () => ['-x'] },
    { name: 'whole', command: ['d'], looksAt: /\.md$/ },
  ];
  const kept = await narrowed(steps, ['README.md']);
  expect(kept.map(({ name, command }) => [name, command])).toEqual([
    ['some', ['c', '-x']],
    ['whole', ['d']],
  ]);
});
