import type { ViewSpec } from '../../model/types';

export interface LadderSpec extends ViewSpec {
  kind: 'ladder';
  sides: string[];
  segments: string;
  states: string;
  timers: string;
}
