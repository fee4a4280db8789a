import type { Incident, OnPaper } from './contract';

/** What the build knows of the room: one case, and what can be printed of it. */
export interface RoomData {
  incident: Incident;
  paper: OnPaper;
}
