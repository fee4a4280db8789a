/** What the plugin tells of all experiments. */
import type { Chapter } from './gallery';

/** A setting of an experiment, with the address that opens its page in it: the query, or ''. */
export interface PresetLink {
  id: string;
  name: string;
  search: string;
}

export interface Entry {
  id: string;
  part: string;
  title: string;
  question: string;
  chapters: Chapter[];
  /** Names of the settings of Linux that its controls stand for. */
  knobs: string[];
  presets: PresetLink[];
  /** How many recordings of a kernel it can be laid beside. */
  recordings: number;
}

export interface Catalogue {
  /** In the order of the book. */
  parts: { id: string; title: string }[];
  entries: Entry[];
}
