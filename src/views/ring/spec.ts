import type { ViewSpec } from '../../model/types';

export interface RingSpec extends ViewSpec {
  kind: 'ring';
  packets: string;
  slots: string;
}
