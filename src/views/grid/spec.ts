import type { ViewSpec } from '../../model/types';

export interface GridSpec extends ViewSpec {
  kind: 'grid';
  table: string;
}
