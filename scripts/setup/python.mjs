import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, run } from './command.mjs';

const NEWEST_FIRST = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python'];
const OLD_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 11))';

/**
 * The project's own Python environment, `.venv`, with the package and what its tests need; made where it is missing
 * or out of date.
 * @param {string} root of the project
 * @returns {Promise<string>} the folder of its programs
 */
export async function pythonEnvironment(root) {
  const folder = join(root, '.venv');
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const stamp = join(folder, 'installed');
  const wanted = createHash('sha256')
    .update(root + readFileSync(join(root, 'simulations', 'pyproject.toml')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return bin;

  const python = await findPython();
  rmSync(folder, { recursive: true, force: true });
  await makeEnvironment(python, folder);
  // Most of what comes with the tools is never imported, and what is imported is compiled then.
  const quick = ['--quiet', '--no-compile', '--disable-pip-version-check'];
  const pip = ['-m', 'pip', 'install', ...quick, '--editable', 'simulations[dev]'];
  const installed = await run(join(bin, 'python'), pip, { cwd: root });
  if (!installed.ok) throw new Error(`pip could not install the Python test tools:\n${installed.output}`);
  writeFileSync(stamp, wanted);
  return bin;
}

/** @returns {Promise<string>} the newest Python on the PATH, if it is new enough */
export async function findPython() {
  for (const name of NEWEST_FIRST) {
    if ((await run(name, ['-c', OLD_ENOUGH])).ok) return name;
  }
  throw new Error('Python 3.11 or newer is needed for the models’ tests, and none was found on the PATH.');
}

async function makeEnvironment(python, folder) {
  let made = await run(python, ['-m', 'venv', folder]);
  if (!made.ok && (await aptInstall('python3-venv'))) made = await run(python, ['-m', 'venv', '--clear', folder]);
  if (made.ok) return;
  throw new Error(
    `\`${python} -m venv\` does not work here; on Debian and Ubuntu \`apt-get install python3-venv\` brings it.\n${made.output}`,
  );
}
