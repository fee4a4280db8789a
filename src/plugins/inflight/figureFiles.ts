/** Where an experiment's two modules are, below `@inflight/`: apart from all others, so that one can ask for any of them by id. */
export const firstFile = (id: string): string => `first/${id}.json`;
export const moreFile = (id: string): string => `more/${id}.json`;
