/** The files that the machine starts with. */
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeEmpty, neededBy } from './libraries.mjs';

/** @typedef {import('./cpio.mjs').Entry} Entry */

const FOLDERS = ['dev', 'proc', 'sys', 'tmp', 'run', 'root', 'mnt', 'var', 'etc', 'bin', 'lib', 'usr'];

/** Of a library only what is never called. */
const EMPTY = ['libcrypto.so.3', 'libsctp.so.1'];

/** Where Debian has libraries, in the order of search. */
const PLACES = ['lib/i386-linux-gnu', 'usr/lib/i386-linux-gnu'];

function libraryAt(/** @type {string} */ sysroot, /** @type {string} */ name) {
  const found = PLACES.map((place) => join(sysroot, place, name)).find((file) => existsSync(file));
  if (!found) throw new Error(`No library ${name}`);
  return realpathSync(found);
}

/** How netem’s delays may be distributed, and what `ip` calls things by. */
const DELAYS = ['normal', 'pareto', 'paretonormal'];
const NAMES = ['group', 'nl_protos', 'rt_dsfield', 'rt_protos', 'rt_realms', 'rt_scopes', 'rt_tables'];

/**
 * @param {{ work: string, cc: string, sysroot: string, ours: string, programs: Map<string, string> }} parts
 * @returns {Map<string, Entry>}
 */
export function makeRootfs({ work, cc, sysroot, ours, programs }) {
  /** @type {Map<string, Entry>} */
  const files = new Map();
  const folder = (/** @type {string} */ path) => files.set(path, { type: 'folder', mode: 0o755 });
  const put = (/** @type {string} */ path, /** @type {Buffer} */ content, mode = 0o644) => {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) folder(parts.slice(0, depth).join('/'));
    files.set(path, { type: 'file', mode, content });
  };
  const link = (/** @type {string} */ path, /** @type {string} */ to) =>
    files.set(path, { type: 'link', mode: 0o777, content: Buffer.from(to) });

  for (const path of FOLDERS) folder(path);
  link('var/run', '../run');
  files.set('dev/console', { type: 'device', mode: 0o600, device: [5, 1] });
  files.set('dev/null', { type: 'device', mode: 0o666, device: [1, 3] });

  const guest = (/** @type {string} */ path) => readFileSync(join(ours, 'guest', path));
  put('init', guest('init'), 0o755);
  for (const name of readdirSync(join(ours, 'guest/etc'))) put(`etc/${name}`, guest(`etc/${name}`));
  for (const name of readdirSync(join(ours, 'guest/bin'))) put(`bin/${name}`, guest(`bin/${name}`), 0o755);
  for (const [name, file] of programs) put(`bin/${name}`, readFileSync(file), 0o755);

  const iperf = join(sysroot, 'usr/bin/iperf3');
  put('bin/iperf3', readFileSync(iperf), 0o755);
  const waiting = [iperf, ...programs.values()].flatMap(neededBy);
  const done = new Set();
  for (let name; (name = waiting.pop());) {
    if (done.has(name)) continue;
    done.add(name);
    const isEmpty = EMPTY.includes(name);
    const file = isEmpty ? makeEmpty(work, cc, name, libraryAt(sysroot, 'libiperf.so.0')) : libraryAt(sysroot, name);
    put(`lib/${name}`, readFileSync(file), 0o755);
    if (!isEmpty) waiting.push(...neededBy(file));
  }
  put('lib/ld-linux.so.2', readFileSync(libraryAt(sysroot, 'ld-linux.so.2')), 0o755);

  const applets = readFileSync(join(work, 'tools/busybox/busybox.links'), 'utf8');
  for (const path of applets.trim().split('\n')) {
    const name = basename(path);
    if (!files.has(`bin/${name}`)) link(`bin/${name}`, 'busybox');
  }
  const iproute = (/** @type {string} */ path) => readFileSync(join(work, 'tools/iproute2', path));
  for (const name of DELAYS) put(`usr/lib/tc/${name}.dist`, iproute(`netem/${name}.dist`));
  for (const name of NAMES) put(`etc/iproute2/${name}`, iproute(`etc/iproute2/${name}`));
  return files;
}
