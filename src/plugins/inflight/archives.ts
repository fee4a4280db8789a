import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import type { PyodideAPI } from 'pyodide';
import { listFiles } from './files';
import { PYODIDE, SIMS, startPython } from './node-python';

/** Python formats a traceback with these, and imports them only then. */
const FOR_TRACEBACKS = ['traceback.py', 'linecache.py', 'tokenize.py', 'token.py', 'textwrap.py', 'unicodedata.py'];

/** The faces of the package that have no place in a page. */
const NOT_IN_THE_PAGE = /(^|\/)(__main__\.py|cli\.py|(sweep|jail)\/.*)$/;

type Bytecode = (source: string, file: string) => Uint8Array;

/** The same files always give the same archive: one date for all. */
function zip(files: Zippable): Uint8Array {
  return zipSync(files, { level: 9, mtime: new Date(1980, 0, 1) });
}

function compiler(python: PyodideAPI): { inUse(): string[]; bytecode: Bytecode } {
  const scope = python.toPy({ __name__: 'compile' });
  python.runPython(readFileSync(join(__dirname, 'compile.py'), 'utf8'), { globals: scope });
  return {
    inUse: () => scope.get('in_use')().toJs(),
    bytecode: (source, file) => scope.get('bytecode')(source, file).toJs(),
  };
}

function readSims(folder: string): Record<string, string> {
  const names = listFiles(folder).filter((name) => name.endsWith('.py') && !NOT_IN_THE_PAGE.test(name));
  return Object.fromEntries(names.map((name) => [`inflight/${name}`, readFileSync(join(folder, name), 'utf8')]));
}

/** Our modules, as source (for tracebacks) and as byte code (which zipimport prefers). */
function packSims(sources: Record<string, string>, bytecode: Bytecode): Uint8Array {
  const files: Zippable = {};
  for (const [name, source] of Object.entries(sources)) {
    files[name] = strToU8(source);
    files[`${name}c`] = bytecode(source, `${SIMS}/${name}`);
  }
  return zip(files);
}

/** The part of the standard library that `names` lists, as byte code only. */
function packStdlib(names: string[], bytecode: Bytecode): Uint8Array {
  const stock = unzipSync(readFileSync(join(PYODIDE, 'python_stdlib.zip')));
  const files: Zippable = {};
  for (const name of names) {
    const source = stock[name];
    if (source) files[`${name}c`] = bytecode(strFromU8(source), name);
  }
  return zip(files);
}

/**
 * The two archives that the page's Python starts from. Which part of the standard library is needed is not guessed:
 * `exercise` does everything a page may ask for, and what has been imported after that is what is shipped.
 */
export async function makeArchives(
  folder: string,
  exercise: (python: PyodideAPI) => void,
): Promise<{ sims: Uint8Array; stdlib: Uint8Array }> {
  const sources = readSims(folder);
  const plain = zip(Object.fromEntries(Object.entries(sources).map(([name, text]) => [name, strToU8(text)])));
  const python = await startPython(plain);
  exercise(python);
  const { inUse, bytecode } = compiler(python);
  return {
    stdlib: packStdlib([...new Set([...inUse(), ...FOR_TRACEBACKS])].sort(), bytecode),
    sims: packSims(sources, bytecode),
  };
}
