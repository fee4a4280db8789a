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

/** What shows nothing says so often that it is alive. */
const ALIVE_MS = 1000;

/** Where modules are put in Python's file system; tracebacks name it. */
const MODULES = '/lib/inflight';

/** Errors whose message is written for the reader. */
const MENDABLE = new Set([
  ...['ParameterError', 'ReaderCodeError', 'UnknownExperiment', 'CaseError', 'UnknownProbe'],
  ...['AssignmentError', 'AnswerError', 'SubmissionError', 'HandError'],
]);

/** Addresses of archives, for what comes later. */
let archives;
let python;
let bridge;

/** Is this the sandbox? Then nothing can be reached from here. */
let isShut = false;

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

/**
 * What has been asked for before anybody could use it, by address. Pyodide itself fetches WebAssembly and library one
 * after the other, when its modules are there.
 */
const early = new Map();
const { fetch } = globalThis;
globalThis.fetch = (address, ...rest) => early.get(String(address)) ?? fetch(address, ...rest);

const handlers = {
  async start(order) {
    try {
      await load(order);
      postMessage({ type: 'ready' });
    } catch (error) {
      postMessage({ type: 'failed', reason: String(error?.message ?? error) });
    }
  },

  async run({ id, experiment, parameters, seed }) {
    await needFigure(id, experiment);
    if (!isShut && bridge.takes_code(experiment)) throw new Error(`${experiment} runs in the sandbox only`);
    const json = JSON.stringify(parameters);
    const count = bridge.cells(experiment, json);
    if (count > 0) {
      postMessage({ type: 'cells', id, count, known: take(bridge.known_cells(experiment, json, seed)) });
    } else {
      begin({ id, run: bridge.start(experiment, json, seed), tell: tellRun, shown: 0, every: PARTIAL_MS });
    }
  },

  async cell({ id, experiment, parameters, seed, index }) {
    await needFigure(id, experiment);
    const run = bridge.start_cell(experiment, JSON.stringify(parameters), seed, index);
    begin({ id, run, tell: tellCell, shown: performance.now(), every: ALIVE_MS });
  },

  async combine({ id, experiment, parameters, seed, indices, values, done }) {
    await needFigure(id, experiment);
    const lists = python.toPy(values.map((each) => Array.from(each)));
    const run = bridge.combine(experiment, JSON.stringify(parameters), seed, python.toPy(indices), lists, done);
    tellRun({ id, run }, true);
    run.destroy();
    lists.destroy();
  },

  async ask({ id, question, args }) {
    await needArchive(id, archives.rest);
    const run = python.pyimport('inflight.bridge.answers').ask(question, JSON.stringify(args));
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

/** One message after the other: what needs modules that are not there yet keeps its place. */
let turnOf = Promise.resolve();
onmessage = ({ data }) => {
  turnOf = turnOf.then(() => handlers[data.type](data)).catch((error) => report(data.id, error));
};

/** `shut`: Python gets nothing of JavaScript to hold. Everything is fetched at the same time. */
async function load({ urls, need, shut = false }) {
  const { pyodide, loader, engine, wasm, stdlib, kernel, figures, rest, lock } = urls;
  archives = { figures, rest };
  isShut = shut;
  early.set(wasm, fetch(wasm));
  early.set(stdlib, unpacked(stdlib));
  const first = [kernel, figures[need.experiment], need.answers && rest].filter(Boolean);
  const contents = Promise.all(first.map(download));
  // Whoever waits for them says so if they fail.
  for (const each of [contents, ...early.values()]) each.catch(() => undefined);
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([import(loader), import(engine)]);
  python = await loadPyodide({
    indexURL: pyodide,
    createPyodideModule,
    stdLibURL: stdlib,
    lockFileContents: lock,
    // The same code decides the same, whoever marks it: sets keep their order.
    ...(shut && { jsglobals: {}, env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' } }),
  });
  early.clear();
  for (const [index, content] of (await contents).entries()) mount(first[index], content);
  python.pyimport('sys').path.append(MODULES);
  bridge = python.pyimport('inflight.bridge');
  // Imported now, so that the first drag, or the first answer, need not.
  if (need.experiment) bridge.takes_code(need.experiment);
  if (shut && need.answers) python.pyimport('inflight.classroom.sandbox_runs').destroy();
  if (shut) python.pyimport('inflight.reader.sandbox').shut();
}

async function unpacked(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return new Response(response.body.pipeThrough(new DecompressionStream('gzip')));
}

const download = async (url) => new Uint8Array(await (await unpacked(url)).arrayBuffer());

/** Archives whose modules Python has. */
const mounted = new Set();

/** Files of a zip archive in which nothing is compressed, as the build writes them: one after the other. */
function* filesOf(archive) {
  const view = new DataView(archive.buffer);
  const text = new TextDecoder();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50;) {
    const [size, name, extra] = [
      view.getUint32(at + 18, true),
      view.getUint16(at + 26, true),
      view.getUint16(at + 28, true),
    ];
    const begin = at + 30 + name + extra;
    yield [text.decode(archive.subarray(at + 30, at + 30 + name)), archive.subarray(begin, begin + size)];
    at = begin + size;
  }
}

function mount(address, archive) {
  for (const [name, content] of filesOf(archive)) {
    const file = `${MODULES}/${name}`;
    python.FS.mkdirTree(file.slice(0, file.lastIndexOf('/')));
    python.FS.writeFile(file, content);
  }
  mounted.add(address);
}

/** Brings the modules of an archive if they are not there yet, and says meanwhile that the order is not forgotten. */
async function needArchive(id, address) {
  if (!address || mounted.has(address)) return;
  const alive = setInterval(() => postMessage({ type: 'alive', id }), ALIVE_MS);
  try {
    mount(address, await download(address));
    // Python remembers what was in a folder.
    python.pyimport('sys').path_importer_cache.clear();
  } finally {
    clearInterval(alive);
  }
}

const needFigure = (id, experiment) => needArchive(id, archives.figures[experiment]);

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
