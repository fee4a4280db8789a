export const URLS = {
  worker: '/w.mjs',
  frame: '/f.mjs',
  inside: '/in.mjs',
  pyodide: '/p/',
  loader: '/p/l.mjs',
  engine: '/p/e.mjs',
  stdlib: '/s.zip',
  wasm: '/p/e.wasm',
  kernel: '/k.bin',
  figures: { x: '/x.bin' },
  rest: '/r.bin',
  lock: {},
};
