import type { ViewSpec } from '../../model/types';

export interface MachineSpec extends ViewSpec {
  kind: 'machine';
  states: string;
}
