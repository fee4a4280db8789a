/** Which module of the Python package can import which: what a run depends on, and what goes into which archive. */
import { parser } from '@lezer/python';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hash, listFiles } from '../files';

/** By name: `inflight.kernel.tcp.sender`. A package is called like its folder. */
export type Modules = ReadonlyMap<string, Module>;

export interface Module {
  name: string;
  /** Relative to the folder that holds the package: `inflight/kernel/tcp/sender.py`. */
  file: string;
  source: string;
  /** Modules of the package that it names, anywhere in its text, but for those that only a type checker imports. */
  imports: ReadonlySet<string>;
  /** Modules of others: `random`, `importlib.abc`. */
  others: ReadonlySet<string>;
}

const PACKAGE = 'inflight';

/** A package whose modules are registered by being in its folder. */
const REGISTRY = 'iter_modules(__path__)';

const nameOf = (file: string): string => file.replace(/(\/__init__)?\.py$/, '').replaceAll('/', '.');

const packageOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('.')));

/** What is named by an import, whether module or something in one: `from a import b` may mean both `a` and `a.b`. */
function namedBy(statement: string): string[] {
  const [, from, names] = /^(?:from\s+(\S+)\s+)?import\s+\(?([^)]*)\)?$/s.exec(statement.replace(/#.*/g, '')) ?? [];
  const each = (names ?? '').split(',').flatMap((name) => /^\s*([\w.*]+)/.exec(name)?.[1] ?? []);
  return from === undefined ? each : [from, ...each.map((name) => `${from}.${name}`)];
}

function importsIn(source: string): string[] {
  const found: string[] = [];
  parser.parse(source).iterate({
    enter: ({ name, from, to }) => {
      if (name === 'IfStatement' && /^if TYPE_CHECKING:/.test(source.slice(from, to))) return false;
      if (name === 'ImportStatement') found.push(...namedBy(source.slice(from, to)));
      return true;
    },
  });
  return found;
}

/** The modules of the package in `folder`, which holds it. */
export function readModules(folder: string): Modules {
  const files = listFiles(join(folder, PACKAGE)).filter((name) => name.endsWith('.py'));
  const names = new Set(files.map((name) => nameOf(`${PACKAGE}/${name}`)));
  const inFolder = (name: string): string[] => [...names].filter((each) => packageOf(each) === name);
  return new Map(
    files.map((each): [string, Module] => {
      const file = `${PACKAGE}/${each}`;
      const name = nameOf(file);
      const source = readFileSync(join(folder, file), 'utf8');
      const named = importsIn(source);
      const imports = named.filter((each) => names.has(each));
      const registered = source.includes(REGISTRY) ? inFolder(name) : [];
      const others = named.filter((each) => each.split('.')[0] !== PACKAGE && each !== '__future__');
      return [name, { name, file, source, imports: new Set([...imports, ...registered]), others: new Set(others) }];
    }),
  );
}

/**
 * All that is imported when `names` are, their packages included.
 *
 * @throws if there is no such module.
 */
export function closure(modules: Modules, names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const waiting = [...names];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === '' || found.has(name)) continue;
    const module = modules.get(name);
    if (!module) throw new Error(`simulations has no module ${name}`);
    found.add(name);
    waiting.push(packageOf(name), ...module.imports);
  }
  return found;
}

/** A short name for what some modules say. */
export function hashOf(modules: Modules, names: Iterable<string>): string {
  return hash(...[...names].sort().flatMap((name) => [name, modules.get(name)!.source]));
}

const EXPERIMENTS = `${PACKAGE}.experiments`;

/** The module of an experiment is called like it. */
export const moduleOf = (experiment: string): string => `${EXPERIMENTS}.${experiment.replaceAll('-', '_')}`;

/** Ids of all experiments, sorted. */
export const experimentsIn = (modules: Modules): string[] =>
  [...modules.keys()]
    .filter((name) => packageOf(name) === EXPERIMENTS)
    .map((name) => name.slice(EXPERIMENTS.length + 1).replaceAll('_', '-'))
    .sort();
