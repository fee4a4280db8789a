import { spawn } from 'node:child_process';

/**
 * Run a command without a terminal and without input.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ok: boolean, output: string}>} what it printed, stdout and stderr as they came
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => (output += text));
    }
    child.on('error', (error) => resolve({ ok: false, output: `${output}${command}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}

export const isRoot = process.getuid?.() === 0;

/**
 * Install Debian packages where that is possible: as root, with apt.
 * @param {...string} packages
 */
export async function aptInstall(...packages) {
  if (!isRoot) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  return (await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], { env })).ok;
}
