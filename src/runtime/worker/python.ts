import type { PyodideAPI, PyodideConfig } from 'pyodide';
import type { ToWorker } from '../messages';
import { firstArchives } from '../urls';
import { fetchAhead } from './ahead';
import { FOLDER } from './archive';
import type { FigureBridge } from './bridge';
import { download, unpacked } from './download';
import { Modules } from './modules';

/** Where a worker runs. */
export interface Place {
  /** How a module is imported there. */
  load: (address: string) => Promise<unknown>;
  /** Is it the sandbox? Nothing can be reached from there, and Python gets nothing of JavaScript to hold. */
  isShut: boolean;
  /** That of a Python that has started and imported what answers need: a new one begins there, seconds ahead. */
  memory?: ArrayBuffer | undefined;
}

export interface Python {
  api: PyodideAPI;
  bridge: FigureBridge;
  modules: Modules;
  isShut: boolean;
}

type Loader = Pick<typeof import('pyodide'), 'loadPyodide'>;

interface Engine {
  default: PyodideConfig['createPyodideModule'];
}

/** The same code decides the same, anyone who marks it: sets keep their order, and nothing has a docstring. */
const SHUT: PyodideConfig = {
  jsglobals: {},
  env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0', PYTHONOPTIMIZE: '2' },
};

/** Of a Python that is started only to be copied: what is answered with, and what says what went wrong. */
const IMPORTED = `
import sys
sys.path.append("${FOLDER}")
import linecache, traceback
import inflight.bridge.answers, inflight.classroom.sandbox_runs, inflight.reader.addresses, inflight.reader.sandbox
inflight.reader.addresses.hide()
`;

/** The memory of a Python that has started. Nobody's code has run in it. */
export async function makeMemory(start: ToWorker<'start'>, place: Place): Promise<ArrayBuffer> {
  const { api } = await loadPython(start, place, { ...SHUT, _makeSnapshot: true });
  api.runPython(IMPORTED);
  return api.makeMemorySnapshot().buffer as ArrayBuffer;
}

export async function startPython(start: ToWorker<'start'>, place: Place): Promise<Python> {
  const { need } = start;
  const { isShut, memory } = place;
  const shut = memory ? { ...SHUT, _loadSnapshot: memory } : SHUT;
  const { api, modules } = await loadPython(start, place, isShut ? shut : {});
  const { path, path_importer_cache: known } = api.pyimport('sys');
  // The file system is no part of a memory, though what was found there is.
  known.clear();
  if (!memory) path.append(FOLDER);
  const bridge = api.pyimport('inflight.bridge') as FigureBridge;
  // Imported now, so that the first drag, or the first answer, need not.
  if (need.experiment) bridge.takes_code(need.experiment);
  if (isShut && need.answers) api.pyimport('inflight.classroom.sandbox_runs').destroy();
  if (isShut) api.pyimport('inflight.reader.sandbox').shut();
  return { api, bridge, modules, isShut };
}

/** Everything is fetched at the same time. */
async function loadPython(
  { urls, need }: ToWorker<'start'>,
  { load }: Place,
  options: PyodideConfig,
): Promise<Pick<Python, 'api' | 'modules'>> {
  const { pyodide, loader, engine, wasm, stdlib, lock } = urls;
  const restoreFetch = fetchAhead({ [wasm]: fetch(wasm), [stdlib]: unpacked(stdlib) });
  const first = firstArchives(urls, need);
  const archives = Promise.all(first.map(download));
  archives.catch(() => undefined); // said where they are waited for
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    load(loader) as Promise<Loader>,
    load(engine) as Promise<Engine>,
  ]);
  const api = await loadPyodide({
    indexURL: pyodide,
    createPyodideModule,
    stdLibURL: stdlib,
    lockFileContents: lock as PyodideConfig['lockFileContents'],
    ...options,
  });
  restoreFetch();
  const modules = new Modules(api, urls);
  for (const [index, archive] of (await archives).entries()) modules.mount(first[index]!, archive);
  return { api, modules };
}
