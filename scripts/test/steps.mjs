/** What `npm test` does, step by step. */
import { join } from 'node:path';
import { findBrowser } from '../setup/browser.mjs';
import { fromJunit, fromPlaywright, fromVitest } from '../setup/counts.mjs';
import { findOtherBrowsers } from '../setup/other-browsers.mjs';
import { browserTests, pythonTests, QUICK, SITE } from './affected.mjs';

const SUBPATH = '/in/flight/';
const CACHE = 'node_modules/.cache';

/**
 * A step that writes no report counts as one test.
 * @typedef {{
 *   name: string,
 *   command?: string[], env?: Record<string, string>, cwd?: string,
 *   does?: () => Promise<unknown>,
 *   count?: (text: string) => import('../setup/counts.mjs').Counts, report?: string,
 *   needs?: string[],
 *   full?: boolean, quick?: string[],
 *   looksAt?: RegExp, narrow?: (changed: string[]) => string[] | undefined | Promise<string[] | undefined>,
 * }} Step `needs` are steps that must have passed before. A `full` one is too long for every change; `quick` are arguments
 *   that leave out such tests. For `--changed`, `looksAt` says which files a step is about, and `narrow` gives arguments
 *   that keep a runner to what a change of these files can affect, or nothing where that is nothing.
 */

/**
 * @param {{root: string, reports: string, usePython: () => Promise<void>}} options
 * @returns {Step[]} in the order in which they begin
 */
export function stepsOf({ root, reports, usePython }) {
  const report = (name) => join(reports, name);
  return [
    { name: 'python', does: usePython },
    { name: 'build', command: ['docusaurus', 'build'], looksAt: SITE },
    {
      name: 'build-below-path',
      command: ['docusaurus', 'build', '--out-dir', `.cache/below-path${SUBPATH}`],
      env: { BASE_URL: SUBPATH },
      // They write the same generated files.
      needs: ['build'],
      looksAt: SITE,
    },
    { name: 'browser', does: findBrowser },
    // The longest step begins as soon as the book is built.
    {
      name: 'playwright',
      command: ['playwright', 'test', '--config=tests/browser/playwright.config.ts', '--reporter=line,json'],
      quick: QUICK.playwright,
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('playwright.json') },
      count: fromPlaywright,
      report: 'playwright.json',
      needs: ['browser', 'build', 'build-below-path'],
      narrow: (changed) => browserTests(root, changed),
    },
    { name: 'other-browsers', does: findOtherBrowsers, full: true },
    {
      name: 'smoke',
      command: ['playwright', 'test', '--config=tests/smoke/playwright.config.ts', '--reporter=line,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report('smoke.json') },
      count: fromPlaywright,
      report: 'smoke.json',
      needs: ['other-browsers', 'build'],
      full: true,
    },
    {
      name: 'pytest',
      // Both cores to the end, when the browsers are done.
      command: ['pytest', '-q', '-n2', '--dist=worksteal', `--junit-xml=${report('pytest.xml')}`],
      quick: QUICK.pytest,
      cwd: 'simulations',
      count: fromJunit,
      report: 'pytest.xml',
      needs: ['python'],
      narrow: (changed) => pythonTests(root, changed),
    },
    {
      name: 'vitest',
      command: [
        ...['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest.json')}`],
      ],
      quick: QUICK.vitest,
      count: fromVitest,
      report: 'vitest.json',
      needs: ['python'],
      // It follows the imports itself; what tests read otherwise stands in its configuration.
      narrow: () => [...QUICK.vitest, '--changed=main', '--passWithNoTests'],
    },
    {
      name: 'eslint',
      command: ['eslint', '.', '--max-warnings=0', '--cache', `--cache-location=${CACHE}/eslint`],
      looksAt: /\.([cm]?[jt]s|tsx)$|^package/,
    },
    {
      name: 'tsc',
      command: ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', `${CACHE}/tsc.tsbuildinfo`],
      looksAt: /\.([cm]?[jt]s|tsx|json)$/,
    },
    { name: 'dependency-cruiser', command: ['depcruise', 'src'], looksAt: /^src\/|cruiser/ },
    {
      name: 'stylelint',
      command: ['stylelint', 'src/**/*.css', '--cache', '--cache-location', '.cache/stylelint'],
      looksAt: /\.css$|stylelint/,
    },
    { name: 'textlint', command: ['npm', 'run', '--silent', 'lint:prose'], looksAt: /^(docs|simulations|src)\/|\.md$/ },
    { name: 'prettier', command: ['prettier', '--check', '.', '--log-level=warn', '--cache'] },
    { name: 'mypy', command: ['mypy'], cwd: 'simulations', needs: ['python'], looksAt: /\.(py|toml)$/ },
    {
      name: 'import-linter',
      command: ['lint-imports'],
      cwd: 'simulations',
      needs: ['python'],
      looksAt: /\.(py|toml)$/,
    },
    { name: 'ruff-format', command: ['ruff', 'format', '--check'], needs: ['python'], looksAt: /\.(py|toml)$/ },
    { name: 'ruff', command: ['ruff', 'check'], needs: ['python'], looksAt: /\.(py|toml)$/ },
  ];
}
