import type { ViewSpec } from '../../model/types';

export interface StatesSpec extends ViewSpec {
  kind: 'states';
  states: string;
  /** How many sides there is room for; 2 if it is missing. */
  rows?: number;
  /** Are long pauses drawn only a little longer than short ones? */
  stretched?: boolean;
}
