/** The shapes that Python hands over: an experiment's schema and a run's result. Described here and nowhere else in TypeScript. */

export type Value = number | string | boolean;
export type Params = Record<string, Value>;

/** Picks a colour (`--q-<quantity>`), the same for a curve, its axis, its slider and its mention in the prose. */
export type Quantity =
  | 'time'
  | 'cwnd'
  | 'ssthresh'
  | 'inflight'
  | 'queue'
  | 'rtt'
  | 'throughput'
  | 'sndbuf'
  | 'unsent'
  | 'unacked'
  | 'rwnd'
  | 'loss'
  | 'rto'
  | 'kernel'
  | 'ghost'
  | 'bet'
  | 'sequence';

interface Control {
  name: string;
  label: string;
  /** The Linux setting it stands for; '' if there is none. */
  knob: string;
  help: string;
  quantity: Quantity | null;
}

export interface NumberParameter extends Control {
  kind: 'number';
  unit: string;
  min: number;
  max: number;
  default: number;
  scale: 'linear' | 'log2' | 'log10';
  /** Grid of the slider; null: continuous. A typed value need not lie on it unless `integer`. */
  step: number | null;
  integer: boolean;
  /** Values outside [min, max] that are allowed too, with what they mean: `{'0': 'autotuned'}`. */
  special: Record<string, string>;
}

export interface ChoiceParameter extends Control {
  kind: 'choice';
  choices: { value: string; label: string }[];
  default: string;
}

export interface FlagParameter extends Control {
  kind: 'flag';
  default: boolean;
}

export type Parameter = NumberParameter | ChoiceParameter | FlagParameter;

export interface Preset {
  id: string;
  name: string;
  /** What it does not name keeps its default. */
  values: Params;
  /** What to look at, in a sentence. */
  note: string;
}

/** One strip of the figure: columns that share a y axis. */
export interface Lane {
  id: string;
  title: string;
  unit: string;
  series: string[];
  kind: 'line' | 'step' | 'area' | 'points';
}

export interface Experiment {
  id: string;
  part: string;
  title: string;
  question: string;
  leaves_out: string;
  sources: string[];
  file: string;
  parameters: Parameter[];
  /** The first one is the default picture. */
  presets: Preset[];
  lanes: Lane[];
  /** Recordings of a real kernel that it can be laid over. */
  kernel: string[];
}

export interface ColumnHead {
  name: string;
  unit: string;
  meaning: string;
  quantity: Quantity;
}

/** NaN: no value here. */
export interface Column extends ColumnHead {
  values: Float64Array;
}

export interface RunEvent {
  /** In the unit of the first column. */
  t: number;
  kind: string;
  text: string;
}

export interface Figure {
  value: number | null;
  unit: string;
  label: string;
}

export interface Commands {
  title: string;
  lines: string[];
}

export interface ResultHead {
  experiment: string;
  parameters: Params;
  seed: number;
  events: RunEvent[];
  /** Empty while a run is under way, like the sentence and the commands. */
  summary: Record<string, Figure>;
  /** What is seen, in a sentence or two. */
  sentence: string;
  commands: Commands[];
}

/** All columns have the same length; the first one is the x axis. */
export interface Result extends ResultHead {
  columns: Column[];
}

/** A result as it stands in a file: null where there is no value. */
export interface StoredResult extends ResultHead {
  columns: (ColumnHead & { values: (number | null)[] })[];
}

/** What `@inflight/<id>.json` holds: all that the first picture needs. */
export interface Prerendered {
  experiment: Experiment;
  /** By preset id. */
  runs: Record<string, StoredResult>;
}

export interface Metric {
  metric: string;
  unit: string;
  model: number | null;
  kernel: number | null;
  /** Relative: 0.03 is 3 %. */
  error: number | null;
  /** Null: shown, not judged. */
  bound: number | null;
  verdict: 'ok' | 'known' | 'bad' | 'shown';
}

export interface Comparison {
  name: string;
  metrics: Metric[];
  model: StoredResult['columns'];
  kernel: StoredResult['columns'];
}

/** A comparison as it stands in a file. */
export interface StoredComparison extends Comparison {
  /** What was recorded, in the words of the commands: "reno, 10 Mbit/s, 40 ms, pfifo limit 100, 30 s". */
  setting: string;
}

/** What `@inflight/<id>.more.json` holds: loaded when a reader asks for it. */
export interface More {
  source: string;
  kernel: StoredComparison[];
}
