import type { ViewSpec } from '../../model/types';

export interface SlotsSpec extends ViewSpec {
  kind: 'slots';
  queue: string;
  limit: string;
}
