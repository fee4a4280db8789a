import type { ViewSpec } from '../../model/types';

export interface MappingSpec extends ViewSpec {
  kind: 'mapping';
  nodes: string;
  ways: string;
}
