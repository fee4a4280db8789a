/** A question at a point of the tree, with the command that answers it. */
export interface Step {
  /** Not at the root: nothing is measured yet. */
  command?: string;
  /** What the reader is to look at. `code` between backticks, here and in all texts. */
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
  /** The figure that shows it, and one of its presets. */
  figure: { id: string; preset: string };
  /** A chapter and a heading in it: `opening/listen-queues#full`. */
  chapter: string;
  /** A file of docs/cases. */
  story?: string;
  /** Names of entries of docs/knobs. */
  knobs: string[];
}

export const isFinding = (node: Step | Finding): node is Finding => 'cause' in node;
