/**
 * Python for a student's code. Deno runs this with no permission but to read Pyodide's folder, which is the argument.
 *
 * In: `[lengths of the three, as 32-bit numbers] [memory of a Python that has started] [the package] [JSON: questions]`.
 * Without a memory it starts Python, and what comes out is that memory and nothing else. Otherwise there come lines of
 * JSON: `{"ready": true}`, then for each question in turn any number of `{"alive": n}` and one of
 * `{"run": n, "answer": …}`, `{"run": n, "lost": "memory" | "broken"}`.
 */

/* global Deno, TextDecoder, TextEncoder, URL, WebAssembly, performance */

/** As in the page (src/runtime/sandbox/memory.ts): Python then raises MemoryError. */
const MEMORY = 512 * 2 ** 20;
const WASM_PAGE = 2 ** 16;

const SIMS = '/lib/inflight.zip';

const ALIVE_MS = 1000;
const SLICE_MS = 100;

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * WASM_PAGE > MEMORY) throw new RangeError('no more memory in the sandbox');
  return grow.call(this, pages);
};

const { stdin, stdout } = Deno;

function read(length) {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length;) {
    const count = stdin.readSync(bytes.subarray(filled));
    if (count === null) throw new Error('the input ended early');
    filled += count;
  }
  return bytes;
}

function write(bytes) {
  for (let written = 0; written < bytes.length;) written += stdout.writeSync(bytes.subarray(written));
}

const encoder = new TextEncoder();
const say = (text) => write(encoder.encode(`${text}\n`));

const [pyodide] = Deno.args;
const [memory, sims, questions] = Array.from(new Uint32Array(read(12).buffer), read);

const { loadPyodide } = await import(`${pyodide}pyodide.mjs`);
const python = await loadPyodide({
  indexURL: decodeURIComponent(new URL(pyodide).pathname),
  // The same code decides the same, whoever marks it: sets keep their order, and nothing has a docstring.
  env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0', PYTHONOPTIMIZE: '2' },
  // Python gets nothing of JavaScript to hold.
  jsglobals: {},
  ...(memory.length > 0 ? { _loadSnapshot: memory } : { _makeSnapshot: true }),
});
// The file system is not part of Python's memory.
python.FS.writeFile(SIMS, sims);

if (memory.length === 0) makeMemory();
else answerAll(JSON.parse(new TextDecoder().decode(questions)));

function makeMemory() {
  python.runPython(`
import sys
sys.path.append("${SIMS}")
# What answering and saying what went wrong need, so that it need not be imported once per submission.
import linecache, traceback
import inflight.bridge.answers, inflight.classroom.sandbox_runs, inflight.reader.addresses, inflight.reader.sandbox
inflight.reader.addresses.hide()
# In a page there are no commands, and this is what they give. Pyodide takes Deno for Node, where there are some, and
# would break over the first.
import os, posix
os.system = posix.system = lambda command: -1
`);
  write(python.makeMemorySnapshot());
}

function answerAll(runs) {
  python.setStdin({ error: true });
  // A flood of words goes nowhere.
  const nowhere = { write: (bytes) => bytes.length };
  python.setStdout(nowhere);
  python.setStderr(nowhere);
  const answers = python.pyimport('inflight.bridge.answers');
  python.pyimport('inflight.reader.sandbox').shut();
  say('{"ready": true}');
  for (const [index, question] of runs.entries()) {
    try {
      say(`{"run": ${index}, "answer": ${answer(answers, index, question)}}`);
    } catch (error) {
      const lost = error?.type === 'MemoryError' ? 'memory' : 'broken';
      say(`{"run": ${index}, "lost": "${lost}"}`);
      if (error?.pyodide_fatal_error) return;
    }
  }
}

function answer(answers, index, question) {
  const asked = answers.ask('decisions', JSON.stringify(question));
  let told = performance.now();
  while (!asked.step(SLICE_MS)) {
    const now = performance.now();
    if (now - told < ALIVE_MS) continue;
    told = now;
    say(`{"alive": ${index}}`);
  }
  const text = asked.text();
  asked.destroy();
  return text;
}
