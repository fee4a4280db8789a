/** Which Python module imports which: read from the text here, and held to what Python itself imports. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planOf } from '../../src/plugins/inflight/python/archives';
import { closure, experimentsIn, moduleOf, readModules } from '../../src/plugins/inflight/python/modules';
import { rootsOf } from '../../src/plugins/inflight/runs/jobs';
import { SIMULATIONS } from '../command-line';

const modules = readModules(SIMULATIONS);
const experiments = experimentsIn(modules);

/** In a process of its own each: the modules that describing an experiment and its first slice have imported. */
const IMPORTED = `
import json, os, sys, tempfile
found = {}
for id in json.load(sys.stdin):
    with tempfile.TemporaryFile("w+") as out:
        if os.fork() == 0:
            from inflight import bridge
            bridge.describe(id)
            if not bridge.cells(id, "{}"):
                bridge.start(id, "{}").step(1)
            json.dump([name for name in sys.modules if name.split(".")[0] == "inflight"], out)
            out.flush()
            os._exit(0)
        os.wait()
        out.seek(0)
        found[id] = json.load(out)
print(json.dumps(found))
`;

describe('what a run imports', () => {
  const output = execFileSync('python3', ['-c', IMPORTED], {
    input: JSON.stringify(experiments),
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: { ...process.env, PYTHONPATH: SIMULATIONS },
  });
  const imported = JSON.parse(output) as Record<string, string[]>;
  const { kernel, figures } = planOf(modules);

  test.each(experiments)('%s: was to be foreseen, and is in its archives', (experiment) => {
    const foreseen = closure(modules, rootsOf({ do: 'preset', experiment, preset: '' }, modules));
    const shipped = new Set([...kernel, ...figures.get(experiment)!]);
    expect(imported[experiment]).toContain(moduleOf(experiment));
    expect(imported[experiment]!.filter((name) => !foreseen.has(name))).toEqual([]);
    expect(imported[experiment]!.filter((name) => !shipped.has(name))).toEqual([]);
    // One figure does not depend on another.
    const others = experiments.filter((each) => each !== experiment).map(moduleOf);
    expect(others.filter((name) => foreseen.has(name))).toEqual([]);
  });
});

test('what a page can be asked imports nothing that stayed behind, but where there is no page', () => {
  const { kernel, figures, rest } = planOf(modules);
  const shipped = new Set([...kernel, ...rest, ...[...figures.values()].flatMap((names) => [...names])]);
  const behind = [...rest].flatMap((name) =>
    [...modules.get(name)!.imports].filter((each) => !shipped.has(each)).map((each) => `${name}: ${each}`),
  );
  // Where there is no page: the build, and a sandbox in a process of its own.
  expect(behind).toEqual(['inflight.classroom.marking: inflight.classroom.jail']);
});

test('the declared shapes are in no archive: they need packages that a page does not have', () => {
  const { kernel, figures, rest } = planOf(modules);
  const packed = [kernel, rest, ...figures.values()].flatMap((names) => [...names]);
  expect(packed.filter((name) => name.endsWith('.shapes'))).toEqual([]);
});

describe('imports', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'inflight-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const reach = (files: Record<string, string>, from: string): string[] => {
    for (const [name, text] of Object.entries({ '__init__.py': '', ...files })) {
      const file = join(folder, 'inflight', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return [...closure(readModules(folder), [from])].sort();
  };

  test.each([
    ['a module by its name', 'import inflight.b', ['inflight.b']],
    [
      'several, under other names',
      'import inflight.b as x, inflight.c.d',
      ['inflight.b', 'inflight.c', 'inflight.c.d'],
    ],
    ['a module from a package', 'from inflight import b', ['inflight.b']],
    [
      'names from a module, over several lines',
      'from inflight.b import (\n    one,  # first\n    two as both,\n)',
      ['inflight.b'],
    ],
    ['in a function', 'def f():\n    from inflight.c import d\n', ['inflight.c', 'inflight.c.d']],
    ['not in a text', '"""\nimport inflight.b\n"""\n# import inflight.c', []],
    ['not for a type checker alone', 'if TYPE_CHECKING:\n    from inflight.b import B\n', []],
  ])('%s', (_, text, found) => {
    const files = { 'a.py': text, 'b.py': '', 'c/__init__.py': '', 'c/d.py': '' };
    expect(reach(files, 'inflight.a')).toEqual(['inflight', 'inflight.a', ...found]);
  });

  test('a package that registers what is in its folder imports all of it', () => {
    const files = { 'a/__init__.py': 'import pkgutil\npkgutil.iter_modules(__path__)', 'a/b.py': '', 'a/c.py': '' };
    expect(reach(files, 'inflight.a.b')).toEqual(['inflight', 'inflight.a', 'inflight.a.b', 'inflight.a.c']);
  });
});
