/**
 * Python in a worker. Shipped as it is (a bundler would make a classic worker of it, which Pyodide refuses).
 *
 * `messages.ts` says what goes in and out. `start` is answered by `ready` or `failed`. Each order (`run`, `cell`,
 * `combine`, `ask`) is answered by any number of `partial` or `alive`, then by one of `done`, `cells`, `values`,
 * `answer`, `error` and `cancelled`; `broken` ends them all.
 */

/** How long Python may hold the thread: a newer request waits no longer than this. */
const SLICE_MS = 12;

/** The first slice is shown at once; then no more often than anybody can see. */
const PARTIAL_MS = 50;

/** A cell shows nothing, but says so often that it is alive. */
const ALIVE_MS = 1000;

/** Where our modules' archive lies in Python's file system; tracebacks name it. */
const SIMS = '/lib/inflight.zip';

/** Errors whose message is written for the reader. */
const MENDABLE = new Set([
  ...['ParameterError', 'ReaderCodeError', 'UnknownExperiment', 'CaseError', 'UnknownProbe'],
  ...['AssignmentError', 'AnswerError', 'SubmissionError', 'HandError'],
]);

/** What `bridge.ask` imports. */
const ANSWERING = ['inflight.classroom.desk', 'inflight.classroom.sandbox_runs', 'inflight.incidents.room'];

let python;
let bridge;

/** Experiments that run what a reader wrote: not here, unless nothing can be reached from here. */
let refused = new Set();

/**
 * Runs under way, each `{id, run, tell, shown, every, held}`; they take turns. `tell` says what has become of the run,
 * every `every` ms.
 */
let runs = [];

/** Is the next slice on its way? */
let turning = false;

// Not setTimeout, which waits 4 ms at least.
const turn = new MessageChannel();
turn.port1.onmessage = advance;

const handlers = {
  async start({ urls, shut, asks }) {
    try {
      await load(urls, shut, asks);
      postMessage({ type: 'ready' });
    } catch (error) {
      postMessage({ type: 'failed', reason: String(error?.message ?? error) });
    }
  },

  run({ id, experiment, parameters, seed }) {
    if (refused.has(experiment)) throw new Error(`${experiment} runs in the sandbox only`);
    const json = JSON.stringify(parameters);
    const count = bridge.cells(experiment, json);
    if (count > 0) {
      postMessage({ type: 'cells', id, count, known: take(bridge.known_cells(experiment, json, seed)) });
    } else {
      begin({ id, run: bridge.start(experiment, json, seed), tell: tellRun, shown: 0, every: PARTIAL_MS });
    }
  },

  cell({ id, experiment, parameters, seed, index }) {
    const run = bridge.start_cell(experiment, JSON.stringify(parameters), seed, index);
    begin({ id, run, tell: tellCell, shown: performance.now(), every: ALIVE_MS });
  },

  combine({ id, experiment, parameters, seed, indices, values, done }) {
    const lists = python.toPy(values.map((each) => Array.from(each)));
    const run = bridge.combine(experiment, JSON.stringify(parameters), seed, python.toPy(indices), lists, done);
    tellRun({ id, run }, true);
    run.destroy();
    lists.destroy();
  },

  ask({ id, question, args }) {
    const run = bridge.ask(question, JSON.stringify(args));
    begin({ id, run, tell: tellAnswer, shown: performance.now(), every: ALIVE_MS });
  },

  cancel({ id }) {
    runs = runs.filter((entry) => {
      if (entry.id === id) entry.run.destroy();
      return entry.id !== id;
    });
    postMessage({ type: 'cancelled', id });
  },

  hold({ id }) {
    for (const entry of runs) if (entry.id === id) entry.held = true;
    postMessage({ type: 'held', id });
  },

  go({ id }) {
    for (const entry of runs) if (entry.id === id) entry.held = false;
    keepTurning();
  },
};

onmessage = ({ data }) => {
  try {
    handlers[data.type](data);
  } catch (error) {
    report(data.id, error);
  }
};

/** `shut`: Python gets nothing of JavaScript to hold. `asks`: it will answer, and run no figure. */
async function load({ pyodide, loader, engine, stdlib, sims, lock }, shut, asks) {
  const [archive, { loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    download(sims),
    import(loader),
    import(engine),
  ]);
  python = await loadPyodide({
    indexURL: pyodide,
    createPyodideModule,
    stdLibURL: stdlib,
    lockFileContents: lock,
    // The same code decides the same, whoever marks it: sets keep their order.
    ...(shut && { jsglobals: {}, env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' } }),
  });
  python.FS.writeFile(SIMS, archive);
  python.pyimport('sys').path.append(SIMS);
  bridge = python.pyimport('inflight.bridge');
  if (shut && asks) {
    for (const each of ANSWERING) python.pyimport(each).destroy();
  } else {
    // Imports every experiment, so that the first drag need not.
    const { experiments } = JSON.parse(bridge.catalogue());
    if (!shut) refused = new Set(experiments.filter(takesCode).map((experiment) => experiment.id));
  }
  if (shut) python.pyimport('inflight.sandbox').shut();
}

const takesCode = ({ parameters }) => parameters.some(({ kind }) => kind === 'code');

async function download(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

function begin(entry) {
  runs.push(entry);
  keepTurning();
}

const isHeld = ({ held }) => held;

function keepTurning() {
  if (turning || runs.every(isHeld)) return;
  turning = true;
  turn.port2.postMessage(null);
}

/** One slice of one run; then the next message, then the next slice. */
function advance() {
  turning = false;
  const entry = runs.find((each) => !isHeld(each));
  if (!entry) return;
  runs = runs.filter((other) => other !== entry);
  try {
    if (entry.run.step(SLICE_MS)) {
      entry.tell(entry, true);
      entry.run.destroy();
    } else {
      runs.push(entry);
      const now = performance.now();
      if (now - entry.shown >= entry.every) {
        entry.shown = now;
        entry.tell(entry, false);
      }
    }
  } catch (error) {
    runs = runs.filter((other) => other !== entry);
    if (!error?.pyodide_fatal_error) entry.run.destroy();
    report(entry.id, error);
  }
  keepTurning();
}

function tellRun({ id, run }, isDone) {
  const [columns, tables] = [take(run.columns()), take(run.tables())];
  const buffers = [...columns, ...tables].map((entry) => entry.at(-1).buffer);
  const type = isDone ? 'done' : 'partial';
  postMessage({ type, id, head: run.head(), columns, tables, progress: run.progress }, buffers);
}

function tellCell({ id, run }, isDone) {
  postMessage(isDone ? { type: 'values', id, values: take(run.values()) } : { type: 'alive', id });
}

function tellAnswer({ id, run }, isDone) {
  postMessage(isDone ? { type: 'answer', id, text: run.text() } : { type: 'alive', id });
}

function take(proxy) {
  const rows = proxy.toJs();
  proxy.destroy();
  return rows;
}

function report(id, error) {
  if (error?.pyodide_fatal_error) {
    postMessage({ type: 'broken', reason: String(error.message) });
    return;
  }
  const sys = python.pyimport('sys');
  const mendable = MENDABLE.has(error?.type);
  // For a reader only what Python's str() says; for us the whole traceback.
  const message = mendable ? String(sys.last_exc) : String(error?.message ?? error);
  const [, line] = /^line (\d+): /.exec(message) ?? [];
  // It holds on to all that the run had in its hands.
  sys.last_exc = sys.last_value = sys.last_traceback = undefined;
  postMessage({ type: 'error', id, message, mendable, line: line && Number(line) });
}
