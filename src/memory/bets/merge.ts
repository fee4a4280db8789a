import { type BetStore, keyOf, MOST, type Placed } from './store';

/** Puts those of another browser beside these; gives back how many were new. */
export function mergeBets(store: BetStore, others: readonly Placed[]): number {
  const before = new Map(store.all().map((placed) => [keyOf(placed), placed]));
  const both = new Map([...others.map((placed) => [keyOf(placed), placed] as const), ...before]);
  const newest = [...both.values()]
    .sort((one, other) => one.at - other.at || (keyOf(one) < keyOf(other) ? -1 : 1))
    .slice(-MOST);
  const added = newest.filter((placed) => !before.has(keyOf(placed))).length;
  if (added > 0) store.keep(newest);
  return added;
}
