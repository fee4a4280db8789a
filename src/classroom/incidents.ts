import type { Incident } from '../model/contract';
import type { Desk } from './useDesk';

interface Key {
  family: string;
  level: number;
  seed: number;
}

const known = new Map<string, Incident>();

const nameOf = ({ family, level, seed }: Key): string => `${family} ${level} ${seed}`;

/** The incident, if it was asked for before. */
export const knownIncident = (key: Key): Incident | undefined => known.get(nameOf(key));

/** The incident of a question; it is asked for once per visit. */
export async function incidentOf(desk: Desk, { family, level, seed }: Key, signal?: AbortSignal): Promise<Incident> {
  const key = { family, level, seed };
  const found = knownIncident(key) ?? (await desk.ask<Incident>('incident', key, signal));
  known.set(nameOf(key), found);
  return found;
}
