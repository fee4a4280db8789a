import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadPyodide, type PyodideAPI } from 'pyodide';

export const PYODIDE = dirname(createRequire(__filename).resolve('pyodide/package.json'));

/** Where the worker and the build put the archive of our own modules. */
export const SIMS = '/lib/inflight.zip';

/** Starts Python in Node with our modules; with `stdlib`, from that archive only, as the page does. */
export async function startPython(sims: Uint8Array, stdlib?: string): Promise<PyodideAPI> {
  const python = await loadPyodide({ indexURL: PYODIDE, ...(stdlib && { stdLibURL: stdlib }) });
  python.FS.writeFile(SIMS, sims);
  python.pyimport('sys').path.append(SIMS);
  return python;
}

/** What the page's Python has to know about packages: that there are none. Saves fetching the list of all of them. */
export function emptyLock(): { info: unknown; packages: object } {
  const lock = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8')) as { info: unknown };
  return { info: lock.info, packages: {} };
}
