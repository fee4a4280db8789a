import type { Book } from './explain';

let book: Promise<Book> | undefined;

/** The texts about fields, counters and knobs. They are fetched with the first paste. */
export function loadBook(): Promise<Book> {
  book ??= Promise.all([
    import(/* webpackChunkName: "pasted" */ '@reading/entries.json'),
    import(/* webpackChunkName: "pasted" */ '@reading/counters.json'),
    import(/* webpackChunkName: "pasted" */ '@inflight/knobs.json'),
  ]).then(
    ([{ default: entries }, { default: counters }, { default: knobs }]) => ({
      entries,
      counters: new Map(counters.map((each) => [each.name, each])),
      knobs: new Map(knobs.flatMap((each) => [each.name, ...each.also].map((name) => [name, each]))),
    }),
    (error: unknown) => {
      // It may be had later.
      book = undefined;
      throw error;
    },
  );
  return book;
}
