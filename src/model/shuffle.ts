import { shuffler } from 'd3-array';

/** Numbers in [0, 1) that follow from a text alone: FNV-1a for the seed, then mulberry32. */
export function chance(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) state = Math.imul(state ^ byte, 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The same things in an order that the seed gives: always the same one for the same seed. */
export const shuffled = <T>(things: readonly T[], seed: string): T[] => shuffler(chance(seed))([...things]) as T[];
