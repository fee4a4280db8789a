/** One Python of the pool: does one job after the other. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PyodideAPI } from 'pyodide';
import { mount, startPython } from '../python/start';
import { Bridge } from './bridge';
import type { Job } from './jobs';
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

const NAMES = `
import sys
[name for name in sys.modules if name.partition(".")[0] == "inflight"]
`;

class Python {
  readonly bridge: Bridge;
  private known = new Set<string>();
  private made: ReturnType<typeof compiler> | undefined;

  constructor(private readonly python: PyodideAPI) {
    this.bridge = new Bridge(python);
  }

  get compiler(): ReturnType<typeof compiler> {
    return (this.made ??= compiler(this.python));
  }

  /** Modules of the package that have been imported since it was last asked. */
  imported(): string[] {
    const names = (this.python.runPython(NAMES) as { toJs: () => string[] }).toJs();
    const fresh = names.filter((name) => !this.known.has(name));
    this.known = new Set(names);
    return fresh;
  }
}

let started: Promise<Python> | undefined;

async function answer(job: Job, python: Python): Promise<unknown> {
  const { bridge } = python;
  switch (job.do) {
    case 'bytecode':
      return Buffer.from(python.compiler.bytecode(job.source, job.file)).toString('base64');
    case 'stdlib':
      // What has been imported here already must not count.
      return compiler(await start({})).stdlib(job.groups);
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

/** Does a job; what goes wrong is part of the answer. */
export async function perform({ setup, job }: Task): Promise<Done> {
  const python = await (started ??= start(setup).then((each) => new Python(each)));
  const begin = performance.now();
  const seconds = (): number => (performance.now() - begin) / 1000;
  try {
    return { text: JSON.stringify(await answer(job, python)), imported: python.imported(), seconds: seconds() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), imported: [], seconds: seconds() };
  }
}
