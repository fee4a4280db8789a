/**
 * The program of the sandbox's worker: Python where nothing can be fetched. Files come from the page. Says `ready` when
 * it listens.
 *
 * A classic worker, as Chromium starts no module worker from a blob in an opaque origin. It may import modules all the
 * same; Pyodide knows a classic worker by `importScripts`, and does not need it.
 */
import { serve } from '../worker/serve';
import { type File, MEMORY } from './handover';
import { limitMemory } from './memory';

limitMemory();

globalThis.onmessage = ({ data, ports: [page] }: MessageEvent<File[]>) => {
  const files = new Map(data);
  const fetch = async (address: string | URL | Request): Promise<Response> => {
    const content = files.get(String(address));
    const type = String(address).endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(content, { status: content ? 200 : 404, headers: { 'content-type': type } });
  };
  Object.assign(globalThis, { fetch, importScripts: undefined });

  const load = (address: string): Promise<unknown> =>
    import(URL.createObjectURL(new Blob([files.get(address)!], { type: 'text/javascript' })));
  serve(page!, { load, isShut: true, memory: files.get(MEMORY) });
};

globalThis.postMessage('ready');
