/** Shared libraries: which a program needs, and empty ones in place of what it never calls here. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Libraries that a file names (`DT_NEEDED`). */
export const neededBy = (/** @type {string} */ file) =>
  [...run('/', 'readelf', ['-dW', file]).matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(
    ([, name]) => /** @type {string} */ (name),
  );

/**
 * iperf3 can encrypt passwords and speak SCTP; here it does neither. What it would call of `library` ends it.
 * @returns {string} where it is
 */
export function makeEmpty(
  /** @type {string} */ work,
  /** @type {string} */ cc,
  /** @type {string} */ library,
  /** @type {string} */ user,
) {
  const symbols = run('/', 'readelf', ['-sW', '--dyn-syms', user]);
  const versioned = versionsIn(run('/', 'readelf', ['-VW', user]), library);
  /** @type {Map<string, Set<string>>} */
  const names = new Map(versioned.map((version) => [version, new Set()]));
  for (const [, name = '', version = ''] of symbols.matchAll(/\bUND (\w+)@(\S+)/g)) names.get(version)?.add(name);
  const all = [...names.values()].flatMap((set) => [...set]).sort();
  const script = [...names].map(
    ([version, set]) =>
      `${version} { ${[...set]
        .sort()
        .map((name) => `${name};`)
        .join(' ')} };\n`,
  );
  writeFileSync(join(work, 'empty.c'), all.map((name) => `void ${name}(void) { __builtin_trap(); }\n`).join(''));
  writeFileSync(join(work, 'empty.map'), script.join('').replace(/\{ (?=\w)/g, '{ global: '));
  const file = join(work, library);
  run(work, cc, [
    '-shared',
    '-nostdlib',
    '-fno-builtin',
    '-w',
    `-Wl,-soname,${library}`,
    '-Wl,--version-script=empty.map',
    '-o',
    file,
    'empty.c',
  ]);
  run(work, 'strip', ['--strip-all', file]);
  return file;
}

/** Versions of a library's symbols that a file asks for (`DT_VERNEED`). */
function versionsIn(/** @type {string} */ shown, /** @type {string} */ library) {
  const [, rest = ''] = shown.split(`File: ${library} `);
  const own = rest.split('File: ')[0] ?? '';
  return [...own.matchAll(/Name: (\S+)/g)].map(([, name]) => /** @type {string} */ (name));
}
