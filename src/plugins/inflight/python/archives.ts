import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { strFromU8, unzipSync, zipSync, type Zippable } from 'fflate';
import type { Ask } from '../runs/jobs';
import { closure, experimentsIn, type Modules, moduleOf } from './modules';
import { PYODIDE } from './start';

/** What the page's Python starts from: zip files of byte code, each packed as a whole. */
export interface Archives {
  /** The part of the standard library that figures import. */
  stdlib: Uint8Array;
  /** What runs any figure: the modules that most of them import. */
  kernel: Uint8Array;
  /** What else each figure imports, by experiment. */
  figures: Record<string, Uint8Array>;
  /** What else a page may import: classroom, incident room, comparison with a recording. */
  rest: Uint8Array;
}

interface Plan {
  kernel: ReadonlySet<string>;
  figures: ReadonlyMap<string, ReadonlySet<string>>;
  rest: ReadonlySet<string>;
}

/** Python formats a traceback with these, and imports them only then. */
const FOR_TRACEBACKS = ['traceback', 'linecache', 'tokenize', 'token', 'textwrap', 'unicodedata'];

/** The faces of the package that have no place in a page. */
const NOT_IN_THE_PAGE =
  /^inflight\.(__main__|cli|sweep|compare\.(files|between|recorded)|classroom\.jail)(\.|$)|_command$|\.shapes$/;

/** What a reader's code may import: names in this module (`reader/imports.py`). */
const READERS = 'inflight.reader.imports';

const minus = (one: Iterable<string>, ...others: ReadonlySet<string>[]): Set<string> =>
  new Set([...one].filter((each) => !others.some((other) => other.has(each))));

/** Which modules go where. A figure's archive has all it needs beyond the kernel, also what a few others have, too. */
export function planOf(modules: Modules): Plan {
  const reach = new Map(experimentsIn(modules).map((id) => [id, closure(modules, [moduleOf(id)])]));
  const bridge = closure(modules, ['inflight.bridge', 'inflight.reader.sandbox']);
  const isShared = (name: string): boolean =>
    [...reach.values()].filter((names) => names.has(name)).length > reach.size / 2;
  const kernel = new Set([...modules.keys()].filter((name) => bridge.has(name) || isShared(name)));
  const page = [...modules.keys()].filter((name) => !NOT_IN_THE_PAGE.test(name));
  return {
    kernel,
    figures: new Map([...reach].map(([id, names]) => [id, minus(names, kernel)])),
    rest: minus(page, kernel),
  };
}

/** The same files always give the same archive: one date for all. Packed as a whole, since modules are much alike. */
function pack(files: Zippable): Uint8Array {
  return gzipSync(zipSync(files, { level: 0, mtime: new Date(1980, 0, 1) }), { level: 7 });
}

const listed = ({ source }: { source: string }): string[] =>
  [.../^LISTED = \(([^)]*)\)/m.exec(source)![1]!.matchAll(/"(\w+)"/g)].map(([, name]) => name!);

/**
 * The archives of the package. Which part of the standard library is needed is not guessed: what the modules import is
 * imported, and what has come along after that is what is shipped.
 */
export async function makeArchives(modules: Modules, ask: Ask): Promise<Archives> {
  const { kernel, figures, rest } = planOf(modules);
  const othersOf = (names: Iterable<string>): string[] =>
    [...new Set([...names].flatMap((name) => [...modules.get(name)!.others]))].sort();
  const compiled = async (file: string, source: string): Promise<[string, Uint8Array]> => [
    `${file}c`,
    Buffer.from((await ask({ do: 'bytecode', file, source })) as string, 'base64'),
  ];
  const drawn = new Set([...kernel, ...[...figures.values()].flatMap((names) => [...names])]);
  const imported = ask({
    do: 'stdlib',
    groups: [[...othersOf(drawn), ...FOR_TRACEBACKS], listed(modules.get(READERS)!), othersOf(rest)],
  }) as Promise<[string[], string[], string[]]>;
  // Compiled while the standard library is looked through.
  const wanted = [...new Set([...kernel, ...rest])].map((name) => modules.get(name)!);
  const own = new Map(wanted.map(({ name, file, source }) => [name, compiled(file, source)]));
  const ours = (names: Iterable<string>) => [...names].sort().map((name) => own.get(name)!);

  const [forFigures, forReaders, forRest] = await imported;
  const stock = unzipSync(readFileSync(join(PYODIDE, 'python_stdlib.zip')));
  const stdlib = (names: string[]) => names.map((name) => compiled(name, strFromU8(stock[name]!)));
  const packed = async (files: Promise<[string, Uint8Array]>[]): Promise<Uint8Array> =>
    pack(Object.fromEntries(await Promise.all(files)));

  const ofFigures = [...figures].map(async ([id, names]) => {
    const files = [...ours(names), ...stdlib(names.has(READERS) ? forReaders : [])];
    return [id, await packed(files)] as const;
  });
  return {
    stdlib: await packed(stdlib(forFigures)),
    kernel: await packed(ours(kernel)),
    figures: Object.fromEntries(await Promise.all(ofFigures)),
    rest: await packed([...ours(rest), ...stdlib([...forReaders, ...forRest])]),
  };
}
