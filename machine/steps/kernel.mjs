import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { run } from './run.mjs';
import { checkSettings, readSettings, writeSettings } from './settings.mjs';

/**
 * The kernel as it lies in memory, without the code that would unpack it.
 * @param {string} work
 * @param {string} deb Debian's package of the sources
 * @param {string} config
 * @returns {string} where it is
 */
export function makeKernel(work, deb, config) {
  const folder = join(work, 'kernel');
  const [, name = ''] = /^(linux-source-[\d.]+)_/.exec(basename(deb)) ?? [];
  const tree = join(folder, name);
  if (!existsSync(join(tree, 'Makefile'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    run(folder, 'dpkg-deb', ['-x', deb, '.']);
    run(folder, 'tar', ['-xf', `usr/src/${name}.tar.xz`, '--exclude=*/Documentation/*/*']);
  }
  const make = (/** @type {string[]} */ ...words) => run(tree, 'make', ['ARCH=i386', ...words]);
  const asked = readSettings(config);
  make('tinyconfig');
  const file = join(tree, '.config');
  writeFileSync(file, writeSettings(new Map([...readSettings(file), ...asked])));
  make('olddefconfig');
  checkSettings('The kernel', asked, readSettings(file));
  make(`-j${availableParallelism()}`, 'vmlinux');
  run(tree, 'objcopy', ['-O', 'binary', '-R', '.note', '-R', '.comment', '-S', 'vmlinux', 'vmlinux.bin']);
  return join(tree, 'vmlinux.bin');
}
