export interface Completion {
  typed: string;
  /** What the last word may become, if there is more than one way. */
  offers: string[];
}

/** What Tab makes of a line, with the words that Python has for its end (`shell/complete.py`). */
export function completed(typed: string, words: readonly string[]): Completion {
  const start = typed.lastIndexOf(' ') + 1;
  const [first] = words;
  if (first === undefined) return { typed, offers: [] };
  if (words.length === 1) return { typed: `${typed.slice(0, start)}${first} `, offers: [] };
  // The first is what the others share, if that is more than what stands there.
  const isShared = first !== typed.slice(start) && words.every((word) => word.startsWith(first));
  return isShared ? { typed: typed.slice(0, start) + first, offers: words.slice(1) } : { typed, offers: [...words] };
}
