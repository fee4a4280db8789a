/**
 * Makes the archive of sources that the licences of the machine’s programs ask for (GPL-2.0 §3, LGPL-2.1 §6):
 * `node machine/source.mjs FILE.tar`. In it are Debian’s packages as they were used, and this folder, which has the
 * settings and the scripts.
 */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackages } from './steps/packages.mjs';
import { run } from './steps/run.mjs';

const [, , out] = process.argv;
if (!out) {
  console.error('usage: node machine/source.mjs FILE.tar');
  process.exit(2);
}
const ours = fileURLToPath(new URL('.', import.meta.url));
const work = join(ours, '../.cache/machine');
const { packages } = JSON.parse(readFileSync(join(ours, 'manifest.json'), 'utf8'));
const wanted = JSON.parse(readFileSync(join(ours, 'sources.json'), 'utf8'));

const NAME = 'in-flight-machine-source';
const folder = join(work, NAME);
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'packages'), { recursive: true });
const { pinned, fileOf } = fetchPackages(work, wanted, packages);
for (const { files } of Object.values(pinned)) {
  for (const file of Object.keys(files)) copyFileSync(fileOf(file), join(folder, 'packages', file));
}
cpSync(ours, join(folder, 'machine'), { recursive: true, filter: (file) => basename(file) !== 'state.zst' });
const plain = ['--sort=name', '--mtime=@1767225600', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rw,go+r-w'];
run(work, 'tar', [...plain, '-cf', resolve(out), NAME]);
rmSync(folder, { recursive: true });
console.log(out);
