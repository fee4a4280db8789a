import type { Prerendered } from '../model/types';

/** What a figure's first picture needs, where it is known only as the page runs which figure it is. */
export const loadFirst = async (id: string): Promise<Prerendered> => {
  const found = (await import(`@inflight/first/${id}.json`)) as { default: Prerendered };
  return found.default;
};
