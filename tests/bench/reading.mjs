/** What it takes to read a capture of 1,000,000 packets, 100 MB: on the command line, and in the page's Python. */
import { loadPyodide } from 'pyodide';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/setup/command.mjs';
import { pythonEnvironment } from '../../scripts/setup/python.mjs';

/** The page's Python, in Node, with the package from the checkout. */
async function inPyodide(root, program) {
  const python = await loadPyodide();
  python.FS.mkdirTree('/simulations');
  python.FS.mount(python.FS.filesystems.NODEFS, { root: join(root, 'simulations') }, '/simulations');
  python.pyimport('sys').path.append('/simulations');
  python.runPython(program);
  python.globals.set('cpu', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  return JSON.parse(python.runPython('measure()'));
}

/** @param {{root: string}} bench */
export async function reading({ root }) {
  const file = join(root, 'tests', 'bench', 'reading.py');
  const bin = await pythonEnvironment(root);
  const env = { ...process.env, PYTHONPATH: join(root, 'simulations') };
  const native = await run(join(bin, 'python'), [file], { env });
  if (!native.ok) throw new Error(native.output);
  const cpython = JSON.parse(native.output);
  const wasm = await inPyodide(root, readFileSync(file, 'utf8').split('if __name__ ==')[0]);
  return [
    ...['pcap', 'pcapng'].flatMap((format) => [
      {
        name: `${format}, ${cpython[format].mb.toFixed()} MB: CPython`,
        value: cpython[format].seconds,
        unit: 's',
        limit: 5,
      },
      { name: '… memory', value: cpython[format].memory, unit: 'MB', limit: 16 },
      { name: '… Pyodide', value: wasm[format].seconds, unit: 's', limit: 15 },
    ]),
    { name: 'pcap by dpkt, CPython: as a multiple', value: cpython.dpkt, unit: '×' },
  ];
}
