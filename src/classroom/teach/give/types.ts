import type { Key, Paper } from '../../../model/contract';

export interface PrintedSheet {
  paper: Paper;
  keys?: Key;
}
