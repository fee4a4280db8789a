/** What the page makes of the JSON that Python hands over (`contract.ts`). */
import type { ColumnHead, Comparison, CompleteResult, Experiment, ResultHead, StoredColumn } from './contract';

/** NaN: no value here. */
export interface Column extends ColumnHead {
  values: Float64Array;
}

/** Columns of equal length. */
export type Table = Column[];

/** All columns have the same length; the first one is the x axis. */
export interface Result extends ResultHead {
  columns: Column[];
  /** What has rows of its own: packets, ACKs …; a run under way has those that it fills as it goes, and one that was thinned out only short ones. */
  tables?: Record<string, Table>;
  /** Only the rows that the first picture needs are left. */
  thin?: boolean;
  /** A moment of a thinned-out run, and what follows, for the pipe. */
  still?: Still;
}

/** All packets that are on their way between the times `t` and `until`, s. */
export interface Still {
  t: number;
  until: number;
  tables: Record<string, Table>;
}

/** A column in a file: with `places`, `values` are the steps from each to the next, in units of 10^−places. */
export interface FiledColumn extends StoredColumn {
  places?: number;
}

/** A result as it stands in a file of the book: thinned out. */
export interface StoredResult extends CompleteResult {
  thin?: boolean;
  still?: { t: number; until: number; tables: Record<string, StoredColumn[]> };
}

/** What `@inflight/first/<id>.json` holds: all that the first picture needs. */
export interface Prerendered {
  experiment: Experiment;
  /** By preset id. */
  runs: Record<string, StoredResult>;
  /** The address of its `More`. */
  more: string;
}

/** A comparison as it stands in a file. */
export interface StoredComparison extends Comparison {
  /** What was recorded, in the words of the commands: "reno, 10 Mbit/s, 40 ms, pfifo limit 100, 30 s". */
  setting: string;
}

/** What stands behind the tabs of a figure: fetched when a reader asks for it. */
export interface More {
  source: string;
  kernel: StoredComparison[];
}
