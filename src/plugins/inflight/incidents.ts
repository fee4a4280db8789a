import type { Incident, Printed, RoomData, Solution } from '../../model/incidents';
import type { Bridge } from './bridge';

/** The case that stands in the room when somebody comes in: one that shows in several places. */
const SAMPLE = { seed: 1, level: 1, family: '' };

/** A case with everything that could be asked: it needs no Python, and can be read without scripts. */
export function sampleIncident(bridge: Bridge): RoomData {
  const incident = bridge.ask('incident', SAMPLE) as Incident;
  const printed = incident.probes.map(({ id }) => bridge.ask('probe', { ...SAMPLE, id }) as Printed);
  return { incident, printed, solution: bridge.ask('solution', SAMPLE) as Solution };
}
