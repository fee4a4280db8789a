/** The tree of the field guide. Texts may have `code` in them, between backticks. */
import type { Link } from './reading';

/** A question at a point of the tree, with the command that answers it. */
export interface Step {
  /** Not at the root: nothing is measured yet. */
  command?: string | undefined;
  /** What the reader is to look at. */
  question: string;
  answers: Answer[];
}

export interface Answer {
  /** What one sees. */
  text: string;
  then: Step | Finding;
}

/** Where a way through the tree ends. */
export interface Finding {
  cause: string;
  /** The one thing to change, or to ask for. */
  cure: string;
  /** One that shows it, in one of its presets. */
  figure: Link;
  /** The place that explains it. */
  chapter: Link;
  /** A case in which somebody met it. */
  story?: Link | undefined;
  /** Names of entries of the reference. */
  knobs: string[];
}

export const isFinding = (node: Step | Finding): node is Finding => 'cause' in node;
