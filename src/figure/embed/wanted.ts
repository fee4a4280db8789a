import type { Experiment } from '../../model/contract';

/** A value in the address that means nothing here. */
export interface Unknown {
  key: string;
  given: string;
  allowed: readonly string[];
}

export interface Wanted {
  locked: string[];
  hidden: string[];
  unknown: Unknown[];
}

export const THEMES = ['light', 'dark'] as const;

/** What the page that embeds the figure asks for: `?lock=rate,rtt&hide=size&theme=dark`. */
export function readWanted(search: string, { parameters }: Pick<Experiment, 'parameters'>): Wanted {
  const query = new URLSearchParams(search);
  const unknown: Unknown[] = [];
  const read = (key: string, allowed: readonly string[]): string[] => {
    const given = [...new Set((query.get(key) ?? '').split(',').filter(Boolean))];
    unknown.push(...given.filter((name) => !allowed.includes(name)).map((name) => ({ key, given: name, allowed })));
    return given.filter((name) => allowed.includes(name));
  };
  // Code has to be there for its reader to run it.
  const names = parameters.filter(({ kind }) => kind !== 'code').map(({ name }) => name);
  const [locked, hidden] = [read('lock', names), read('hide', names)];
  read('theme', THEMES);
  return { locked, hidden, unknown };
}
