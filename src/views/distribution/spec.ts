import type { ViewSpec } from '../../model/types';

export interface DistributionSpec extends ViewSpec {
  kind: 'distribution';
  column: string;
  table: string;
  shape: 'cdf' | 'histogram';
}
