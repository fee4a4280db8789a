import type { Host } from '../../machine/hosts';
import type { Qdisc } from '../../machine/link';
import type { Faulty, Typed } from '../lab';

/** What stands for `{name}` in texts, scripts and commands; one list of these is drawn. */
export type Numbers = Readonly<Record<string, number>>;

/** A command that shows a fault, and what to look for in what it prints. */
export interface Proof {
  host: Host;
  command: string;
  see: string;
}

/** Something that can be wrong with a service. */
export interface Fault {
  id: string;
  /** What is wrong, in half a sentence. */
  cause: string;
  /** Another fault that it is easily taken for, and whose remedy doesn’t help. */
  resembles: string;
  /** Take the place of the service’s own, where they have the same names. */
  numbers: readonly Numbers[];
  /** Makes the fault before the service starts; empty: its numbers do. */
  setup: string;
  /** The page of the book that explains it. */
  chapter: string;
  proof: Proof;
  remedy: Typed;
  /** Why that does harm, and why the remedy helps. */
  explanation: string;
}

/** Something that users rely on, a promise about it, and all that can be wrong with it (`docs/incidents`). */
export interface Service {
  id: string;
  complaint: string;
  /** Each has `rate`, `rtt` and `limit`, which are the path’s. */
  numbers: readonly Numbers[];
  qdisc: Qdisc;
  /** Starts it. */
  setup: string;
  /** Measures whether the promise is kept. */
  check: string;
  faults: readonly Fault[];
}

/** Something odd that does no harm to any service. */
export interface FalseLead {
  setup: string;
  /** Said in the debrief: why it looks bad and isn’t. */
  explanation: string;
}

export interface Incidents {
  services: readonly Service[];
  falseLeads: readonly FalseLead[];
}

/** What a seed draws; its `id` is the service’s. */
export interface DrawnIncident extends Faulty {
  complaint: string;
  /** In the order in which they are offered; one of them is the fault. */
  suspects: readonly Pick<Fault, 'id' | 'cause'>[];
  fault: Omit<Fault, 'resembles' | 'numbers' | 'setup'> & {
    /** The commands that made it. */
    made: string;
  };
  falseLeads: readonly FalseLead[];
}
