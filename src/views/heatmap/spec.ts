import type { ViewSpec } from '../../model/types';

export interface HeatMapSpec extends ViewSpec {
  kind: 'heatmap';
  table: string;
  x: string;
  y: string;
  value: string;
  /** Parameters, in the units of `x` and `y`: the reader's own point. */
  point: string[];
}
