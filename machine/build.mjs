/**
 * Builds the machine from Debian’s sources: `node machine/build.mjs`, on Debian 12, into `machine/state.zst` and
 * `machine/manifest.json`. Packages are those that the manifest names, or with `--update` the newest; a second run on the
 * same versions gives the same bytes.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cpio } from './steps/cpio.mjs';
import { makeImage } from './steps/image.mjs';
import { makeKernel } from './steps/kernel.mjs';
import { once } from './steps/once.mjs';
import { fetchPackages, sha256 } from './steps/packages.mjs';
import { makeRootfs } from './steps/rootfs.mjs';
import { run } from './steps/run.mjs';
import { makeState } from './steps/state.mjs';
import { makeOwn, makeTools } from './steps/tools.mjs';
import { makeToolchain, versions } from './steps/toolchain.mjs';

const { values } = parseArgs({ options: { update: { type: 'boolean', default: false } } });

const ours = fileURLToPath(new URL('.', import.meta.url));
const work = join(ours, '../.cache/machine');
const manifest = join(ours, 'manifest.json');
const result = join(ours, 'state.zst');

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8'));

async function step(/** @type {string} */ name, /** @type {() => any} */ work) {
  const begun = performance.now();
  process.stdout.write(`${name} …`);
  const made = await work();
  console.log(` ${Math.round((performance.now() - begun) / 1000)} s`);
  return made;
}

mkdirSync(work, { recursive: true });
const wanted = read(join(ours, 'sources.json'));
const { pinned, fileOf } = await step('packages', () =>
  fetchPackages(work, wanted, values.update ? {} : read(manifest).packages),
);
const filesOf = (/** @type {string} */ name) => Object.keys(pinned[name].files);
const description = (/** @type {string} */ name) => fileOf(filesOf(name).find((file) => file.endsWith('.dsc')) ?? '');
const [linux = ''] = Object.keys(wanted).filter((name) => name.startsWith('linux-source-'));
const i386 = Object.keys(wanted).filter((name) => wanted[name].kind === 'i386');

const toolchain = versions();
const text = (/** @type {string[]} */ ...files) => files.map((file) => readFileSync(join(ours, file), 'utf8'));
const shared = [toolchain, text('steps/run.mjs', 'steps/settings.mjs', 'steps/toolchain.mjs')];

const kernelAt = await step('kernel', () => {
  const config = join(ours, 'kernel.config');
  const inputs = [shared, pinned[linux], text('steps/kernel.mjs', 'kernel.config')];
  return once(work, 'kernel', inputs, () => makeKernel(work, fileOf(filesOf(linux)[0] ?? ''), config));
});
const kernel = readFileSync(kernelAt);
const { sysroot, cc } = makeToolchain(work, i386.flatMap(filesOf).map(fileOf));
const own = await step('own programs', () => makeOwn(work, cc, join(ours, 'guest/programs')));
const tools = await step('programs', () => {
  const inputs = [shared, pinned, text('steps/tools.mjs', 'busybox.config')];
  return once(work, 'programs', inputs, () => makeTools(work, cc, description, ours));
});
const initrd = cpio(makeRootfs({ work, cc, sysroot, ours, programs: new Map([...tools, ...own]) }));
const image = makeImage({ boot: join(ours, 'guest/boot.S'), kernel, initrd, memory: 128 << 20, work });
const { state, now } = await step('state', () => makeState(image));

writeFileSync(join(work, 'state'), state);
run(work, 'zstd', ['--ultra', '-20', '--single-thread', '--no-check', '-qf', 'state', '-o', result]);
const compressed = readFileSync(result);
writeFileSync(
  manifest,
  `${JSON.stringify(
    {
      packages: pinned,
      toolchain,
      v86: read(join(ours, '../node_modules/v86/package.json')).version,
      products: { kernel: sha256(kernel), initrd: sha256(initrd), uncompressed: sha256(state) },
      state: { bytes: compressed.length, sha256: sha256(compressed), now },
    },
    null,
    2,
  )}\n`,
);
console.log(`machine/state.zst: ${(compressed.length / 1e6).toFixed(1)} MB`);
