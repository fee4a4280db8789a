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
import { basename, join, parse } from 'node:path';
import type { PyodideAPI } from 'pyodide';
import type { AssignmentFiles, Assignments } from '../../model/assignments';
import type { RoomData } from '../../model/incidents';
import type { More, Prerendered } from '../../model/types';
import type { RuntimeUrls } from '../../runtime/types';
import { makeArchives } from './archives';
import { FOLDER as ASSIGNMENTS, readAssignments } from './assignments';
import { Bridge } from './bridge';
import { hash, hashAll } from './files';
import { sampleIncident } from './incidents';
import { emptyLock, PYODIDE, startPython } from './node-python';
import { prerender, prerenderMore } from './prerender';

export interface Built {
  /** Folder to be served as it is, at the site's root. */
  files: string;
  /** What the page's Python starts from, relative to the site's root. */
  shipped: RuntimeUrls;
  experiments: { first: Prerendered; more: More }[];
  incidents: RoomData;
  assignments: Assignments;
  assignmentFiles: AssignmentFiles;
}

/** Starts each experiment once, and reads each assignment, so that all that they import has been imported. */
function touchEverything(python: PyodideAPI, site: string): void {
  const bridge = new Bridge(python);
  for (const experiment of bridge.catalogue()) bridge.begin(experiment.id);
  sampleIncident(bridge);
  python.runPython('from inflight.classroom.kinds import kinds; kinds()');
  python.runPython('from inflight.reader_imports import LISTED; list(map(__import__, LISTED))');
  readAssignments(site, bridge, python);
}

async function build(site: string, out: string): Promise<void> {
  const folders = { simulations: join(site, 'simulations'), recordings: join(site, 'tests/kernel/recordings') };
  const { sims, stdlib } = await makeArchives(join(folders.simulations, 'inflight'), (python) =>
    touchEverything(python, site),
  );
  const version = (JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8')) as { version: string }).version;

  const files = join(out, 'files');
  const pyodide = `py/pyodide-${version}/`;
  mkdirSync(join(files, pyodide), { recursive: true });
  for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']) {
    cpSync(join(PYODIDE, name), join(files, pyodide, name));
  }
  // Every name tells its content, so that a browser may keep what it has for ever.
  const ship = (name: string, content: Uint8Array): string => {
    const { name: stem, ext } = parse(name);
    const address = `py/${stem}-${hash(content)}${ext}`;
    writeFileSync(join(files, address), content);
    return address;
  };
  const program = (name: string): string => ship(basename(name), readFileSync(join(site, 'src/runtime', name)));
  const shipped: RuntimeUrls = {
    worker: program('worker.mjs'),
    frame: program('sandbox/frame.mjs'),
    inside: program('sandbox/inside.js'),
    pyodide,
    loader: `${pyodide}pyodide.mjs`,
    engine: `${pyodide}pyodide.asm.mjs`,
    stdlib: ship('stdlib.zip', stdlib),
    sims: ship('sims.zip', sims),
    lock: emptyLock(),
  };

  // The runs are made with what is shipped: what is missing there is found here and not by a reader.
  const python = await startPython(sims, join(files, shipped.stdlib));
  const bridge = new Bridge(python);
  const experiments = bridge.catalogue().map((experiment) => ({
    first: prerender(bridge, experiment),
    more: prerenderMore(bridge, experiment, folders),
  }));
  const incidents = sampleIncident(bridge);
  const built = { shipped, experiments, incidents, ...readAssignments(site, bridge, python) };
  writeFileSync(join(out, 'built.json'), JSON.stringify(built));
}

/** Builds of other days; those of today may still be in use by another process. */
function forgetOld(cache: string): void {
  const yesterday = Date.now() - 24 * 3600 * 1000;
  for (const name of readdirSync(cache)) {
    const folder = join(cache, name);
    if (statSync(folder).mtimeMs < yesterday) rmSync(folder, { recursive: true, force: true });
  }
}

/** Folders and files, relative to the site, that what is built depends on. */
export const INPUTS = [
  'simulations/inflight',
  'tests/kernel/recordings',
  ASSIGNMENTS,
  'src/plugins/inflight',
  'src/runtime',
  'src/model',
  'src/packed.ts',
  'src/views/format.ts',
  'src/views/pipe/timing.ts',
];

/** Builds what the figures need, or takes it from the last build if nothing that counts has changed since. */
export async function buildOnce(site: string): Promise<Built> {
  const key = hashAll(join(PYODIDE, 'package.json'), ...INPUTS.map((path) => join(site, path)));
  const cache = join(site, 'node_modules/.cache/inflight');
  const folder = join(cache, key);
  if (!existsSync(join(folder, 'built.json'))) {
    const fresh = join(cache, `${key}-${process.pid}`);
    await build(site, fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    forgetOld(cache);
  }
  const built = JSON.parse(readFileSync(join(folder, 'built.json'), 'utf8')) as Omit<Built, 'files'>;
  return { files: join(folder, 'files'), ...built };
}
