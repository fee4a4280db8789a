import type { ViewSpec } from '../../model/types';

export interface StatesSpec extends ViewSpec {
  kind: 'states';
  states: string;
}
