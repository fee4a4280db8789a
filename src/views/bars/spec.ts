import type { ViewSpec } from '../../model/types';

export interface BarsSpec extends ViewSpec {
  kind: 'bars';
  table: string;
  label: string;
  value: string;
}
