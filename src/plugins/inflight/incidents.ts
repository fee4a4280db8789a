import type { Incident, OnPaper } from '../../model/contract';
import type { RoomData } from '../../model/incidents';
import type { Ask } from './runs/jobs';

/** The case that stands in the room when somebody comes in: one that shows in several places. */
const SAMPLE = { seed: 1, level: 1 };

/** A case with everything the menu has: it needs no Python, and can be read without scripts. */
export async function sampleIncident(ask: Ask): Promise<RoomData> {
  const about = (question: string): Promise<unknown> => ask({ do: 'ask', question, args: SAMPLE, experiments: [] });
  return { incident: (await about('incident')) as Incident, paper: (await about('on_paper')) as OnPaper };
}
