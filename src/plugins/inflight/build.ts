import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { PyodideAPI } from 'pyodide';
import type { More, Prerendered } from '../../model/types';
import { makeArchives } from './archives';
import { Bridge } from './bridge';
import { hash, hashFolders } from './files';
import { emptyLock, PYODIDE, startPython } from './node-python';
import { prerender, prerenderMore } from './prerender';

/** Addresses of what the page's Python starts from, relative to the site's root. */
export interface Shipped {
  worker: string;
  pyodide: string;
  stdlib: string;
  sims: string;
  lock: { info: unknown; packages: object };
}

export interface Built {
  /** Folder to be served as it is, at the site's root. */
  files: string;
  shipped: Shipped;
  experiments: { first: Prerendered; more: More }[];
}

/** Starts each experiment once, so that all that they import has been imported. */
function touchEverything(python: PyodideAPI): void {
  const bridge = new Bridge(python);
  for (const experiment of bridge.catalogue()) bridge.begin(experiment.id);
}

async function build(site: string, out: string): Promise<void> {
  const folders = { simulations: join(site, 'simulations'), recordings: join(site, 'tests/kernel/recordings') };
  const { sims, stdlib } = await makeArchives(join(folders.simulations, 'inflight'), touchEverything);
  const worker = readFileSync(join(site, 'src/runtime/worker.mjs'));
  const version = (JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8')) as { version: string }).version;

  // Every name tells its content, so that a browser may keep what it has for ever.
  const shipped: Shipped = {
    worker: `py/worker-${hash(worker)}.mjs`,
    pyodide: `py/pyodide-${version}/`,
    stdlib: `py/stdlib-${hash(stdlib)}.zip`,
    sims: `py/sims-${hash(sims)}.zip`,
    lock: emptyLock(),
  };
  const files = join(out, 'files');
  mkdirSync(join(files, shipped.pyodide), { recursive: true });
  for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']) {
    cpSync(join(PYODIDE, name), join(files, shipped.pyodide, name));
  }
  writeFileSync(join(files, shipped.worker), worker);
  writeFileSync(join(files, shipped.stdlib), stdlib);
  writeFileSync(join(files, shipped.sims), sims);

  // The runs are made with what is shipped: what is missing there is found here and not by a reader.
  const bridge = new Bridge(await startPython(sims, join(files, shipped.stdlib)));
  const experiments = bridge.catalogue().map((experiment) => ({
    first: prerender(bridge, experiment),
    more: prerenderMore(bridge, experiment, folders),
  }));
  writeFileSync(join(out, 'built.json'), JSON.stringify({ shipped, experiments }));
}

/** Builds of other days; those of today may still be in use by another process. */
function forgetOld(cache: string): void {
  const yesterday = Date.now() - 24 * 3600 * 1000;
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (statSync(folder).mtimeMs < yesterday) rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds what the figures need, or takes it from the last build if nothing that counts has changed since. */
export async function buildOnce(site: string): Promise<Built> {
  const key = hashFolders(
    join(site, 'simulations/inflight'),
    join(site, 'tests/kernel/recordings'),
    join(site, 'src/plugins/inflight'),
    join(site, 'src/runtime'),
  );
  const cache = join(site, 'node_modules/.cache/inflight');
  const folder = join(cache, key);
  if (!existsSync(join(folder, 'built.json'))) {
    const fresh = join(cache, `${key}-${process.pid}`);
    await build(site, fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    forgetOld(cache);
  }
  const { shipped, experiments } = JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8')) as Omit<Built, 'files'>;
  return { files: join(folder, 'files'), shipped, experiments };
}
