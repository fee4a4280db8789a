import type { ViewSpec } from '../../model/types';

export interface RoutesSpec extends ViewSpec {
  kind: 'routes';
  places: string;
  ways: string;
  checks: string;
}
