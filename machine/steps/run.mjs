import { execFileSync } from 'node:child_process';

/** Products must not depend on when, by whom and in which language they are made. */
const ENVIRONMENT = {
  ...process.env,
  LC_ALL: 'C',
  TZ: 'UTC',
  SOURCE_DATE_EPOCH: '1767225600',
  KCONFIG_NOTIMESTAMP: '1',
  KBUILD_BUILD_TIMESTAMP: '2026-01-01',
  KBUILD_BUILD_USER: 'in-flight',
  KBUILD_BUILD_HOST: 'in-flight',
  KBUILD_BUILD_VERSION: '1',
};

/**
 * Runs a program in a folder, without showing what it prints unless it fails.
 * @param {string} folder
 * @param {string} program
 * @param {string[]} words
 * @param {{ env?: Record<string, string>, input?: string }} [more]
 */
export function run(folder, program, words, { env = {}, input } = {}) {
  try {
    return execFileSync(program, words, {
      cwd: folder,
      env: { ...ENVIRONMENT, ...env },
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  } catch (error) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    throw new Error(`${program} ${words.join(' ')} failed:\n${(stdout + stderr).slice(-4000)}`);
  }
}
