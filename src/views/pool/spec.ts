import type { ViewSpec } from '../../model/types';

export interface PoolSpec extends ViewSpec {
  kind: 'pool';
  table: string;
  blocks: string;
  columns: string[];
  free: string;
  refused: string;
}
