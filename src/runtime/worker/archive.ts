import type { PyodideAPI } from 'pyodide';

/** Where modules are put in Python's file system; tracebacks name it. */
export const FOLDER = '/lib/inflight';

/** With this the entry of a file begins. */
const SIGNATURE = 0x04034b50;

/** Of an entry, up to the file's name. */
const HEAD = 30;

/** Files of a zip archive in which nothing is compressed, as the build writes them: one after the other. */
function* filesOf(archive: Uint8Array): Generator<[name: string, content: Uint8Array]> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === SIGNATURE;) {
    const name = at + HEAD;
    const extra = name + view.getUint16(at + 26, true);
    const content = extra + view.getUint16(at + 28, true);
    at = content + view.getUint32(at + 18, true);
    yield [text.decode(archive.subarray(name, extra)), archive.subarray(content, at)];
  }
}

export function unpack(python: PyodideAPI, archive: Uint8Array): void {
  for (const [name, content] of filesOf(archive)) {
    const file = `${FOLDER}/${name}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
    python.FS.writeFile(file, content);
  }
}
