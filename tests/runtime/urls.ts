export const URLS = {
  worker: '/w.mjs',
  frame: '/f.mjs',
  inside: '/in.mjs',
  pyodide: '/p/',
  loader: '/p/l.mjs',
  engine: '/p/e.mjs',
  stdlib: '/s.zip',
  sims: '/i.zip',
  lock: {},
};
