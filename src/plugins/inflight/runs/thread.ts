/** One Python of the pool: does one job after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PyodideAPI } from 'pyodide';
import { mount, startPython } from '../python/start';
import { type Bridge, PyodideBridge } from './bridge';
import type { Job } from './jobs';
import { NativeBridge } from './native';
import type { Done, Setup, Task } from './pool';
import { compared, prerendered } from './prerender';

async function start({ archives }: Setup): Promise<PyodideAPI> {
  const python = await startPython(archives?.stdlib);
  if (archives)
    mount(
      python,
      archives.modules.map((file) => readFileSync(file)),
    );
  return python;
}

/** What `compile.py` has. */
function compiler(python: PyodideAPI) {
  const scope = python.toPy({ __name__: 'compile' });
  python.runPython(readFileSync(join(__dirname, '../python/compile.py'), 'utf8'), { globals: scope });
  return {
    stdlib: (groups: string[][]) => scope.get('stdlib')(python.toPy(groups)).toJs() as string[][],
    bytecode: (source: string, file: string) => scope.get('bytecode')(source, file).toJs() as Uint8Array,
  };
}

const bridgeOf = async (setup: Setup): Promise<Bridge> =>
  setup.native
    ? new NativeBridge(setup.native.python, setup.native.simulations)
    : new PyodideBridge(await start(setup));

let making: Promise<ReturnType<typeof compiler>> | undefined;
let started: Promise<Bridge> | undefined;
let known = new Set<string>();

async function answer(job: Job, setup: Setup): Promise<unknown> {
  switch (job.do) {
    case 'bytecode': {
      const { bytecode } = await (making ??= start({}).then(compiler));
      return Buffer.from(bytecode(job.source, job.file)).toString('base64');
    }
    case 'stdlib': {
      // What has been imported before must not count; what is imported now does not matter to what is compiled.
      const fresh = start({}).then(compiler);
      making ??= fresh;
      return (await fresh).stdlib(job.groups);
    }
  }
  const bridge = await (started ??= bridgeOf(setup));
  switch (job.do) {
    case 'describe':
      return bridge.describe(job.experiment);
    case 'preset':
      return prerendered(bridge, job.experiment, job.preset);
    case 'compare':
      return compared(bridge, job.recording);
    case 'ask':
      return bridge.ask(job.question, job.args);
  }
}

/** Modules of the package that have been imported since the last job. */
async function imported(): Promise<string[]> {
  const names = (await started)?.imported() ?? [];
  const fresh = names.filter((name) => !known.has(name));
  known = new Set(names);
  return fresh;
}

/** Does a job; what goes wrong is part of the answer. */
export async function perform({ setup, job }: Task): Promise<Done> {
  const begin = performance.now();
  const seconds = (): number => (performance.now() - begin) / 1000;
  try {
    return { text: JSON.stringify(await answer(job, setup)), imported: await imported(), seconds: seconds() };
  } catch (error) {
    // Not `messageOf`: whatever this file imports is an input of all that was built.
    return { error: error instanceof Error ? error.message : String(error), imported: [], seconds: seconds() };
  }
}
