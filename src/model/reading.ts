/** Outputs of Linux tools with their fields explained, and the kernel's counters, as the pages get them. */

export interface Link {
  to: string;
  label: string;
}

/** What one span of an output means. */
export interface Note {
  /** The span, as it stands in the output. */
  at: string;
  name: string;
  /** '' if it has none. */
  unit: string;
  means: string;
  /** What this value says here; '' where nothing is to be added. */
  here: string;
  /** When to worry; '' for what is never a reason. */
  worry: string;
  links: Link[];
  /** Nobody knows what it is; it is marked. */
  isUnknown?: boolean;
}

/** What a field means, whatever its value. */
export interface FieldEntry {
  name: string;
  unit: string;
  means: string;
  worry: string;
  links: Link[];
}

/** What is needed to explain an output that the book does not have. */
export interface Entries {
  /** By tool and field: `ss:cwnd`. */
  fields: Record<string, FieldEntry>;
  /** By id: `windows/why-slow`. */
  chapters: Record<string, Link>;
}

/** A stretch of the text; `note` is the place of its explanation. */
export interface Piece {
  text: string;
  note?: number;
  /** It gives something away: it is highlighted. */
  isTelltale?: boolean;
}

export interface ToolOutput {
  id: string;
  title: string;
  /** '' if nobody knows. */
  command: string;
  /** Where the text comes from. */
  from: string;
  /** May its lines be broken? Tables may not. */
  wrap: boolean;
  pieces: Piece[];
  notes: Note[];
}

export interface Counter {
  /** As its tool prints it: `TcpExtListenOverflows`. */
  name: string;
  /** Its part of the stack; see COUNTER_GROUPS. */
  group: CounterGroup;
  /** The command that shows it. */
  shown: string;
  /** What it counts. */
  counts: string;
  /** The kernel's function that raises it. */
  source: string;
  worry: string;
  figures: Link[];
  links: Link[];
}

export const COUNTER_GROUPS = ['opening', 'sending', 'receiving', 'closing', 'memory', 'queues', 'device'] as const;
export type CounterGroup = (typeof COUNTER_GROUPS)[number];

/** The anchor of a counter on its page: `counter-listenoverflows`, whichever prefix it is written with. */
export const counterAnchor = (name: string): string =>
  `counter-${name
    .replace(/^TcpExt(?=[A-Z])/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`;
