import type { ViewSpec } from '../../model/types';

export interface LogLogSpec extends ViewSpec {
  kind: 'loglog';
  series: string[];
}
