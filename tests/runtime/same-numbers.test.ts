/** The page's Python (Pyodide, WebAssembly) and the machine's (CPython) give the same bytes: one model, not two. */
import { loadPyodide } from 'pyodide';
import { describe, expect, test } from 'vitest';
import { cpython, SIMULATIONS } from '../command-line';

async function startPyodide(): Promise<(...args: string[]) => string> {
  const python = await loadPyodide();
  python.mountNodeFS('/simulations', SIMULATIONS);
  const main = python.runPython(`
    import contextlib, io, sys
    sys.dont_write_bytecode = True
    sys.path.insert(0, "/simulations")
    from inflight.cli import main

    def printed(*arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            assert main(list(arguments)) == 0
        return out.getvalue()
    printed
  `);
  return (...args) => main(...args);
}

/** Where two results part, in words; a diff of megabytes of numbers helps nobody. */
function difference(one: string, other: string): string | null {
  if (one === other) return null;
  const [a, b] = [JSON.parse(one), JSON.parse(other)];
  for (const [index, column] of a.columns.entries()) {
    const values = b.columns[index]?.values ?? [];
    const row = column.values.findIndex((value: number | null, at: number) => value !== values[at]);
    if (row >= 0) return `column ${column.name}, row ${row}: ${column.values[row]} and ${values[row]}`;
  }
  const key = Object.keys(a).find((each) => JSON.stringify(a[each]) !== JSON.stringify(b[each]));
  return `${key}: ${JSON.stringify(a[key ?? 'columns'])} and ${JSON.stringify(b[key ?? 'columns'])}`;
}

const catalogue = cpython('list', '--json');
interface Described {
  id: string;
  presets: { id: string; values: Record<string, unknown> }[];
  parameters: { name: string; min?: number; default: unknown }[];
}
const { experiments } = JSON.parse(catalogue) as { experiments: Described[] };
const pyodide = await startPyodide();

test('the catalogue is the same', () => {
  expect(pyodide('list', '--json')).toBe(catalogue);
});

/** Seconds of model time that are enough to tell two Pythons apart. */
const ENOUGH = 5;

describe.each(experiments)('$id', ({ id, presets, parameters }) => {
  const duration = parameters.find(({ name }) => name === 'duration');
  const check = (preset: Described['presets'][number]): void => {
    const long = Number(preset.values.duration ?? duration?.default) > ENOUGH;
    const shorter = long ? ['--duration', `${Math.max(ENOUGH, duration?.min ?? 0)}`] : [];
    const args = ['run', id, '--preset', preset.id, ...shorter, '--json'];
    expect(difference(cpython(...args), pyodide(...args))).toBeNull();
  };
  test.each(presets.slice(0, 1))('preset $id', check);
  test.each(presets.slice(1))('preset $id', { tags: ['full'] }, check);

  test('another seed', { tags: ['full'] }, () => {
    const args = ['run', id, '--seed', '20', '--json'];
    expect(difference(cpython(...args), pyodide(...args))).toBeNull();
  });
});
