/** Data packets per second of CPU time, in CPython and in a worker of the browser: see `speed.py`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/setup/command.mjs';

/** Packets per second. BBR looks at every ACK, and every packet waits for its pace. */
const LEAST = { reno: 60_000, cubic: 60_000, bbr: 40_000, unheard: 60_000 };

/** Runs in the page: remember where the book's Python is started from. */
function rememberStart() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message?.type === 'start') window.startedFrom = message.urls;
    return postMessage.call(this, message, ...rest);
  };
}

/** Runs in the page's own worker: a second Python there, from the same files as the book's, with nothing to draw. */
async function inWorker({ pyodide, stdlib, sims, lock, program }) {
  const { loadPyodide } = await import(pyodide + 'pyodide.mjs');
  const python = await loadPyodide({ indexURL: pyodide, stdLibURL: stdlib, lockFileContents: lock });
  const archive = await (await fetch(sims)).arrayBuffer();
  python.FS.writeFile('/bench.zip', new Uint8Array(archive));
  python.pyimport('sys').path.append('/bench.zip');
  return python.runPython(`${program}\nmeasure()`);
}

/** @param {{browser: import('@playwright/test').Browser, url: string, root: string}} bench */
export async function speed({ browser, url, root }) {
  const file = join(root, 'tests', 'bench', 'speed.py');
  const native = await run('python3', [file], { env: { ...process.env, PYTHONPATH: join(root, 'simulations') } });
  if (!native.ok) throw new Error(native.output);
  const cpython = JSON.parse(native.output);

  const page = await browser.newPage();
  await page.addInitScript(rememberStart);
  await page.goto(`${url}book/windows/why-slow/`);
  const started = page.waitForEvent('worker');
  await page.getByRole('slider').first().focus();
  const worker = await started;
  await page.waitForLoadState('networkidle');
  const program = readFileSync(file, 'utf8').split('if __name__ ==')[0];
  const urls = await page.evaluate(() => window.startedFrom);
  const wasm = JSON.parse(await worker.evaluate(inWorker, { ...urls, program }));
  await page.close();

  return Object.keys(cpython).flatMap((name) => {
    const unit = name === 'heap_operations' ? 'heap operations/s' : 'packets/s';
    return [
      { name: `${name}: browser's worker`, value: wasm[name], unit, least: LEAST[name] },
      { name: `${name}: CPython`, value: cpython[name], unit },
      { name: `${name}: browser / CPython`, value: wasm[name] / cpython[name], unit: '×' },
    ];
  });
}
