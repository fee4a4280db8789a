/** What `inflight/incidents/room.py` tells and is told. */

export interface Incident {
  seed: number;
  level: number;
  /** All that there are. */
  levels: Level[];
  family: string;
  title: string;
  complaint: string;
  machines: { name: string; role: string }[];
  probes: Probe[];
  suspects: { id: string; cause: string }[];
  fixes: { id: string; text: string }[];
}

export interface Probe {
  /** `ss-tin@server` */
  id: string;
  machine: string;
  command: string;
  about: string;
  /** Minutes. */
  cost: number;
}

/** What a probe printed. */
export interface Printed {
  id: string;
  machine: string;
  command: string;
  text: string;
}

export interface Verdict {
  /** Of 100. */
  points: number;
  cause_right: boolean;
  guessed: boolean;
  fixed: boolean;
  before: string;
  after: string;
  /** Spent, and what would have done. */
  minutes: number;
  par: number;
  solution: Solution;
}

/** What it was. */
export interface Solution {
  cause: string;
  told: string;
  /** A fix that helps. */
  remedy: string;
  /** Ids of the figure that shows it and the page that explains it. */
  experiment: string;
  chapter: string;
}

export interface Level {
  number: number;
  name: string;
  about: string;
}

/** What the build knows of the room: one case with everything that could be asked. */
export interface RoomData {
  incident: Incident;
  printed: Printed[];
  solution: Solution;
}
