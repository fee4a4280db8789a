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

/** The same code decides the same, whoever marks it: sets keep their order. */
const SHUT: PyodideConfig = { jsglobals: {}, env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' } };

/** Everything is fetched at the same time. */
export async function startPython({ urls, need }: ToWorker<'start'>, { load, isShut }: Place): Promise<Python> {
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
    ...(isShut && SHUT),
  });
  restoreFetch();
  const modules = new Modules(api, urls);
  for (const [index, archive] of (await archives).entries()) modules.mount(first[index]!, archive);
  api.pyimport('sys').path.append(FOLDER);
  const bridge = api.pyimport('inflight.bridge') as FigureBridge;
  // Imported now, so that the first drag, or the first answer, need not.
  if (need.experiment) bridge.takes_code(need.experiment);
  if (isShut && need.answers) api.pyimport('inflight.classroom.sandbox_runs').destroy();
  if (isShut) api.pyimport('inflight.reader.sandbox').shut();
  return { api, bridge, modules, isShut };
}
