import type { More } from '../../model/types';

/** What stands behind the tabs of an experiment, where it is known only as the page runs which one it is. */
export const loadMore = (id: string): Promise<{ default: More }> =>
  import(`@inflight/more/${id}.json`) as Promise<{ default: More }>;
