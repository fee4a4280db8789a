/**
 * What Python hands to the page as JSON. Made by `npm run contract` from each `shapes.py` in `simulations/inflight`,
 * and from the views in `figure/views.py`: change it there.
 */

export type Feedback = 'at-once' | 'after' | 'never' | 'reveal';
export type Value = number | string | boolean;
export type Show = 'always' | 'after' | 'never';
export type Answer = unknown;
export type Kind =
  'note' | 'choice' | 'numeric' | 'order' | 'curve' | 'setting' | 'algorithm' | 'incident' | 'capture' | 'lab' | 'text';
export type Bet = ValueBet | CurveBet;
export type MovementVerdict = 'within' | 'moved' | 'chance' | 'shown';
export type CaptureEnd = 'sender' | 'receiver';
export type CaptureLimit =
  'send-buffer' | 'receive-window' | 'path' | 'after-a-loss' | 'slow-start' | 'application-pace' | 'nagle';
export type LimitName =
  | 'handshake'
  | 'application-idle'
  | 'application-pace'
  | 'send-buffer'
  | 'receive-window'
  | 'slow-start'
  | 'after-a-loss'
  | 'path'
  | 'loss'
  | 'rto'
  | 'nagle'
  | 'cannot-tell';
export type Parameter = NumberParameter | ChoiceParameter | FlagParameter | MarksParameter | CodeParameter;
export type Scale = 'linear' | 'log2' | 'log10';
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
  | 'dctcp'
  | 'flow1'
  | 'flow2'
  | 'flow3'
  | 'flow4';
export type MetricVerdict = 'ok' | 'known' | 'bad' | 'shown';
export type Runs = {
  [k: string]: unknown;
}[];
export type RowVerdict = 'graded' | 'to-read' | 'altered' | 'refused' | 'unmarked';
export type PaperQuestion =
  | NoteQuestion
  | ChoiceQuestion
  | NumericQuestion
  | OrderQuestion
  | CurveQuestion
  | SettingQuestion
  | AlgorithmQuestion
  | IncidentQuestion
  | CaptureQuestion
  | LabQuestion
  | TextQuestion;
export type Reopened = 'void' | 'count';
export type Several = 'ask' | 'last';

/** The head of an assignment. */
export interface About {
  id: string;
  title: string;
  intro: string;
  goals: string[];
  minutes: number;
  /** When it is due, in UTC; '': not given. */
  due: string;
  points: number;
  feedback: Feedback;
  /** The feedback in words: `marked once it is handed in`. */
  policy: string;
  fingerprint: string;
  /** Origin of the page that may be told a student's progress; '': none. */
  embed: string;
  /** Do only paths drawn with the code of a session count? */
  proctored: boolean;
}
export interface AboutFigure extends Asked {
  figure: PaperFigure;
}
/** The figure of a question, with this student's values. */
export interface PaperFigure {
  id: string;
  /** All parameters. */
  values: Params;
  /** What the question sets, in words. */
  given: GivenValue[];
  locked: string[];
  hidden: string[];
  show: Show;
}
export interface Params {
  [k: string]: Value;
}
export interface GivenValue {
  name: string;
  label: string;
  value: string;
}
/** What all questions have, except the figure. */
export interface Asked {
  id: string;
  /** With `code` in backticks; the drawn values are in it. */
  text: string;
  points: number;
  /** How often it may be checked; 0: without limit. */
  attempts: number;
  /** Can the page mark an answer? */
  told: boolean;
}
export interface AlgorithmPaper {
  paths: AlgorithmPath[];
  /** How many more there are that stay hidden. */
  hidden: number;
  goals: string[];
  /** The text to start from. */
  code: string;
}
/** A path that a student's algorithm has to do well on, in the terms of the figure `your-algorithm`. */
export interface AlgorithmPath {
  /** In words. */
  said: string;
  rate: number;
  rtt: number;
  buffer: number;
  loss: number;
  duration: number;
}
/** Answer: the code. */
export interface AlgorithmQuestion extends AnyQuestion, AlgorithmPaper {
  kind: 'algorithm';
}
export interface AnyQuestion extends Asked {
  figure: PaperFigure | null;
}
/** A group of two or more that is worth a look: a hint and no more. */
export interface Alike {
  files: string[];
  students: string[];
  /** '' for the whole submission. */
  question: string;
  /** 0 to 1: the least by which one of them was found. */
  likeness: number;
  reason: string;
}
/** What became of a capture that can be shown to others. */
export interface AnonymisedCapture {
  /** That are in it. */
  packets: number;
  /** The others, by kind. */
  left_out: {
    [k: string]: number;
  };
}
export interface AnyBet {
  id: string;
  question: string;
  /** The setting it is about; what it does not name keeps its default. */
  values: Params;
}
/** An assignment's file as a whole, the teacher's or the public part. */
export interface AssignmentHead extends About {
  /** Is it the teacher's? */
  secret: boolean;
  questions: QuestionHead[];
  /** JSON to give to students. */
  public: {
    [k: string]: unknown;
  };
}
export interface QuestionHead {
  id: string;
  kind: Kind;
  text: string;
  points: number;
}
/** A bar for each row of `table`: `label` names it (a column with words), `value` is its length. */
export interface BarsSpec {
  kind: 'bars';
  table: string;
  label: string;
  value: string;
  title: string;
  tables?: string[];
}
/** One number to predict; `bets.py` says what each field means. */
export interface ValueBet extends AnyBet {
  kind: 'value';
  /** Name of a number in the summary. */
  summary: string;
  min: number;
  max: number;
  scale: 'linear' | 'log10';
}
/** A curve to predict. */
export interface CurveBet extends AnyBet {
  kind: 'curve';
  column: string;
  /** Columns that may be seen meanwhile. */
  given: string[];
}
/** One scenario, recorded on two kernels. */
export interface Between {
  name: string;
  /** What `uname -r` said. */
  kernels: string[];
  metrics: Movement[];
}
export interface Movement {
  metric: string;
  unit: string;
  /** What the recordings gave, in order; empty: it does not occur in them. */
  before: number[];
  after: number[];
  /** How far apart is near enough, in the unit; null: shown, not judged. */
  room: number | null;
  verdict: MovementVerdict;
}
/** The capture of a question, as a file for Wireshark. */
export interface CaptureFile {
  base64: string;
  name: string;
}
/** A file as a whole. */
export interface CaptureHead {
  name: string;
  packets: number;
  /** TCP segments among them. */
  segments: number;
  /** Packets that are no TCP, by kind. */
  other: {
    [k: string]: number;
  };
  /** From the first packet to the last. */
  seconds: number;
  /** What is damaged or cut, each with packet and field. */
  notes: string[];
  notes_left_out: number;
}
export interface CapturePaper {
  /** Where it is captured. */
  at: CaptureEnd;
  /** Name of the file, which `capture_file` makes. */
  file: string;
  limits: LimitChoice[];
  /** The number that is asked for. */
  reading: string;
  /** What counts. */
  how: string;
  unit: string;
  /** In words: `within 5%`. */
  tolerance: string;
  /** How many of the points are for the number. */
  number_points: number;
}
/** What may hold the sender back. */
export interface LimitChoice {
  limit: CaptureLimit;
  title: string;
  text: string;
}
/** Answer: `{limit, number}`, either of them null if it is left open. */
export interface CaptureQuestion extends AnyQuestion, CapturePaper {
  kind: 'capture';
}
/** What is in the files. Connections in order of the data they carried. */
export interface CaptureRead {
  files: CaptureHead[];
  connections: ConnectionRow[];
  /** Connections that were too many to follow. */
  left_out: number;
}
/** A connection in the list. */
export interface ConnectionRow {
  id: number;
  /** Which of the files it is in, from 0. */
  file: number;
  /** `10.0.0.1:40000`, `[2001:db8::1]:40000` */
  client: string;
  server: string;
  /** s since the first packet of the file. */
  start: number;
  seconds: number;
  packets: number;
  /** Of data: from the client, from the server. */
  bytes: number[];
  /** The shortest round trip, ms. */
  rtt: number | null;
  /** Segments that were sent again. */
  resent: number;
  /** What held the busier direction back for most of the time. */
  limit: LimitName;
  sentence: string;
  remarks: Remark[];
}
/** Something that is wrong with a connection, at a glance. */
export interface Remark {
  kind: string;
  text: string;
  /** It costs time or data; otherwise it is only worth knowing. */
  bad: boolean;
}
export interface CaptureReplay extends Replay {
  /** Values that were estimated. */
  captured: Params;
  /** One for each control, in their order. */
  estimates: ReplayEstimate[];
  capture: ReplayCurve;
  /** s in the capture. */
  took: number;
  fit: ReplayFit;
  /** The run with all estimates, where `run` is another one. */
  as_captured: ReplayRun | null;
}
/** What a parameter of the replay is in the capture. */
export interface ReplayEstimate {
  parameter: string;
  value: Value;
  known: 'measured' | 'at least' | 'assumed';
  /** One or two sentences. */
  evidence: string;
}
/** t in s since the first data left, acked in bytes. */
export interface ReplayCurve {
  t: number[];
  acked: number[];
}
/** How far the model with all its estimates is from the capture. */
export interface ReplayFit {
  explains: boolean;
  sentence: string;
  /** The curves' mean distance, as a share of the data. */
  apart: number;
  /** When they begin to part, s since the first data; None: they don't. */
  parts: number | null;
}
export interface ReplayRun extends ReplayCurve {
  /** Bytes. */
  flight: number[];
  /** s until everything was acknowledged; None: the run was given up before. */
  took: number | null;
  /** Segments. */
  resent: number;
}
/** A run of the model; if it is a capture's, beside that. */
export interface Replay {
  controls: Parameter[];
  /** Of this run. */
  values: Params;
  run: ReplayRun;
  /** What the model takes, and instead of what if something was changed. */
  sentence: string;
  leaves_out: string;
}
export interface NumberParameter extends Control {
  kind: 'number';
  unit: string;
  min: number;
  max: number;
  default: number;
  scale: Scale;
  /** Grid of the slider; null: continuous. A typed value need not lie on it unless `integer`. */
  step: number | null;
  integer: boolean;
  /** Values outside [min, max] that are allowed too, with what they mean: `{'0': 'autotuned'}`. */
  special: {
    [k: string]: string;
  };
  /** Unless it is 0, another seed gives another run. */
  chance: boolean;
}
/** What all parameters have. */
export interface Control {
  name: string;
  label: string;
  /** The Linux setting it stands for; '' if there is none. */
  knob: string;
  help: string;
  quantity: Quantity | null;
  /** Others, with the values of theirs for which this one has an effect: for one of them at least. Empty: always. */
  matters_when: {
    [k: string]: Value[];
  };
}
export interface ChoiceParameter extends Control {
  kind: 'choice';
  choices: Labelled[];
  default: string;
}
export interface Labelled {
  value: string;
  label: string;
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
  default: string;
  /** Characters. */
  most: number;
}
export interface ChoicePaper {
  many: boolean;
  choices: Placed[];
}
/** One of several texts. */
export interface Placed {
  /** What an answer calls it. */
  place: number;
  text: string;
}
/** Answer: places, ascending. */
export interface ChoiceQuestion extends AnyQuestion, ChoicePaper {
  kind: 'choice';
}
/** What a teacher reads out, by session. */
export interface Codes {
  codes: SessionCode[];
}
export interface SessionCode {
  session: string;
  code: string;
}
export interface ColumnHead {
  name: string;
  unit: string;
  meaning: string;
  quantity: Quantity;
  /** Where a value is an index into these. */
  words?: string[];
  /** Names of two columns beside it: the lowest and the highest value of several runs, where chance decides. */
  band?: string[];
}
/** Shell lines under one heading. */
export interface Commands {
  title: string;
  lines: string[];
}
export interface Comparison extends Judged {
  model: StoredColumn[];
  kernel: StoredColumn[];
}
export interface StoredColumn extends ColumnHead {
  /** null: no value here. */
  values: (number | null)[];
}
export interface Judged {
  name: string;
  /** Set where the scenario cannot be run; '' otherwise. */
  reason: string;
  metrics: Metric[];
}
export interface Metric {
  metric: string;
  unit: string;
  model: number;
  kernel: number;
  /** Relative: 0.03 is 3%. */
  error: number;
  /** null: shown, not judged. */
  bound: number | null;
  verdict: MetricVerdict;
  /** What the model's runs gave, in order. */
  spread: number[];
}
/** A result as it stands in a file. */
export interface CompleteResult extends ResultHead, RunValues {}
/** All that is no column. */
export interface ResultHead extends RunIdentity, RunSaid {
  commands: Commands[];
}
/** What a run is of. */
export interface RunIdentity {
  experiment: string;
  parameters: Params;
  seed: number;
}
/** What a run says in words. */
export interface RunSaid {
  events: RunEvent[];
  /** Empty while a run is under way, like the sentence and the commands. */
  summary: {
    [k: string]: Figure;
  };
  /** What is seen, in a sentence or two. */
  sentence: string;
  /** Where the first column of a run under way will end, if that is known. */
  end?: number;
}
export interface RunEvent {
  /** In the unit of the first column. */
  t: number;
  kind: string;
  text: string;
}
/** One number of the summary; null where it has no value. */
export interface Figure {
  value: number | null;
  unit: string;
  label: string;
  /** Where chance decides: the lowest and the highest that several runs gave. */
  band?: number[];
}
/** A run. All columns of a table have the same length, and the first one is the x axis. */
export interface RunValues extends RunSaid {
  columns: StoredColumn[];
  /** What has rows of its own: packets, ACKs … */
  tables: {
    [k: string]: StoredColumn[];
  };
}
/** What a word may become. */
export interface Completed {
  words: string[];
}
/** All about one connection. */
export interface ConnectionTold {
  row: ConnectionRow;
  taken_at: 'client' | 'server' | 'middle' | 'unknown';
  /** Where the capture was taken, and from what it can be told. */
  viewpoint: string;
  opening: OpeningField[];
  /** Those with data, the busier first. */
  directions: DirectionTold[];
}
/** A field or an option of the handshake: what each end said, and what it means for this connection. */
export interface OpeningField {
  name: string;
  client: string;
  server: string;
  meaning: string;
  /** The knob that sets it, as in the reference; may be empty. */
  entry: string;
}
/** The data of one end. */
export interface DirectionTold {
  source: string;
  target: string;
  side: 'client' | 'server';
  bytes: number;
  resent: number;
  /** Bytes that were acknowledged though the capture has no packet with them. */
  unseen: number;
  /** Mbit/s, over the time in which there was data. */
  rate: number;
  mss: number;
  /** The most in flight, bytes. */
  flight: number;
  /** The largest window offered, bytes. */
  window: number;
  /** The shortest, ms. */
  rtt: number | null;
  intervals: IntervalTold[];
  /** The longest first. */
  shares: LimitShare[];
  series: Series;
  rounds: RoundSeries;
  happenings: Happening[];
  /** Of all happenings, by kind, also of those that aren't listed. */
  counts: {
    [k: string]: number;
  };
}
/** What held a sender back for a while. Times are s since the connection began. */
export interface IntervalTold {
  start: number;
  end: number;
  limit: LimitName;
  sure: boolean;
  /** One line. */
  sentence: string;
  /** Numbers and packets that say so. */
  evidence: string[];
  /** What speaks for something else; often empty. */
  against: string[];
  /** What to check on the host, commands in backticks. */
  next: string[];
  /** First and last packet of it, by number in the file; empty: none. */
  packets: number[];
}
export interface LimitShare {
  limit: LimitName;
  seconds: number;
  /** `Receive window` */
  title: string;
  /** What it is, in one sentence. */
  means: string;
  /** The chapter that explains it: `windows/receive-buffer`. */
  chapter: string;
}
/** Thinned curves; t in s since the connection began, sizes in bytes. None: unknown there. */
export interface Series {
  t: number[];
  /** The highest byte sent. */
  sent: number[];
  acked: number[];
  /** Where the receiver's window ends. */
  edge: (number | null)[];
  flight: number[];
  /** The receiver's. */
  window: (number | null)[];
}
/** By round trip. */
export interface RoundSeries {
  t: number[];
  /** ms */
  rtt: (number | null)[];
  /** Mbit/s acknowledged. */
  rate: number[];
  /** The longest pause between two segments, ms. */
  gap: number[];
}
/** A mark in the picture. */
export interface Happening {
  kind: string;
  /** `Fast retransmit` */
  title: string;
  t: number;
  packet: number;
  /** Bytes of the stream before it. */
  at: number;
  text: string;
}
export interface Count {
  value: string;
  count: number;
}
/** A column, and the ends of its axis. */
export interface CurveAxis extends CurveColumn, Ends {}
export interface CurveColumn {
  name: string;
  label: string;
  unit: string;
  quantity: Quantity;
}
export interface Ends {
  from: number;
  to: number;
}
export interface CurvePaper {
  places: number;
  /** What to draw. */
  column: CurveAxis;
  x: CurveAxis;
  /** What is shown in the meantime: heights at evenly spaced places. */
  given: CurveShown[];
}
export interface CurveShown extends CurveColumn {
  values: (number | null)[];
}
/** Answer: `{values}`, heights at evenly spaced places over the x axis, null where nothing is drawn. */
export interface CurveQuestion extends AboutFigure, CurvePaper {
  kind: 'curve';
}
/** One place that bytes pass: `column` counts those that have, kB, and each step of it is a packet. */
export interface Cut {
  title: string;
  column: string;
}
/**
 * The same bytes at several places, one below the other, as they are cut there: each piece is a packet.
 *
 * `whole` is what they are called before any cut. `below` is the lane that stands below the drawing. A run is played
 * in `seconds`.
 */
export interface CutsSpec {
  kind: 'cuts';
  below: string;
  whole: string;
  rows: Cut[];
  seconds: number;
  title: string;
  tables?: string[];
}
export interface Dashboards {
  graphs: Graph[];
}
/** A dashboard's: values at times in s, with the call at 0. */
export interface Graph {
  id: string;
  title: string;
  unit: string;
  /** Where its axis ends, from 0 on. */
  top: number;
  times: number[];
  values: number[];
}
/** The score line by line, and the solution. */
export interface Debrief {
  /** Out of 100. */
  points: number;
  score: Points[];
  before: string;
  after: string;
  /** How much of what could be had people got, 0 to 1. */
  share_before: number | null;
  share_after: number | null;
  proof: Proof | null;
  solution: Solution;
}
export interface Points {
  name: string;
  got: number;
  most: number;
  said: string;
}
/** The shortest: one command, and where in its text it shows. */
export interface Proof {
  machine: string;
  command: string;
  text: string;
  /** From and to, in UTF-16 code units. */
  marks: number[][];
  /** What to see there, in a sentence; empty: the marks say it. */
  said: string;
  /** As the menu calls it: `ss-tin`. */
  look: string;
  seconds: number;
}
/** The cause, and what helps. */
export interface Solution {
  cause: string;
  told: string;
  /** A fix that helps. */
  remedy: string;
  /** Id of the figure that shows it. */
  experiment: string;
  /** Id of the page that explains it. */
  chapter: string;
}
export interface Difficulty {
  number: number;
  name: string;
  about: string;
}
/**
 * How often which value, with p50, p95 and p99. `shape` is cdf (the share below) or histogram.
 *
 * `column` is one of `table`, or of the result itself if that is "".
 */
export interface DistributionSpec {
  kind: 'distribution';
  column: string;
  table: string;
  shape: 'cdf' | 'histogram';
  title: string;
  tables?: string[];
}
/** How often each value of a parameter came up. */
export interface Drawn {
  name: string;
  label: string;
  counts: Count[];
}
/** Several files from one student. */
export interface Duplicate {
  student: string;
  files: string[];
  /** The file that counts. */
  counts: string | null;
  /** Do they differ, and has nobody chosen the one that counts? */
  unsettled: boolean;
}
/** How far a window lets the sender go: `column` says how much it allows beyond what is acknowledged. */
export interface Edge {
  title: string;
  column: string;
}
/** An experiment's schema, from which sliders, links, flags and tables are made. */
export interface Experiment {
  id: string;
  part: string;
  title: string;
  question: string;
  leaves_out: string;
  sources: string[];
  file: string;
  parameters: Parameter[];
  /** Names of those that stand beside the figure before a reader asks for all. */
  knobs: string[];
  /** What its runs give back. */
  outputs: Outputs;
  /** The first one is the default picture. */
  presets: Preset[];
  /** The first is the figure's picture; the strip of a pipe stays above the others. */
  views: ViewSpec[];
  bets: Bet[];
  /** Recordings of a real kernel that it can be laid over. */
  kernel: string[];
  /** Hosts at which its packets can be captured. */
  points: string[];
}
export interface Outputs {
  /** The first of them is the x axis. */
  columns: ColumnHead[];
  /** The numbers of the summary. */
  figures: Output[];
}
/** A number that every run ends with, or some do. */
export interface Output {
  name: string;
  unit: string;
  label: string;
}
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
/** What a figure draws: each kind has fields of its own, which `views.py` declares, and a folder in `src/views`. */
export interface ViewSpec {
  kind: string;
  /** The word on the button that chooses it. */
  title: string;
  /** Names of the tables that it draws; none if it is missing. */
  tables?: string[];
}
export interface Failure {
  student: string;
  values: {
    [k: string]: string;
  };
  reason: string;
}
/** The kinds of incidents to choose from. */
export interface Families {
  families: Family[];
}
export interface Family {
  id: string;
  title: string;
}
/** A file for each student: what they may read, or what an examiner asks them. */
export interface Files {
  files: NamedFile[];
}
export interface NamedFile {
  /** For feedback: includes the folder that the learning platform looks for it in, if that is known. */
  name: string;
  text: string;
}
export interface Fix {
  id: string;
  text: string;
  minutes: number;
}
/** `table` as rows and columns of numbers. */
export interface GridSpec {
  kind: 'grid';
  table: string;
  title: string;
  tables?: string[];
}
export interface Hand {
  hand: HandEntry[];
}
/** Points given by hand for one answer. */
export interface HandEntry {
  student: string;
  question: string;
  points: number;
  comment: string;
}
/** The file to hand in. */
export interface HandIn {
  /** Its text. */
  file: string;
  name: string;
  /** Three groups of four characters, which a student can read out. */
  receipt: string;
}
/**
 * A field of values over two columns of `table`: `x`, `y`, and `value` as depth of colour.
 *
 * `point` names two parameters, in the units of `x` and `y`, whose place in the field is marked.
 */
export interface HeatMapSpec {
  kind: 'heatmap';
  table: string;
  x: string;
  y: string;
  value: string;
  point: string[];
  title: string;
  tables?: string[];
}
export interface Host {
  name: string;
  role: string;
  menu: Topic[];
}
/** What somebody wants to know, and the commands that tell. */
export interface Topic {
  question: string;
  commands: Suggested[];
}
/** A command of the menu. */
export interface Suggested {
  command: string;
  about: string;
}
/** A case as it is told, with everything that can be done. Suspects and fixes are for later in the call. */
export interface Incident {
  seed: number;
  level: number;
  /** All levels. */
  levels: Difficulty[];
  family: string;
  /** Of all machines, as the reader calls it: `6.12`. */
  kernel: string;
  title: string;
  complaint: string;
  machines: Host[];
  mitigations: Mitigation[];
  suspects: Suspect[];
  fixes: Fix[];
  standing: Standing;
}
export interface Mitigation {
  id: string;
  text: string;
  price: string;
  minutes: number;
}
export interface Suspect {
  id: string;
  cause: string;
}
/** How the call stands. */
export interface Standing {
  /** Since somebody was called. */
  seconds: number;
  /** The time of day, s since midnight. */
  clock: number;
  users: number;
  /** Users who are worse off now. */
  affected: number;
  /** What is left of the month’s error budget, s; negative: overspent. */
  budget: number;
  /** All of it, s. */
  budget_of: number;
  /** Its id; empty: none is in place. */
  mitigation: string;
  /** Whether the suspects have been asked for. */
  listed: boolean;
  /** What was said may mean these. */
  may_mean: Suspect[];
  /** The last hypothesis. */
  cause: Suspect | null;
  /** Those in place, by id. */
  fixes: string[];
  reported: boolean;
  /** How often it may still be declared over. */
  tries: number;
  closed: boolean;
}
export interface IncidentPaper {
  family: string;
  level: number;
  seed: number;
}
/** Answer: `{cause, fix, asked}`. */
export interface IncidentQuestion extends AnyQuestion, IncidentPaper {
  kind: 'incident';
}
/** The model's own answers for a student, by question. */
export interface Key {
  key: {
    [k: string]: KeyEntry;
  };
  marking: string;
}
export interface KeyEntry {
  answer: Answer;
  /** The answer in words. */
  said: string;
  solution: string;
  marking: string;
}
export interface LabPaper {
  /** Its id, a file of `docs/labs`. */
  lab: string;
}
/** Answer: the transcript of a session. */
export interface LabQuestion extends AnyQuestion, LabPaper {
  kind: 'lab';
}
/**
 * An exchange between two hosts: segments as slanted arrows, time downwards, states and timers at the sides.
 *
 * Tables: `segments` with sent, arrived (NaN: lost), side (who sends), label, detail, again (1: a retransmission),
 * fate; `states` with start, end, side, state; `timers`, those that fired, with start (armed), end, side, name.
 * `sides` names the hosts, left to right; a column `side` holds an index into them.
 */
export interface LadderSpec {
  kind: 'ladder';
  sides: string[];
  segments: string;
  states: string;
  timers: string;
  title: string;
  tables?: string[];
}
/**
 * One strip of stacked curves: columns that share a y axis. `kind` is line, step, area or points.
 *
 * `handles` names parameters, in the lane's unit, that can be dragged as a level on the plot.
 */
export interface Lane {
  id: string;
  title: string;
  unit: string;
  series: string[];
  kind: 'line' | 'step' | 'area' | 'points';
  handles: string[];
}
/** Stacked curves over the first column. */
export interface LanesSpec {
  kind: 'lanes';
  lanes: Lane[];
  title: string;
  tables?: string[];
}
/** Which files of a class are worth a look because of what they have in common. */
export interface Likenesses {
  alike: Alike[];
}
/** Columns over the first one, `series`, all in one unit; both axes in powers of ten. */
export interface LogLogSpec {
  kind: 'loglog';
  series: string[];
  title: string;
  tables?: string[];
}
/**
 * TCP's state diagram (RFC 9293 §3.3.2) with the way that each side has gone by the moment of the cursor.
 *
 * Table: that of `States`, with the states of one connection in Linux's names. It may have a column `why`, in words:
 * what led to the state, where that is not what the diagram says ("timeout"), else "–".
 */
export interface MachineSpec {
  kind: 'machine';
  states: string;
  title: string;
  tables?: string[];
}
/**
 * Columns of boxes, left to right, joined by curves whose width is the load: who serves whom.
 *
 * Tables: `nodes` with stage (the column of boxes, in words), name, load and room (NaN: it has no limit; more load
 * than room is an overload); `ways` with stage (of the source), source and target (their places within their
 * columns), load, handed_on (1: drawn dashed).
 */
export interface MappingSpec {
  kind: 'mapping';
  nodes: string;
  ways: string;
  title: string;
  tables?: string[];
}
export interface Mark extends Marking {
  points: number | null;
}
/** What an answer is worth. */
export interface Marking {
  /** 0 … 1; null: a person decides. */
  share: number | null;
  /** Why, in a sentence or two; '' if there is nothing to say. */
  reason: string;
}
export interface Marks extends Spread {
  possible: number;
}
/** How many values are in each tenth of the maximum. */
export interface Spread {
  marked: number;
  bins: number[];
  /** null: there are no values. */
  mean: number | null;
  median: number | null;
}
/** What the sandbox has to run before an answer can be marked; usually nothing. */
export interface Needed {
  runs: Runs;
}
/** The same for all answers of a submission, by question. */
export interface NeededByFile {
  questions: {
    [k: string]: Runs;
  };
}
export interface NoteQuestion extends AnyQuestion {
  kind: 'note';
}
export interface NumericPaper {
  unit: string;
  /** In words: `within 5%`. */
  tolerance: string;
  /** In words. */
  goals: string[];
}
/** Answer: a number. */
export interface NumericQuestion extends AnyQuestion, NumericPaper {
  kind: 'numeric';
}
/** For those without scripts: every command of the menu on each machine, at the time of the call. */
export interface OnPaper {
  printed: Turn[];
  proof: Proof | null;
  solution: Solution;
}
/** What a line printed, and how the call stands then. */
export interface Turn {
  line: string;
  text: string;
  standing: Standing;
}
export interface OrderPaper {
  items: Placed[];
  /** How many of them belong in the order; missing: all. */
  keep?: number;
}
/** Answer: places, in order. */
export interface OrderQuestion extends AnyQuestion, OrderPaper {
  kind: 'order';
}
/** The results of a class. */
export interface Overview {
  /** With the points given by hand. */
  rows: Row[];
  /** How many rows have each of them. */
  verdicts: Verdicts;
  students: number;
  /** Of the total marks, in points. */
  marks: Marks;
  /** As shares of the points. */
  questions: QuestionSpread[];
  duplicates: Duplicate[];
  /** Ids that aren't on the roster. */
  strangers: string[];
  /** Ids on the roster that have handed nothing in. */
  missing: string[];
  /** Ids that were given points by hand but handed nothing in. */
  unused: string[];
  alike: Alike[];
}
/** The result of a file. */
export interface Row {
  /** Its name. */
  file: string;
  verdict: RowVerdict;
  /** Why. */
  reason: string;
  student: Student;
  /** null: it can't be marked, or hasn't been, which isn't a 0. */
  points: number | null;
  possible: number;
  questions: RowQuestion[];
  handed_in: string;
  receipt: string;
  notes: string[];
  /** From the start to the hand-in; null: not known. */
  minutes: number | null;
  /** A hash of the log, if it is long enough to be unique. */
  trail: string;
  /** The session in which its paths were drawn, for a proctored assignment. */
  session?: string;
  /** How often answers were reopened after their marks were known, or the work was started over. */
  reopened?: number;
  /** Only one of a student's files does; known once all are there (`Overview.rows`). */
  counts?: boolean;
  /** Minutes after the due time, by the time in the file; null: one of the two is missing. */
  late?: number | null;
}
export interface Student {
  id: string;
  name: string;
}
/** The result of one answer of a submission. */
export interface RowQuestion {
  id: string;
  kind: Kind;
  possible: number;
  share: number | null;
  /** null: the teacher has to read it. */
  points: number | null;
  /** The answer in words. */
  said: string;
  answer: unknown;
  reason: string;
  /** The share that the student's page told. */
  claimed: number | null;
  /** What was drawn for the question. */
  values: Params;
  /** Do the points come from a person? */
  by_hand?: boolean;
  /** Was it answered again after its mark was known? */
  again?: boolean;
  /** Is it therefore worth nothing? */
  void?: boolean;
}
export interface Verdicts {
  graded: number;
  'to-read': number;
  altered: number;
  refused: number;
  unmarked: number;
}
export interface QuestionSpread extends Spread {
  id: string;
  kind: Kind;
  text: string;
  possible: number;
  /** How many have full points. */
  full: number;
  /** How many have no points. */
  zero: number;
  unanswered: number;
  /** How many nobody has read yet. */
  to_read: number;
}
/** An assignment as one student has it. */
export interface Paper {
  assignment: About;
  /** The id as it counts, without case and surrounding spaces. */
  student: string;
  /** The session's code, in its plain form; '': practice, or there are no sessions. */
  code: string;
  questions: PaperQuestion[];
}
/** Answer: the free parameters' values. */
export interface SettingQuestion extends AboutFigure, SettingPaper {
  kind: 'setting';
}
export interface SettingPaper {
  free: string[];
  /** By name. */
  labels: {
    [k: string]: string;
  };
  goals: string[];
}
/** Answer: a text. */
export interface TextQuestion extends AnyQuestion, TextPaper {
  kind: 'text';
}
export interface TextPaper {
  /** Characters. */
  most: number;
}
/** One output. */
export interface PastedBlock {
  /** '' if it was not recognised. */
  tool: string;
  command: string;
  first: number;
  last: number;
  /** With something in them, and so many at most that a page can show them. */
  lines: PastedLine[];
  /** Lines that were read and are not among these. */
  more: number;
  /** In all of them. */
  fields: number;
  unread: PastedUnread[];
}
export interface PastedLine {
  /** From 1, in all that was pasted. */
  number: number;
  text: string;
  fields: PastedField[];
}
/** A field of an output, where it stands in its line. */
export interface PastedField {
  name: string;
  /** As printed; '' for a word that says something by being there. */
  value: string;
  number: number | null;
  unit: string;
  /** From 1. */
  column: number;
  width: number;
  /** The book's entry: `ss:cwnd`, `counter:TcpRetransSegs`, `knob:net.ipv4.tcp_rmem`; '' if it has none. */
  about: string;
  /** Does the tool's own code print this? */
  known: boolean;
}
/** Lines in which nothing was recognised, as they are. */
export interface PastedUnread {
  first: number;
  last: number;
  text: string;
}
export interface PastedChange {
  name: string;
  before: number;
  after: number;
  unit: string;
  about: string;
}
/** One thing in two snapshots. */
export interface PastedDifference {
  tool: string;
  item: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  lines: [number, number];
  /** Between the two, if the output tells. */
  seconds: number | null;
  changes: PastedChange[];
}
/** What is remarkable, in a sentence with its numbers. */
export interface PastedRemark {
  /** 1: good to know, 2: look at it, 3: limits or breaks something. */
  weight: number;
  text: string;
  /** A chapter with its section, or `knob:…`. */
  see: string;
  source: string;
  tool: string;
  /** The socket, the device, the discipline. */
  item: string;
  line: number;
  /** 0: all of the line. */
  column: number;
}
/** All that can be said of a paste. */
export interface PastedText {
  remarks: PastedRemark[];
  differences: PastedDifference[];
  /** Things that were seen twice and had not changed. */
  still: number;
  blocks: PastedBlock[];
  /** Lines at the end that are beyond what is read. */
  left_out: number;
}
/**
 * Sender's buffer → wire → queue → wire → receiver, with packets and ACKs on their way.
 *
 * `packets` and `acks` are tables (see `inflight.scenes.trace`). The other fields name columns that give a level where
 * there are no packets (`buffered`, `queue`, `inflight`), and parameters that can be dragged: `limit` is the edge of
 * the queue, `sndbuf` that of the send buffer; a packet that is clicked goes into `lose`. `room` names the column of
 * the memory that the send buffer may take, twice SO_SNDBUF. `rtt` and `rate` are the parameters that hold the
 * round-trip time, ms, and the bottleneck's rate, Mbit/s. `below` is the lane that stands below it.
 */
export interface PipeSpec {
  kind: 'pipe';
  below: string;
  rtt: string;
  rate: string;
  queue: string;
  inflight: string;
  buffered: string;
  room: string;
  limit: string;
  sndbuf: string;
  lose: string;
  packets: string;
  acks: string;
  title: string;
  tables?: string[];
}
/**
 * Ports as fields of squares, as they are at the moment of the cursor; below, how many there are of each over time.
 *
 * A square is a block of ports, a row of `blocks`: first (its lowest port's number), ports (how many), group (a column
 * with words; each group is a field of its own). A row of `table` says what a block holds from `t` on, until its next
 * row: block (its row in `blocks`) and, for each state, how many of its ports are in it. `columns` names the states,
 * which are columns of the table and of the result; what is in none of them is `free`, a column of the result, and
 * `refused` is one that is drawn below them. In the picture a state is called what its column's meaning says.
 */
export interface PoolSpec {
  kind: 'pool';
  table: string;
  blocks: string;
  columns: string[];
  free: string;
  refused: string;
  title: string;
  tables?: string[];
}
/** A question from the bank, posed, with its answer. */
export interface Posed {
  question: PaperQuestion;
  answer: unknown;
  /** The same in words. */
  said: string;
  solution: string;
  /** What else is right: a number from the first to the second, or any of these if the model compares choices. */
  accept: number[] | null;
}
/**
 * The same path once for each racer: a pipe with its queue, and the score that it has come to.
 *
 * `limit` names the parameter of how many packets each queue holds, `rate` that of the line, Mbit/s. In the table
 * `scores` the column `name` is who and `score` what of 100. `below` is the lane that stands below it while a bet is
 * open. A run is played in `seconds`.
 */
export interface RaceSpec {
  kind: 'race';
  below: string;
  racers: Racer[];
  limit: string;
  rate: string;
  scores: string;
  name: string;
  score: string;
  seconds: number;
  title: string;
  tables?: string[];
}
/** Who races: `row` is its word in the table of scores; `queue` and `rate` name its columns, and give its colour. */
export interface Racer {
  row: string;
  queue: string;
  rate: string;
}
/** What students open once everything is handed in. */
export interface Revealed {
  key: {
    [k: string]: unknown;
  };
}
/**
 * A transmit ring: its descriptors in a circle, those that hold a packet filled, and below it the wire over time.
 *
 * `packets` is a table in the order they leave: queued (gets its descriptor), start and end (on the wire), freed (its
 * descriptor is free again), in the unit of the result's first column; size, and flow, a column with words. `slots` is
 * the parameter that says how many descriptors there are.
 */
export interface RingSpec {
  kind: 'ring';
  packets: string;
  slots: string;
  title: string;
  tables?: string[];
}
/**
 * What leaves in each round trip, side by side: a square for a segment, which appears when it leaves.
 *
 * `value` and `since`, when the first of a round leaves, are columns of `table`, and so is `until`, the time of the
 * last one; without a table they are the result's own, and a round lasts until the next. `mark` is a column that is a
 * line across the rounds. `below` is the lane that stands below the drawing. A run is played in `seconds`.
 */
export interface RoundsSpec {
  kind: 'rounds';
  below: string;
  value: string;
  since: string;
  until: string;
  mark: string;
  table: string;
  seconds: number;
  title: string;
  tables?: string[];
}
/**
 * A server with two uplinks: a packet's way in, its answer's way back, where one of them ends, and by which rule.
 *
 * Tables: `places` with place (client, gateway0, gateway1, network0, network1, interface0, interface1, server), name,
 * address, note, and side (of the client: 0 or 1 if it is a neighbour in that network, -1 if not); `ways` with way (0
 * in, 1 back, 2 the way back that a check asked for) and place, in order, and end (1: the packet goes no further);
 * `checks` with step, said and fate (0 passed, 1 it ends here, 2 it did not come so far), at most five of them.
 */
export interface RoutesSpec {
  kind: 'routes';
  places: string;
  ways: string;
  checks: string;
  title: string;
  tables?: string[];
}
/** How a teacher settles a class. */
export interface Rules {
  /** Answers given again after their marks were known. */
  reopened: Reopened;
  /** Different files from one student. */
  several: Several;
  /** Names of files that count if a student has several. */
  counts?: string[];
  due?: string;
  /** Times in UTC; '' for none. */
  now?: string;
}
/** A run without the values of its columns. */
export interface RunHeads extends RunSaid {
  columns: ColumnHead[];
  /** What has rows of its own: packets, ACKs …; a run under way has those that it fills as it goes. */
  tables: {
    [k: string]: ColumnHead[];
  };
}
/**
 * The mechanism as a drawing that moves: sources, places where packets wait, and where they go.
 *
 * `stores` stand from left to right in piles, one above the other in each. `out` names the columns of how fast packets
 * leave: one for each store of the last pile, or all of them together; a parameter is the rate of a line that is busy
 * while something waits. `walker` names the column of how long one of them takes, ms, of which `base` is the
 * parameter of the way there and back: one after another is followed through the lowest store of the first pile.
 * `behind`: one stands behind what is there at the start, until all that has left. `below` is the lane that stands
 * below the drawing. A run is played in `seconds`.
 */
export interface SceneSpec {
  kind: 'scene';
  below: string;
  sources: Source[];
  stores: Store[][];
  sink: string;
  out: string[];
  walker: string;
  base: string;
  behind: boolean;
  seconds: number;
  title: string;
  tables?: string[];
}
/**
 * Where packets come from. `rate` names the column of how fast, or of how many so far, which gives the colour, too.
 *
 * The columns `also` are added to it. A source whose column has no values in a run is not drawn.
 */
export interface Source {
  title: string;
  rate: string;
  also: string[];
}
/**
 * A place where something waits: `level` names the column of how much, of which `less` waits elsewhere.
 *
 * `limit` names the column or the parameter of how much it holds; without it, it is as large as it ever needs to be.
 * `marks` names columns or parameters that are lines across it, `lost` the column that counts what it has refused so
 * far, at its mouth or at its `head`. `out` names the column of how fast packets leave it. It is drawn only `where` a
 * parameter has one of these values.
 *
 * Packets are coloured in the proportions of the columns `shares`, or as many as the column `among` says are that
 * one's; where `waited` names the column of how long, ms, the one that leaves has waited, by whether they have waited
 * longer than the parameter `target`. In a `line`, each takes as long as the parameter `delay` says, ms. A `tank`
 * stands upright. Packets pass below a `bucket`, which pays for them; it drips at the rate of the parameter `drip`,
 * Mbit/s. If the parameter `ceil` is above that, it borrows from the next bucket for what comes faster. Packets go on
 * to the next pile, or past it to the store that has the column `parent` for its level.
 */
export interface Store {
  title: string;
  level: string;
  limit: string;
  marks: string[];
  lost: string;
  shares: string[];
  shape: 'queue' | 'line' | 'tank' | 'bucket';
  less: string;
  head: boolean;
  out: string;
  where: {
    [k: string]: string[];
  };
  among: string;
  waited: string;
  target: string;
  delay: string;
  drip: string;
  ceil: string;
  parent: string;
}
/**
 * What one command prints, headings included.
 *
 * A line is a template as Python's `format` knows it: `{name}`, `{name:>6}`, `{name:<20}`, `{name:.1f}`, where `name`
 * is a column of the result; a column with words gives its word. Give a value room for its largest, as lines are laid
 * out before there are values. A no-break space (U+00A0) holds together what is one heading: on a narrow screen, what
 * lies between blanks that all lines share may go below.
 */
export interface Screen {
  command: string;
  lines: (string | Shown)[];
}
/** A line of a screen that is printed only while the column `when` is not 0: a socket that comes and goes. */
export interface Shown {
  text: string;
  when: string;
}
/**
 * A listening socket at the moment of the cursor, with clients, seats and the application; over time below it.
 *
 * `clients` names columns that count them by what they believe, in the order of their marks: served, in the accept
 * queue, connected to nothing, in connect(), gone, not there yet. Other columns of the result, by their names:
 * half_open and half_limit, accept_queue and seats; shut, 1 while a SYN would be dropped; application, with words, the
 * first for one that accepts; accepted; believed and established, the connections as clients and server see them; and
 * what is dropped: syns_dropped and acks_dropped (together ListenOverflows, `overflows`), full_drops and cookies.
 */
export interface SeatsSpec {
  kind: 'seats';
  clients: string[];
  title: string;
  tables?: string[];
}
/** A result, complete or not, whose values are sent beside it. */
export interface SentHead extends ResultHead, RunHeads {}
/** A queue as slots over time: `queue` is the column that counts, `limit` the parameter that bounds it. */
export interface SlotsSpec {
  kind: 'slots';
  queue: string;
  limit: string;
  title: string;
  tables?: string[];
}
/**
 * State machines on the time axis: a row for each side, and room for `rows`. Table: start, end, side, state.
 *
 * `stretched`: where milliseconds stand beside minutes, long pauses are drawn only a little longer than short ones.
 */
export interface StatesSpec {
  kind: 'states';
  states: string;
  rows: number;
  stretched: boolean;
  title: string;
  tables?: string[];
}
/**
 * Queues in the order a packet meets them, each a box with its level, its counter and what bounds it.
 *
 * A row of `table` is a queue. Its columns `place`, `bound`, `counter`, `side` are words; `level` and `count` are the
 * names of columns of the result; `limit` is a number (NaN: packets pass it by); `drops` is 1 if it drops what does
 * not fit, 0 if it stops the one before; `chapter` is the id of a page of the book.
 */
export interface StationsSpec {
  kind: 'stations';
  table: string;
  title: string;
  tables?: string[];
}
/**
 * The bytes of a connection in a row, and the windows that slide over them as ACKs come.
 *
 * From left to right: what is acknowledged, `inflight`, what may be sent, and what may not; the smallest of `edges`
 * is where that begins. `acked` names the column of how fast bytes are acknowledged, Mbit/s, the others are in kB.
 * `rtt` is the parameter that holds the round-trip time, ms. `below` is the lane that stands below the drawing.
 */
export interface StreamSpec {
  kind: 'stream';
  below: string;
  rtt: string;
  acked: string;
  inflight: string;
  edges: Edge[];
  title: string;
  tables?: string[];
}
/**
 * What comes of a setting: `panels`, columns of `table`, one above the other over its column `x`, in powers of ten.
 *
 * `point` names the parameter that stands on that axis: the reader's own value is marked.
 */
export interface SweepSpec {
  kind: 'sweep';
  table: string;
  x: string;
  panels: string[];
  point: string;
  title: string;
  tables?: string[];
}
/**
 * What tools print at the moment of the cursor, and at the end of the run where there is none.
 *
 * `watch` names columns whose course stands below it, each by its own greatest value.
 */
export interface TerminalSpec {
  kind: 'terminal';
  screens: Screen[];
  watch: string[];
  title: string;
  tables?: string[];
}
/** Sequence numbers over time, as tcptrace draws them: data, ACK line, window line, SACKs, retransmissions. */
export interface TimeSequenceSpec {
  kind: 'sequence';
  packets: string;
  acks: string;
  title: string;
  tables?: string[];
}
/** The result of posing an assignment to many made-up students. */
export interface Tried {
  students: number;
  /** How many different papers there are. */
  papers: number;
  failed: number;
  questions: TriedQuestion[];
}
export interface TriedQuestion {
  id: string;
  kind: Kind;
  /** How many of the model's own answers are worth all points. */
  accepted: number;
  /** How many are missing, because a person has to write them. */
  unanswered: number;
  failed: number;
  failures: Failure[];
  /** How many different questions were posed. */
  different: number;
  draws: Drawn[];
}
/**
 * Packets in order of time, and what is said of each twice: by a tool, and by those who know.
 *
 * Table: `time` and `until` (of the first and the last packet of a row), `packets` (how many), and with words: `from`
 * (who sends them), `packet` (the first), `said`, `truth`, and `judged` with the words right, half the truth,
 * misleading, nothing to say. `tool` is what the one who says is called.
 */
export interface VerdictsSpec {
  kind: 'verdicts';
  verdicts: string;
  tool: string;
  title: string;
  tables?: string[];
}
/** A CSV file. */
export interface Written {
  text: string;
  name: string;
}
