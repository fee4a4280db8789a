import type { PyodideAPI } from 'pyodide';
import type { Mounted } from '../messages';

/** What Pyodide's types leave out. */
type FileSystem = PyodideAPI['FS'] & { filesystems: { WORKERFS: Parameters<PyodideAPI['FS']['mount']>[0] } };

/** The folder in which Python sees the files of the reader's. */
export class Mount {
  private folder: string | undefined;

  /** Shows these in place of those before. Each read fetches its own piece: a file may be larger than the memory. */
  show(api: PyodideAPI, { folder, files }: Mounted): void {
    const FS = api.FS as FileSystem;
    if (folder === this.folder) return;
    if (this.folder !== undefined) FS.unmount(this.folder);
    this.folder = undefined;
    FS.mkdirTree(folder);
    const blobs = files.map((data, index) => ({ name: String(index), data }));
    FS.mount(FS.filesystems.WORKERFS, { blobs }, folder);
    this.folder = folder;
  }
}

/** The content of a file that Python has written; Python's own goes. */
export function takeFile({ FS }: PyodideAPI, path: string): Uint8Array<ArrayBuffer> {
  const content = FS.readFile(path) as Uint8Array<ArrayBuffer>;
  FS.unlink(path);
  return content;
}
