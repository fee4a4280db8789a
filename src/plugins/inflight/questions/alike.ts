const known = new Map<string, Set<string>>();

/** Words that carry meaning: short ones are in every question. Each text is compared with many others. */
function words(text: string): Set<string> {
  let found = known.get(text);
  if (!found) {
    const all = text.toLowerCase().split(/[^\p{L}\p{N}_]+/u);
    found = new Set(all.filter((word) => word.length > 3));
    known.set(text, found);
  }
  return found;
}

/** The share of the words of two texts that both have, 0 to 1 (Jaccard). */
export function alike(one: string, other: string): number {
  const [a, b] = [words(one), words(other)];
  const both = [...a].filter((word) => b.has(word)).length;
  return both / (a.size + b.size - both || 1);
}

/** Pairs of texts of which more than this share is the same are one question asked twice. */
export const TOO_ALIKE = 0.6;
