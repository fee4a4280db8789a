/**
 * Python in a worker. Shipped as it is (a bundler would make a classic worker of it, which Pyodide refuses).
 *
 * In:  {type: 'start', urls}, {type: 'run', id, experiment, parameters, seed}, {type: 'cancel', id}
 * Out: {type: 'ready'}, {type: 'failed', reason}, and for each run any number of
 *      {type: 'partial', id, head, columns, progress}, then one of
 *      {type: 'done', id, head, columns} and {type: 'error', id, message, mendable}
 */

/** How long Python may hold the thread: a newer request waits no longer than this. */
const SLICE_MS = 12;

/** The first slice is shown at once; then no more often than anybody can see. */
const PARTIAL_MS = 50;

/** Where our modules' archive lies in Python's file system; tracebacks name it. */
const SIMS = '/lib/inflight.zip';

/** Errors whose message is written for the reader. */
const MENDABLE = new Set(['ParameterError', 'UnknownExperiment']);

let python;
let bridge;

/** Runs under way, each `{id, run, shown}`; they take turns. */
let runs = [];

// Not setTimeout, which waits 4 ms at least.
const turn = new MessageChannel();
turn.port1.onmessage = advance;

const handlers = {
  async start({ urls }) {
    try {
      await load(urls);
      postMessage({ type: 'ready' });
    } catch (error) {
      postMessage({ type: 'failed', reason: String(error?.message ?? error) });
    }
  },

  run({ id, experiment, parameters, seed }) {
    try {
      const run = bridge.start(experiment, JSON.stringify(parameters), seed);
      runs.push({ id, run, shown: 0 });
      if (runs.length === 1) turn.port2.postMessage(null);
    } catch (error) {
      report(id, error);
    }
  },

  cancel({ id }) {
    runs = runs.filter((entry) => {
      if (entry.id === id) entry.run.destroy();
      return entry.id !== id;
    });
  },
};

onmessage = ({ data }) => handlers[data.type](data);

async function load({ pyodide, stdlib, sims, lock }) {
  const [archive, { loadPyodide }] = await Promise.all([download(sims), import(`${pyodide}pyodide.mjs`)]);
  python = await loadPyodide({ indexURL: pyodide, stdLibURL: stdlib, lockFileContents: lock });
  python.FS.writeFile(SIMS, archive);
  python.pyimport('sys').path.append(SIMS);
  bridge = python.pyimport('inflight.bridge');
  bridge.catalogue(); // imports every experiment, so that the first drag need not
}

async function download(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** One slice of one run; then the next message, then the next slice. */
function advance() {
  const entry = runs.shift();
  if (!entry) return;
  try {
    if (entry.run.step(SLICE_MS)) {
      send('done', entry);
      entry.run.destroy();
    } else {
      runs.push(entry);
      const now = performance.now();
      if (now - entry.shown >= PARTIAL_MS) {
        entry.shown = now;
        send('partial', entry);
      }
    }
  } catch (error) {
    runs = runs.filter((other) => other !== entry);
    entry.run.destroy();
    report(entry.id, error);
  }
  if (runs.length > 0) turn.port2.postMessage(null);
}

function send(type, { id, run }) {
  const proxy = run.columns();
  const columns = proxy.toJs();
  proxy.destroy();
  const buffers = columns.map(([, values]) => values.buffer);
  postMessage({ type, id, head: run.head(), columns, progress: run.progress }, buffers);
}

function report(id, error) {
  const mendable = MENDABLE.has(error?.type);
  // For a reader only what Python's str() says; for us the whole traceback.
  const message = mendable ? String(python.pyimport('sys').last_exc) : String(error?.message ?? error);
  postMessage({ type: 'error', id, message, mendable });
}
