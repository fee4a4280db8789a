/**
 * The document in which a reader's code runs: it may run the script given here, modules it was handed, and WebAssembly,
 * and nothing else. Its worker inherits the policy: no request of any kind leaves it.
 */
export function sandboxDocument(script: string): string {
  const nonce = crypto.getRandomValues(new Uint32Array(4)).join('');
  const policy = `default-src 'none'; script-src 'nonce-${nonce}' blob: 'wasm-unsafe-eval'; worker-src blob:`;
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><script nonce="${nonce}">${script}</script>`;
}
