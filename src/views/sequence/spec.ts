import type { ViewSpec } from '../../model/types';

export interface SequenceSpec extends ViewSpec {
  kind: 'sequence';
  packets: string;
  acks: string;
}
