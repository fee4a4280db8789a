/** Makes what the page's Python starts from, and a way to ask the same Python while the book is built. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Experiment } from '../../model/contract';
import type { RuntimeUrls } from '../../runtime/types';
import { hash, hashAll } from './files';
import { type Archives, makeArchives } from './python/archives';
import { compileProgram } from './programs';
import { experimentsIn, type Modules, readModules } from './python/modules';
import { emptyLock, PYODIDE, VERSION } from './python/start';
import { Cache } from './runs/cache';
import type { Ask } from './runs/jobs';
import { findPython } from './runs/native';
import { PLACES, Pool } from './runs/pool';
import { Progress } from './runs/progress';
import { answering } from './runs/runs';
import { sandboxDocument } from './sandbox';

/** What the page's Python starts from. */
export interface Shipped {
  /** To be served as they are, by their addresses relative to the site's root. */
  files: ReadonlyMap<string, Uint8Array>;
  /** Relative to the site's root. */
  urls: RuntimeUrls;
}

export interface Built {
  modules: Modules;
  shipped: Promise<Shipped>;
  /** Sorted by id. */
  experiments: Experiment[];
  ask: Ask;
  progress: Progress;
  /** Gives the memory of the Pythons back; they can be asked on. */
  rest: () => Promise<void>;
}

/** What makes an answer of what Python says: folders and files, relative to the site. */
export const PROGRAMS = [
  'src/plugins/inflight/python',
  'src/plugins/inflight/runs',
  'src/plugins/inflight/files.ts',
  'src/runtime/worker/archive.ts',
  'src/model/views.ts',
  'src/views/format.ts',
  'src/views/pipe/timing.ts',
];

/** Everything that is made here and may be deleted at any time. */
export const cacheFolder = (site: string): string => join(site, '.cache/inflight');

/** What a page loads, with names that tell the content, so that a browser may keep what it has for ever. */
async function ship(site: string, archives: Archives): Promise<Shipped> {
  const files = new Map<string, Uint8Array>();
  const pyodide = `py/pyodide-${VERSION}/`;
  for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']) {
    files.set(pyodide + name, readFileSync(join(PYODIDE, name)));
  }
  const add = (name: string, content: Uint8Array): string => {
    const { name: stem, ext } = parse(name);
    const address = `py/${stem}-${hash(content)}${ext}`;
    files.set(address, content);
    return address;
  };
  const program = async (name: string, entry: string): Promise<string> =>
    add(`${name}.js`, await compileProgram(site, entry));
  const frame = Buffer.from(await compileProgram(site, 'runtime/sandbox/frame.ts')).toString();
  const figures = Object.entries(archives.figures).map(([id, content]) => [id, add(`${id}.bin`, content)]);
  const urls: RuntimeUrls = {
    worker: await program('worker', 'runtime/worker/index.ts'),
    frame: add('sandbox.html', Buffer.from(sandboxDocument(frame))),
    inside: await program('inside', 'runtime/sandbox/inside.ts'),
    pyodide,
    loader: `${pyodide}pyodide.mjs`,
    engine: `${pyodide}pyodide.asm.mjs`,
    wasm: `${pyodide}pyodide.asm.wasm`,
    stdlib: add('stdlib.bin', archives.stdlib),
    kernel: add('kernel.bin', archives.kernel),
    rest: add('rest.bin', archives.rest),
    figures: Object.fromEntries(figures) as Record<string, string>,
    lock: emptyLock(),
  };
  return { files, urls };
}

/** Archives as files, for the Pythons of the pool. */
function keep(folder: string, archives: Archives) {
  const write = (name: string, content: Uint8Array): string => {
    const file = join(folder, `${name}-${hash(content)}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const { stdlib, figures, ...others } = archives;
  return {
    // Pyodide reads this one itself.
    stdlib: write('stdlib.zip', gunzipSync(stdlib)),
    modules: Object.entries({ ...figures, ...others }).map(([name, content]) => write(name, content)),
  };
}

/** What is to be known before any figure is run. */
export async function prepare(site: string): Promise<Built> {
  const folder = cacheFolder(site);
  const simulations = join(site, 'simulations');
  const modules = readModules(simulations);
  const cache = new Cache(join(folder, 'answers'));
  cache.tidy();
  const program = hashAll(...PROGRAMS.map((path) => join(site, path)));

  const progress = new Progress(PLACES);
  const kit = { modules, cache, progress, program };

  const compiler = new Pool({}, 1);
  const archives = makeArchives(modules, answering({ ...kit, pool: compiler })).finally(() => compiler.end());
  const shipped = archives.then((made) => ship(site, made));
  shipped.catch(() => undefined); // said where it is waited for
  const python = findPython();
  // Without a Python of this machine the runs are made with what is shipped.
  const pool = new Pool(
    python === undefined
      ? { archives: keep(join(folder, 'archives'), await archives) }
      : { native: { python, simulations } },
  );
  const ask = answering({ ...kit, pool });
  const described = experimentsIn(modules).map((experiment) => ask({ do: 'describe', experiment }));
  const experiments = (await Promise.all(described)) as Experiment[];
  return { modules, shipped, experiments, ask, progress, rest: () => pool.end() };
}
