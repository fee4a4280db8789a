/** Where an experiment's module is, below `@inflight/`: apart from all others, so that one can ask for any of them by id. */
export const firstFile = (id: string): string => `first/${id}.json`;

/** Where the page fetches the rest from, below the root of the site. */
export const moreFile = (id: string): string => `more/${id}.json`;
