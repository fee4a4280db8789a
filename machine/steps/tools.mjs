/** The programs of the machine: those of Debian's sources, and our own. */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { run } from './run.mjs';
import { checkSettings, readSettings, writeSettings } from './settings.mjs';

const FLAGS = '-Os';
const AT_ONCE = `-j${availableParallelism()}`;

/**
 * @typedef {{ folder: string, cc: string }} Place the unpacked sources, and the compiler
 * @typedef {(place: Place, ours: string) => string[]} Recipe it makes programs and returns their paths
 */

const configure = (/** @type {Place} */ { folder, cc }, /** @type {string[]} */ words) =>
  run(folder, './configure', ['--host=i686-linux-gnu', ...words], {
    env: { CC: cc, CFLAGS: FLAGS, PKG_CONFIG: 'false' },
  });

/** @type {Record<string, Recipe>} in this order: tcpdump finds libpcap beside it */
const RECIPES = {
  busybox({ folder, cc }, ours) {
    const asked = readSettings(join(ours, 'busybox.config'));
    run(folder, 'make', ['allnoconfig']);
    const file = join(folder, '.config');
    writeFileSync(file, writeSettings(new Map([...readSettings(file), ...asked])));
    run(folder, 'make', ['oldconfig'], { input: '\n'.repeat(2000) });
    checkSettings('BusyBox', asked, readSettings(file));
    run(folder, 'make', [AT_ONCE, `CC=${cc}`, 'HOSTCC=gcc', 'busybox', 'busybox.links']);
    return ['busybox'];
  },
  iproute2({ folder, cc }) {
    run(folder, './configure', [], { env: { CC: cc, PKG_CONFIG: 'false' } });
    run(folder, 'make', [
      AT_ONCE,
      'SUBDIRS=lib ip tc misc netem',
      'HOSTCC=gcc',
      `CC=${cc}`,
      `CCOPTS=${FLAGS} -D_GNU_SOURCE`,
    ]);
    return ['ip/ip', 'tc/tc', 'misc/ss', 'misc/nstat'];
  },
  libpcap(place) {
    const without = ['shared', 'dbus', 'usb', 'bluetooth', 'rdma', 'netmap'].map((each) => `--disable-${each}`);
    configure(place, [...without, '--without-libnl', '--without-dag']);
    run(place.folder, 'make', [AT_ONCE, 'libpcap.a']);
    return [];
  },
  tcpdump(place) {
    configure(place, ['--without-crypto', '--without-smi', '--without-cap-ng', '--disable-smb']);
    run(place.folder, 'make', [AT_ONCE, 'tcpdump']);
    return ['tcpdump'];
  },
  ethtool(place) {
    configure(place, ['--disable-netlink', '--disable-pretty-dump']);
    run(place.folder, 'make', [AT_ONCE, 'ethtool']);
    return ['ethtool'];
  },
};

const strip = (/** @type {string} */ file) => run('/', 'strip', ['--strip-all', '--remove-section=.comment', file]);

/**
 * @param {string} work
 * @param {string} cc
 * @param {(name: string) => string} description of a source package: its `.dsc`
 * @param {string} ours the folder of this project with settings and sources
 * @returns {[name: string, file: string][]} programs, and where they are
 */
export function makeTools(work, cc, description, ours) {
  const tools = join(work, 'tools');
  rmSync(tools, { recursive: true, force: true });
  mkdirSync(tools, { recursive: true });
  /** @type {Map<string, string>} */
  const programs = new Map();
  for (const [name, recipe] of Object.entries(RECIPES)) {
    const folder = join(tools, name);
    run(tools, 'dpkg-source', ['--no-check', '-x', description(name), folder]);
    for (const file of recipe({ folder, cc }, ours)) programs.set(basename(file), join(folder, file));
  }
  for (const file of programs.values()) strip(file);
  return [...programs];
}

/**
 * @param {string} work
 * @param {string} cc
 * @param {string} sources the folder of our own
 * @returns {[name: string, file: string][]}
 */
export function makeOwn(work, cc, sources) {
  const own = join(work, 'own');
  rmSync(own, { recursive: true, force: true });
  cpSync(sources, own, { recursive: true });
  const names = readdirSync(own).flatMap((file) => (file.endsWith('.c') ? [file.slice(0, -2)] : []));
  for (const name of names) {
    run(own, cc, [FLAGS, '-Wall', '-Wextra', '-Werror', '-o', name, `${name}.c`]);
    strip(join(own, name));
  }
  return names.map((name) => [name, join(own, name)]);
}
