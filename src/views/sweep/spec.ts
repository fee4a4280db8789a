import type { ViewSpec } from '../../model/types';

export interface SweepSpec extends ViewSpec {
  kind: 'sweep';
  table: string;
  x: string;
  panels: string[];
  point?: string;
}
