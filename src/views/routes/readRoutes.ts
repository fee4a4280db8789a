import type { Table } from '../../model/types';
import { columnOf, wordOf } from '../tables';

export const PLACES = [
  'client',
  'gateway0',
  'gateway1',
  'network0',
  'network1',
  'interface0',
  'interface1',
  'server',
] as const;

export type PlaceId = (typeof PLACES)[number];

export interface Place {
  id: PlaceId;
  name: string;
  address: string;
  /** What is set there; "": nothing. */
  note: string;
}

/** in: of the question; back: of its answer; asked: where the answer would have gone. */
export type Kind = 'in' | 'back' | 'asked';

export interface Way {
  kind: Kind;
  places: PlaceId[];
  /** Which of them is the last that a packet reaches; -1: it comes through. */
  end: number;
}

export type Fate = 'passed' | 'ends' | 'unreached';

/** Who looks at the packet, and what comes of it. */
export interface Check {
  step: string;
  said: string;
  fate: Fate;
}

export interface Scene {
  places: Map<PlaceId, Place>;
  /** In which network the client is a neighbour; -1: in neither. */
  side: -1 | 0 | 1;
  ways: Way[];
  checks: Check[];
}

const KINDS: readonly Kind[] = ['in', 'back', 'asked'];
const FATES: readonly Fate[] = ['passed', 'ends', 'unreached'];
/** Room is kept for as many. */
export const CHECKS = 5;

const wordsOf = (table: Table, name: string): string[] => {
  const column = columnOf(table, name);
  return Array.from(column.values, (value) => wordOf(column, value));
};

const isPlace = (name: string): name is PlaceId => (PLACES as readonly string[]).includes(name);

/** undefined: a place is missing, so there is nothing to draw. */
export function readScene(places: Table, ways: Table, checks: Table): Scene | undefined {
  const [ids, names, addresses, notes] = ['place', 'name', 'address', 'note'].map((name) => wordsOf(places, name));
  const found = new Map<PlaceId, Place>();
  ids!.forEach((id, row) => {
    const plain = (text: string): string => (text === '–' ? '' : text);
    if (isPlace(id))
      found.set(id, { id, name: names![row]!, address: plain(addresses![row]!), note: plain(notes![row]!) });
  });
  if (found.size < PLACES.length) return undefined;
  const side = columnOf(places, 'side').values[0];
  const passed = wordsOf(ways, 'place');
  const ends = columnOf(ways, 'end').values;
  const lines = new Map<Kind, Way>();
  columnOf(ways, 'way').values.forEach((value, row) => {
    const [kind, place] = [KINDS[value], passed[row]!];
    if (!kind || !isPlace(place)) return;
    const way = lines.get(kind) ?? { kind, places: [], end: -1 };
    if (ends[row] === 1) way.end = way.places.length;
    way.places.push(place);
    lines.set(kind, way);
  });
  const [steps, said] = [wordsOf(checks, 'step'), wordsOf(checks, 'said')];
  const fates = columnOf(checks, 'fate').values;
  return {
    places: found,
    side: side === 0 || side === 1 ? side : -1,
    ways: [...lines.values()],
    checks: steps
      .slice(0, CHECKS)
      .map((step, row) => ({ step, said: said[row]!, fate: FATES[fates[row]!] ?? 'unreached' })),
  };
}
