/** The incident of an interview: its id says which, and everything about it follows from that. */
import { recordIn, textIn, textsIn } from '../classroom/answers';
import { type Wanted, SEEDS } from '../incidents/address';
import { type Level, LEVELS } from '../model/questions';
import { chance } from '../model/shuffle';

/** Stands among the cards of the bank. It is no card that comes back. */
export interface IncidentCard {
  form: 'incident';
  id: string;
  level: Level;
  /** The case in the incident room. */
  wanted: Wanted;
}

/** How long it takes, in s. */
export const INCIDENT_SECONDS = 600;

/** The complaints whose causes are mostly explained in a part of the book; in other parts none are. */
export const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  windows: ['transfer'],
  congestion: ['transfer'],
  queues: ['arrivals'],
  disciplines: ['transfer'],
  opening: ['connect', 'proxy'],
  closing: ['leftovers'],
  'small-writes': ['requests'],
};

const idOf = ({ level, seed, family }: Wanted): string =>
  ['incident', level, seed, ...(family === undefined ? [] : [family])].join(':');

const ID = /^incident:([123]):(\d+)(?::([a-z]+))?$/;

/** The incident that an id says; undefined: it is a card’s. */
export function incidentIn(id: string): IncidentCard | undefined {
  const [, level, seed, family] = ID.exec(id) ?? [];
  if (level === undefined) return undefined;
  const wanted = { level: Number(level), seed: Number(seed), ...(family !== undefined && { family }) };
  return { form: 'incident', id, level: LEVELS[wanted.level - 1]!, wanted };
}

/** One on the highest of these levels, about one of these parts. The same seed draws the same. */
export function drawIncident(levels: readonly Level[], parts: readonly string[], seed: string): IncidentCard {
  const draw = chance(`incident ${seed}`);
  const level = 1 + Math.max(...levels.map((each) => LEVELS.indexOf(each)));
  const families = [...new Set(parts.flatMap((part) => FAMILIES[part] ?? []))].sort();
  const family = families[Math.floor(draw() * families.length)];
  const wanted = { level, seed: Math.floor(draw() * SEEDS), ...(family !== undefined && { family }) };
  return incidentIn(idOf(wanted))!;
}

/** What was done in the call, and once it is graded, the chapter that explains its cause. */
interface CallAnswer {
  asked: readonly string[];
  chapter?: string;
}

export const callAnswer = (answer: CallAnswer): CallAnswer => answer;

/** The lines that were done. */
export const linesIn = (answer: unknown): string[] => textsIn(recordIn(answer).asked);

/** The chapter that explains the cause; '' as long as it isn’t graded. */
export const chapterIn = (answer: unknown): string => textIn(recordIn(answer).chapter);
