import type { Incident, Printed, Solution } from '../../model/contract';
import type { RoomData } from '../../model/incidents';
import type { Ask } from './runs/jobs';

/** The case that stands in the room when somebody comes in: one that shows in several places. */
const SAMPLE = { seed: 1, level: 1, family: '' };

/** A case with everything that could be asked: it needs no Python, and can be read without scripts. */
export async function sampleIncident(ask: Ask): Promise<RoomData> {
  const about = (question: string, more: object = {}): Promise<unknown> =>
    ask({ do: 'ask', question, args: { ...SAMPLE, ...more }, experiments: [] });
  const incident = (await about('incident')) as Incident;
  const printed = await Promise.all(incident.probes.map(({ id }) => about('probe', { id })));
  return { incident, printed: printed as Printed[], solution: (await about('solution')) as Solution };
}
