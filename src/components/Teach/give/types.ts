import type { Key, Paper } from '../../../classroom/types';

export interface PrintedSheet {
  paper: Paper;
  keys?: Key;
}
