/** Lines that were typed before, and where among them a reader is: `at` counts from the newest, 0 is none of them. */
export interface Recall {
  at: number;
  /** What stood there before any was recalled. */
  draft: string;
}

export const FRESH: Recall = { at: 0, draft: '' };

interface Recalled {
  typed: string;
  recall: Recall;
}

/** The one before (`by` 1), or the one after (-1); it stays at either end. */
export function recalled(lines: readonly string[], typed: string, recall: Recall, by: 1 | -1): Recalled {
  const at = Math.min(Math.max(recall.at + by, 0), lines.length);
  if (at === recall.at) return { typed, recall };
  const draft = recall.at === 0 ? typed : recall.draft;
  return { typed: at === 0 ? draft : lines[lines.length - at]!, recall: { at, draft } };
}

/** As a shell keeps them: the same line twice in a row is one. */
export const remembered = (lines: readonly string[]): string[] =>
  lines.filter((line, place) => line.trim() !== '' && line !== lines[place - 1]);
