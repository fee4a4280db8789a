import { hashSource } from '../policy/inline';

/**
 * The document in which a reader's code runs: it may run the script given here, modules it was handed, and WebAssembly,
 * and nothing else. Its worker inherits the policy: no request of any kind leaves it.
 *
 * Always the same text: pages allow its script by the hash that stands here, too, as what is written into a frame is
 * also under the policy of the page around it.
 */
export function sandboxDocument(script: string): string {
  const policy = `default-src 'none'; script-src ${hashSource(script)} blob: 'wasm-unsafe-eval'; worker-src blob:`;
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script>${script}</script>`;
}
