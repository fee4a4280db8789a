/** What a reader downloads as JSON is what the command line prints for the same parameters: a run in Pyodide held to one in CPython. */
import { loadPyodide } from 'pyodide';
import { expect, test } from 'vitest';
import { toJson } from '../../src/figure/share/json';
import type { Params } from '../../src/model/contract';
import { unpack } from '../../src/model/stored';
import { PyodideBridge } from '../../src/plugins/inflight/runs/bridge';
import { cpython, SIMULATIONS } from '../command-line';

const python = await loadPyodide();
python.mountNodeFS('/simulations', SIMULATIONS);
python.runPython('import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/simulations")');
const bridge = new PyodideBridge(python);

/** With and without tables, with values that are missing. */
const RUNS: [id: string, params: Params][] = [
  ['send-buffer', { sndbuf: 65536 }],
  ['congestion-window', { rate: 3, duration: 5 }],
  ['textbook-trace', { ssthresh: 20 }],
];

test.each(RUNS)('%s %j', async (id, params) => {
  const run = unpack(await bridge.run(id, params));
  const flags = Object.entries(params).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const printed = JSON.parse(cpython('run', id, ...flags, '--json')) as object;

  const ours = JSON.parse(toJson(run)) as object;
  expect(Object.keys(ours)).toEqual(Object.keys(printed));
  expect(ours).toEqual(printed);
});

test('a run without tables, as the worker gives it, has an empty object of them', async () => {
  const { tables, ...bare } = unpack(await bridge.run('textbook-trace', {}));
  expect(tables).toEqual({});
  expect(JSON.parse(toJson(bare))).toEqual(JSON.parse(cpython('run', 'textbook-trace', '--json')));
});
