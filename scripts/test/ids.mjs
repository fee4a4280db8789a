/**
 * `node scripts/test/ids.mjs [--full] > NEW`: the tests of `npm test`, or of `npm run test:full`, a line for each;
 * `comm -23 OLD NEW` then shows whether one was lost. Playwright's are those of the pages of `build/`.
 */
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../setup/command.mjs';
import { pythonEnvironment } from '../setup/python.mjs';
import { QUICK } from './affected.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const quick = process.argv.includes('--full') ? {} : QUICK;
process.env.PATH = [await pythonEnvironment(root), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);

async function told(cwd, program, ...args) {
  const { ok, output } = await run(program, args, { cwd: join(root, cwd) });
  if (!ok) throw new Error(`${program}:\n${output}`);
  return output;
}

const [pytest, vitest, playwright] = await Promise.all([
  told('simulations', 'pytest', '--collect-only', '-q', ...(quick.pytest ?? [])),
  told('.', 'vitest', 'list', '--json', ...(quick.vitest ?? [])),
  told('.', 'playwright', 'test', '--config=tests/browser/playwright.config.ts', '--list', ...(quick.playwright ?? [])),
]);
const ids = [
  ...pytest.split('\n').filter((line) => line.includes('::')),
  ...JSON.parse(vitest).map(({ file, name }) => `${relative(root, file)} > ${name}`),
  ...[...playwright.matchAll(/^ +(\S+?):\d+:\d+ (.*)$/gm)].map(([, file, title]) => `${file} ${title}`),
];
console.log(ids.sort().join('\n'));
