import type { ViewSpec } from '../../model/types';

export interface StationsSpec extends ViewSpec {
  kind: 'stations';
  table: string;
}
