import type { ViewSpec } from '../../model/types';

export interface SeatsSpec extends ViewSpec {
  kind: 'seats';
  /** Columns: clients by what they believe, in the order of `MARKS`. */
  clients: string[];
}
