/** Debian's packages, from the mirror that this machine uses or the one that `DEBIAN_MIRROR` names. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/**
 * `all`, `i386`: a package of programs or files. `source`: what one is made from.
 * @typedef {{ suite: string, kind: 'all' | 'i386' | 'source' }} Wanted
 * @typedef {{ version: string, files: Record<string, string> }} Pinned a version, and its files with their SHA-256
 */

const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

function mirror() {
  if (process.env.DEBIAN_MIRROR) return process.env.DEBIAN_MIRROR;
  const known = run('/', 'apt-get', ['indextargets', '--format', '$(ORIGIN) $(CODENAME) $(REPO_URI)']);
  const found = /^Debian [a-z]+ (\S+)$/m.exec(known)?.[1];
  if (!found) throw new Error('apt knows no mirror of Debian; name one in DEBIAN_MIRROR');
  return found;
}

export const sha256 = (/** @type {Uint8Array} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/** An apt with a state of its own, which knows one suite, its sources, and its programs for the i386. */
class Apt {
  constructor(/** @type {string} */ work, /** @type {string} */ suite) {
    const home = join(work, `apt-${suite}`);
    const folder = (/** @type {string} */ name) => {
      mkdirSync(join(home, name), { recursive: true });
      return join(home, name);
    };
    const file = (/** @type {string} */ name, /** @type {string} */ content) => {
      writeFileSync(join(home, name), content);
      return join(home, name);
    };
    folder('lists/partial');
    folder('archives/partial');
    const lines = ['deb [arch=i386', 'deb-src ['].map(
      (kind) => `${kind} signed-by=${KEYRING}] ${mirror()} ${suite} main\n`,
    );
    const settings = {
      'Dir::State': home,
      'Dir::State::Lists': join(home, 'lists'),
      'Dir::State::Status': file('status', ''),
      'Dir::Cache': home,
      'Dir::Etc::SourceList': file('sources.list', lines.join('')),
      'Dir::Etc::SourceParts': '/dev/null',
      'APT::Architecture': 'i386',
      // Only root can hand the download to somebody else.
      'APT::Sandbox::User': 'root',
    };
    const all = Object.entries(settings).map(([name, value]) => `${name} "${value}";\n`);
    this.env = { APT_CONFIG: file('apt.conf', `${all.join('')}APT::Architectures { "i386"; };\n`) };
    this.folder = folder('files');
  }

  run(/** @type {string} */ program, /** @type {string[]} */ words) {
    return run(this.folder, program, words, { env: this.env });
  }

  /**
   * Downloads packages of a kind, each in a version or the newest; a few calls for all, as apt reads its lists anew in each.
   * @param {Wanted['kind']} kind
   * @param {Map<string, string | undefined>} wanted versions by name
   * @returns {Map<string, { version: string, files: string[] }>}
   */
  fetch(kind, wanted) {
    const isSource = kind === 'source';
    const asked = [...wanted].map(([name, version]) => (version ? `${name}=${version}` : name));
    const how = isSource ? ['source', '--download-only', '--only-source'] : ['download'];
    const listed = this.run('apt-get', ['-q', ...how, '--print-uris', ...asked]);
    const files = [...listed.matchAll(/^'[^']+' (\S+) \d+/gm)].map(([, file]) => /** @type {string} */ (file));
    this.run('apt-get', ['-q', ...how, ...asked]);
    const shown = this.run('apt-cache', [isSource ? 'showsrc' : 'show', '--no-all-versions', ...asked]);
    const versions = new Map(
      shown.split('\n\n').map((entry) => [/^Package: (.*)$/m.exec(entry)?.[1], /^Version: (.*)$/m.exec(entry)?.[1]]),
    );
    const own = (/** @type {string} */ name) => files.filter((file) => file.startsWith(`${name}_`));
    return new Map(
      [...wanted].map(([name, version]) => [name, { version: version ?? versions.get(name) ?? '', files: own(name) }]),
    );
  }
}

/**
 * All packages, as they were pinned; of one that isn't, the newest.
 * @param {string} work
 * @param {Record<string, Wanted>} wanted
 * @param {Record<string, Pinned>} pinned
 * @returns {{ pinned: Record<string, Pinned>, fileOf: (file: string) => string }}
 */
export function fetchPackages(work, wanted, pinned) {
  const homeOf = (/** @type {string} */ suite) => join(work, `apt-${suite}`, 'files');
  const hashAt = (/** @type {string} */ path) => (existsSync(path) ? sha256(readFileSync(path)) : undefined);
  const isThere = (/** @type {string} */ name, /** @type {string} */ suite) =>
    name in pinned &&
    Object.entries(pinned[name].files).every(([file, hash]) => hashAt(join(homeOf(suite), file)) === hash);
  const missing = Object.entries(wanted).filter(([name, { suite }]) => !isThere(name, suite));

  /** @type {Map<string, { version: string, files: string[] }>} */
  const found = new Map();
  for (const suite of new Set(missing.map(([, each]) => each.suite))) {
    const apt = new Apt(work, suite);
    apt.run('apt-get', ['-q', 'update']);
    const own = missing.filter(([, each]) => each.suite === suite);
    for (const kind of new Set(own.map(([, each]) => each.kind))) {
      const names = own.filter(([, each]) => each.kind === kind).map(([name]) => name);
      for (const [name, made] of apt.fetch(kind, new Map(names.map((name) => [name, pinned[name]?.version])))) {
        found.set(name, made);
      }
    }
  }
  /** @type {Map<string, string>} */
  const places = new Map();
  const done = Object.entries(wanted).map(([name, { suite }]) => {
    const before = pinned[name];
    const { version, files } = found.get(name) ?? {
      version: before?.version ?? '',
      files: Object.keys(before?.files ?? {}),
    };
    const hashes = Object.fromEntries(files.sort().map((file) => [file, hashAt(join(homeOf(suite), file)) ?? '']));
    for (const file of files) places.set(file, join(homeOf(suite), file));
    const wrong = files.find((file) => before && before.files[file] !== hashes[file]);
    if (wrong) throw new Error(`${wrong} isn’t the file that was pinned: its SHA-256 is ${hashes[wrong]}`);
    return /** @type {const} */ ([name, { version, files: hashes }]);
  });
  return { pinned: Object.fromEntries(done), fileOf: (file) => places.get(file) ?? '' };
}
