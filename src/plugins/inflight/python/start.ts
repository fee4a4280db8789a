import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadPyodide, type PyodideAPI } from 'pyodide';
import { FOLDER, unpack } from '../../../runtime/worker/archive';

export const PYODIDE = dirname(createRequire(__filename).resolve('pyodide/package.json'));

export const VERSION = (JSON.parse(readFileSync(join(PYODIDE, 'package.json'), 'utf8')) as { version: string }).version;

/** Starts Python in Node; with `stdlib`, the path of a zip file, from that part of the standard library only. */
export const startPython = (stdlib?: string): Promise<PyodideAPI> =>
  loadPyodide({ indexURL: PYODIDE, ...(stdlib !== undefined && { stdLibURL: stdlib }) });

/** Makes the modules of archives known to it, as a page does. */
export function mount(python: PyodideAPI, archives: readonly Uint8Array[]): void {
  for (const archive of archives) unpack(python, gunzipSync(archive));
  python.pyimport('sys').path.append(FOLDER);
}

/** What the page's Python has to know about packages: that there are none. Saves fetching the list of all of them. */
export function emptyLock(): { info: unknown; packages: object } {
  const lock = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf8')) as { info: unknown };
  return { info: lock.info, packages: {} };
}
