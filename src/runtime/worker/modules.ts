import type { PyodideAPI } from 'pyodide';
import type { RuntimeUrls } from '../types';
import { unpack } from './archive';
import { download } from './download';

/** Archives of modules: Python has some from the start, and others come when they are needed. */
export class Modules {
  private readonly mounted = new Set<string>();

  constructor(
    private readonly python: PyodideAPI,
    private readonly urls: Pick<RuntimeUrls, 'figures' | 'rest'>,
  ) {}

  mount(address: string, archive: Uint8Array): void {
    unpack(this.python, archive);
    this.mounted.add(address);
  }

  /** Brings what one figure needs besides what all do. */
  async figure(experiment: string): Promise<void> {
    const address = this.urls.figures[experiment];
    if (address) await this.bring(address);
  }

  /** Brings what is no figure's. */
  rest(): Promise<void> {
    return this.bring(this.urls.rest);
  }

  private async bring(address: string): Promise<void> {
    if (this.mounted.has(address)) return;
    this.mount(address, await download(address));
    // Python remembers what was in a folder.
    this.python.pyimport('sys').path_importer_cache.clear();
  }
}
