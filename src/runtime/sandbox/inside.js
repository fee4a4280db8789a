/**
 * Runs `../worker.mjs` where nothing can be fetched: files come from the page as `[address, bytes]`, the first of them
 * being that worker. Says `ready` when it listens.
 *
 * A classic worker, as Chromium starts no module worker from a blob in an opaque origin. It may import modules all the
 * same; Pyodide knows a classic worker by this function, and does not need it.
 */
'use strict';

globalThis.importScripts = undefined;

/** More memory than any model needs, and less than a page is killed for; Python then raises MemoryError. */
const MEMORY = 512 * 2 ** 20;
const WASM_PAGE = 2 ** 16;

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * WASM_PAGE > MEMORY) throw new RangeError('no more memory in the sandbox');
  return grow.call(this, pages);
};

onmessage = async ({ data: entries, ports: [page] }) => {
  const files = new Map(entries);
  const asModule = (address) => URL.createObjectURL(new Blob([files.get(address)], { type: 'text/javascript' }));

  globalThis.fetch = async (address) => {
    const type = String(address).endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(files.get(String(address)), { headers: { 'content-type': type } });
  };
  globalThis.postMessage = (message, transfer) => page.postMessage(message, transfer);

  try {
    await import(asModule(entries[0][0]));
  } catch (error) {
    page.postMessage({ type: 'failed', reason: String(error) });
    return;
  }
  const receive = globalThis.onmessage;
  page.onmessage = ({ data }) => {
    if (data.type !== 'start') return receive({ data });
    const { urls } = data;
    const modules = { loader: asModule(urls.loader), engine: asModule(urls.engine) };
    return receive({ data: { ...data, urls: { ...urls, ...modules }, shut: true } });
  };
};

postMessage('ready');
