/** The machine's own compiler of C, made to compile for the i386 with Debian's headers and libraries for it. */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** @returns {{ sysroot: string, cc: string }} where the libraries are, and the command of the compiler */
export function makeToolchain(/** @type {string} */ work, /** @type {string[]} */ packages) {
  const sysroot = join(work, 'sysroot');
  rmSync(sysroot, { recursive: true, force: true });
  for (const file of packages) run(work, 'dpkg-deb', ['-x', file, sysroot]);
  const gcc = join(sysroot, 'usr/lib/gcc/i686-linux-gnu/12');
  const cc = join(work, 'cc');
  // `configure` and `make` want one word.
  writeFileSync(
    cc,
    `#!/bin/sh\nexec gcc -m32 -march=i686 --sysroot=${sysroot} -B${gcc} -L${gcc} -static-libgcc -ffile-prefix-map=${work}=. -Wl,--build-id=none "$@"\n`,
  );
  chmodSync(cc, 0o755);
  return { sysroot, cc };
}

/** What has a part in what comes out; bytes are the same only where these are. */
export function versions() {
  const first = (/** @type {string} */ program, /** @type {string[]} */ words) =>
    (run('/', program, words).split('\n')[0] ?? '').trim();
  return {
    gcc: first('gcc', ['--version']),
    as: first('as', ['--version']),
    ld: first('ld', ['--version']),
    zstd: first('zstd', ['--version']),
  };
}
