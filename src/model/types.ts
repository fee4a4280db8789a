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
  | 'sequence'
  | 'yours'
  | 'reno'
  | 'cubic'
  | 'bbr'
  | 'flow1'
  | 'flow2'
  | 'flow3'
  | 'flow4';

interface Control {
  name: string;
  label: string;
  /** The Linux setting it stands for; '' if there is none. */
  knob: string;
  help: string;
  quantity: Quantity | null;
  /** Others, with the values of theirs for which this one has an effect: for one of them at least. Empty: always. */
  matters_when: Record<string, readonly Value[]>;
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
  /** Unless it is 0, another seed gives another run. */
  chance: boolean;
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

/** Some of many, by number: `3,17,18`. */
export interface MarksParameter extends Control {
  kind: 'marks';
  max: number;
  /** How many there may be. */
  most: number;
  default: string;
}

/** A piece of Python that the reader writes. */
export interface CodeParameter extends Control {
  kind: 'code';
  /** Characters. */
  most: number;
  default: string;
}

export type Parameter = NumberParameter | ChoiceParameter | FlagParameter | MarksParameter | CodeParameter;

export interface Preset {
  id: string;
  name: string;
  /** What it does not name keeps its default. */
  values: Params;
  /** What to look at, in a sentence. */
  note: string;
  /** The recording of a kernel on this very path; '' if there is none. */
  recording: string;
}

/** Something to predict before it is shown; `simulations/inflight/figure/bets.py` says what each field means. */
export type Bet = ValueBet | CurveBet;

interface AnyBet {
  id: string;
  question: string;
  /** The setting it is about; what it does not name keeps its default. */
  values: Params;
}

export interface ValueBet extends AnyBet {
  kind: 'value';
  /** Name of a number in the summary. */
  summary: string;
  min: number;
  max: number;
  scale: 'linear' | 'log10';
}

export interface CurveBet extends AnyBet {
  kind: 'curve';
  column: string;
  /** Columns that may be seen meanwhile. */
  given: string[];
}

/** One strip of the figure: columns that share a y axis. */
export interface Lane {
  id: string;
  title: string;
  unit: string;
  series: string[];
  kind: 'line' | 'step' | 'area' | 'points';
  /** Parameters, in the lane's unit, that can be dragged as a level on the plot. */
  handles: string[];
}

/** What a figure draws; `simulations/inflight/figure/views.py` says what it means, and `src/views` has a folder for each kind. */
export interface ViewSpec {
  kind: string;
  /** The word on the button that chooses it. */
  title: string;
  /** Names of the tables that it draws; none if it is missing. */
  tables?: string[];
}

export interface LanesSpec extends ViewSpec {
  kind: 'lanes';
  lanes: Lane[];
}

export interface PipeSpec extends ViewSpec {
  kind: 'pipe';
  /** Names of parameters; '' where there is none. */
  rtt: string;
  rate: string;
  limit: string;
  sndbuf: string;
  lose: string;
  /** Names of columns; '' where there is none. */
  queue: string;
  inflight: string;
  buffered: string;
  room: string;
  /** Names of tables. */
  packets: string;
  acks: string;
}

/** A number that every run ends with, or some do. */
export interface Output {
  name: string;
  unit: string;
  label: string;
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
  /** What its runs give back: columns, the first of which is the x axis, and the numbers of the summary. */
  outputs: { columns: ColumnHead[]; figures: Output[] };
  /** The first that is no pipe is the figure's picture; a pipe is a strip above whichever is chosen. */
  views: ViewSpec[];
  bets: Bet[];
  /** Recordings of a real kernel that it can be laid over. */
  kernel: string[];
}

export interface ColumnHead {
  name: string;
  unit: string;
  meaning: string;
  quantity: Quantity;
  /** Where a value is an index into these. */
  words?: string[];
}

/** NaN: no value here. */
export interface Column extends ColumnHead {
  values: Float64Array;
}

/** Columns of equal length. */
export type Table = Column[];

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
  /** Where the first column of a run under way will end, if that is known. */
  end?: number;
  commands: Commands[];
}

/** All columns have the same length; the first one is the x axis. */
export interface Result extends ResultHead {
  columns: Column[];
  /** What has rows of its own: packets, ACKs …; a run under way has those that it fills as it goes, and one that was thinned out only short ones. */
  tables?: Record<string, Table>;
  /** Only the rows that the first picture needs are left. */
  thin?: boolean;
  /** One moment of a thinned-out run, for the pipe. */
  still?: Still;
}

/** All packets that are on their way at the time `t`. */
export interface Still {
  t: number;
  tables: Record<string, Table>;
}

export type StoredColumn = ColumnHead & { values: (number | null)[] };

/** A result as it stands in a file: null where there is no value. */
export interface StoredResult extends ResultHead {
  columns: StoredColumn[];
  tables?: Record<string, StoredColumn[]>;
  thin?: boolean;
  still?: { t: number; tables: Record<string, StoredColumn[]> };
}

/** What `@inflight/first/<id>.json` holds: all that the first picture needs. */
export interface Prerendered {
  experiment: Experiment;
  /** By preset id. */
  runs: Record<string, StoredResult>;
  /** The address of its `More`. */
  more: string;
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
  model: StoredColumn[];
  kernel: StoredColumn[];
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
