import type { Incident, Printed, Solution } from './contract';

/** What the build knows of the room: one case with everything that could be asked. */
export interface RoomData {
  incident: Incident;
  printed: Printed[];
  solution: Solution;
}
