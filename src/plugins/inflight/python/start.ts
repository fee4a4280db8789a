import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { loadPyodide, type PyodideAPI } from 'pyodide';

export const PYODIDE = dirname(createRequire(__filename).resolve('pyodide/package.json'));

export const VERSION = (JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8')) as { version: string }).version;

/** Where modules are put, here as in the page (`worker.mjs`). */
const MODULES = '/lib/inflight';

/** Starts Python in Node; with `stdlib`, the path of a zip file, from that part of the standard library only. */
export const startPython = (stdlib?: string): Promise<PyodideAPI> =>
  loadPyodide({ indexURL: PYODIDE, ...(stdlib !== undefined && { stdLibURL: stdlib }) });

/** Makes the modules of archives known to it, as a page does. */
export function mount(python: PyodideAPI, archives: readonly Uint8Array[]): void {
  for (const archive of archives) {
    for (const [name, content] of Object.entries(unzipSync(gunzipSync(archive)))) {
      const file = `${MODULES}/${name}`;
      python.FS.mkdirTree(dirname(file));
      python.FS.writeFile(file, content);
    }
  }
  python.runPython(`import sys; sys.path.append("${MODULES}")`);
}

/** What the page's Python has to know about packages: that there are none. Saves fetching the list of all of them. */
export function emptyLock(): { info: unknown; packages: object } {
  const lock = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8')) as { info: unknown };
  return { info: lock.info, packages: {} };
}
