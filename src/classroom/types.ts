/** What the classroom's Python tells (`simulations/inflight/classroom/`): described here and nowhere else in TypeScript. */
import type { Params, Quantity } from '../model/types';

export type Feedback = 'at-once' | 'after' | 'never';

/** The head of an assignment (`paper.py:about`). */
export interface About {
  id: string;
  title: string;
  intro: string;
  goals: string[];
  minutes: number;
  points: number;
  feedback: Feedback;
  /** The feedback in words: `marked once it is handed in`. */
  policy: string;
  fingerprint: string;
}

/** An assignment's file as a whole, the teacher's or the public part (`desk.py:assignment`). */
export interface AssignmentHead extends About {
  /** Is it the teacher's? */
  secret: boolean;
  questions: { id: string; kind: Kind; text: string; points: number }[];
  /** JSON to be given to students. */
  public: Record<string, unknown>;
}

/** An assignment as one student has it (`paper.py`). */
export interface Paper {
  assignment: About;
  /** The id as it counts: case and spaces around it do not. */
  student: string;
  questions: PaperQuestion[];
}

/** The figure of a question, at this student's values. */
export interface PaperFigure {
  id: string;
  /** All parameters. */
  values: Params;
  /** What the question sets, in words. */
  given: { name: string; label: string; value: string }[];
  locked: string[];
  hidden: string[];
  show: 'always' | 'after' | 'never';
}

interface AnyQuestion {
  id: string;
  /** With `code` in backticks; the drawn values are in it. */
  text: string;
  points: number;
  /** How often it may be checked; 0: as often as one likes. */
  attempts: number;
  /** Can the page mark an answer? */
  told: boolean;
  figure: PaperFigure | null;
}

/** One of several texts; `place` is what an answer names it by. */
export interface Placed {
  place: number;
  text: string;
}

export interface NoteQuestion extends AnyQuestion {
  kind: 'note';
}

/** Answer: places, ascending. */
export interface ChoiceQuestion extends AnyQuestion {
  kind: 'choice';
  many: boolean;
  choices: Placed[];
}

/** Answer: a number. */
export interface NumericQuestion extends AnyQuestion {
  kind: 'numeric';
  unit: string;
  /** In words: `within 5 %`. */
  tolerance: string;
  /** In words. */
  goals: string[];
}

/** Answer: places, in order. */
export interface OrderQuestion extends AnyQuestion {
  kind: 'order';
  items: Placed[];
  /** How many of them belong into the order; missing: all. */
  keep?: number;
}

/** Answer: `{values}`, heights at evenly spaced places over the x axis, null where nothing is drawn. */
export interface CurveQuestion extends AnyQuestion {
  kind: 'curve';
  figure: PaperFigure;
  /** What is to be drawn, and the ends of its axes. */
  column: CurveColumn & Ends;
  x: CurveColumn & Ends;
  /** What may be seen meanwhile: heights at evenly spaced places. */
  given: (CurveColumn & { values: (number | null)[] })[];
  places: number;
}

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

/** Answer: the free parameters' values. */
export interface SettingQuestion extends AnyQuestion {
  kind: 'setting';
  figure: PaperFigure;
  free: string[];
  /** By name. */
  labels: Record<string, string>;
  goals: string[];
}

/** One of the paths that a student's algorithm has to do well on, in numbers of the figure `your-algorithm`. */
export type AlgorithmPath = { said: string } & Record<string, string | number>;

/** Answer: the code. */
export interface AlgorithmQuestion extends AnyQuestion {
  kind: 'algorithm';
  paths: AlgorithmPath[];
  /** How many more there are that nobody sees. */
  hidden: number;
  goals: string[];
  /** The text to start from. */
  code: string;
}

/** Answer: `{cause, fix, asked}`. */
export interface IncidentQuestion extends AnyQuestion {
  kind: 'incident';
  family: string;
  level: number;
  seed: number;
}

/** Answer: a text. */
export interface TextQuestion extends AnyQuestion {
  kind: 'text';
  /** Characters. */
  most: number;
}

export type PaperQuestion =
  | NoteQuestion
  | ChoiceQuestion
  | NumericQuestion
  | OrderQuestion
  | CurveQuestion
  | SettingQuestion
  | AlgorithmQuestion
  | IncidentQuestion
  | TextQuestion;

export type Kind = PaperQuestion['kind'];

/** JSON, as the question's kind wants it; undefined: nothing was answered. */
export type Answer = unknown;

/** What an answer is worth (`desk.py:check`). */
export interface Mark {
  /** 0 … 1; null: for the teacher to read. */
  share: number | null;
  points: number | null;
  reason: string;
}

/** The model's own answers for a student (`desk.py:key`). */
export interface Key {
  key: Record<string, { answer: Answer; said: string; solution: string; marking: string }>;
  marking: string;
}

/** Arguments for the sandbox, in the order in which it has to run them. */
export type Runs = object[];

/** What came back from it, in the same order. */
export type Traces = object[];

/** One line of the log: seconds since the start, what happened, at which question ('' if at none). */
export type LogEntry = [seconds: number, event: string, question: string];

/** What a student has done, as the hand-in takes it. */
export interface Work {
  questions: Record<string, { answer: Answer; attempts: number; told: number | null }>;
  log: LogEntry[];
  /** ISO 8601, UTC. */
  started: string;
  handed_in: string;
}

/** The file to hand in (`desk.py:hand_in`). */
export interface HandIn {
  file: string;
  name: string;
  /** `XXXX-XXXX-XXXX` */
  receipt: string;
}

export type Verdict = 'graded' | 'to-read' | 'altered' | 'refused';

/** What one submission comes to (`desk.py:grade`). */
export interface Row {
  /** Its name. */
  file: string;
  verdict: Verdict;
  reason: string;
  student: { id: string; name: string };
  points: number;
  possible: number;
  questions: RowQuestion[];
  handed_in: string;
  receipt: string;
  notes: string[];
  /** From the start to the hand-in; null: not known. */
  minutes: number | null;
  /** The log, if it is long enough to be somebody's alone. */
  trail: string;
  /** Of several files of a student only the last one does; known once all are there (`Overview.rows`). */
  counts?: boolean;
}

export interface RowQuestion {
  id: string;
  kind: Kind;
  /** null: the teacher has to read it. */
  points: number | null;
  possible: number;
  share: number | null;
  /** The answer in words. */
  said: string;
  /** As it was checked; null: there is none, or none that can be marked. */
  answer: Answer;
  reason: string;
  /** The share that the student's page had told. */
  claimed: number | null;
  /** What was drawn for the question. */
  values: Params;
  /** Do the points come from a person? */
  by_hand?: boolean;
}

/** Points given by hand for one answer (`by_hand.py`). */
export interface HandEntry {
  student: string;
  question: string;
  points: number;
  comment: string;
}

/** How many values lie in each tenth of what there is to get. */
export interface Spread {
  marked: number;
  bins: number[];
  /** null: of nothing. */
  mean: number | null;
  median: number | null;
}

/** What a class came to (`overview.py`). */
export interface Overview {
  /** With the points given by hand. */
  rows: Row[];
  verdicts: Record<Verdict, number>;
  students: number;
  /** Of the whole marks, in points. */
  marks: Spread & { possible: number };
  /** In shares of the points. */
  questions: (Spread & {
    id: string;
    kind: Kind;
    text: string;
    possible: number;
    /** How many have all of the points, none of them, no answer, and nobody who has read it. */
    full: number;
    zero: number;
    unanswered: number;
    to_read: number;
  })[];
  /** `counts`: the file that does. */
  duplicates: { student: string; files: string[]; counts: string | null }[];
  /** Ids that the roster does not have, and those of it that have handed nothing in. */
  strangers: string[];
  missing: string[];
  /** Ids that points by hand were given to, and that handed nothing in. */
  unused: string[];
  /** Pairs that are worth a look: a hint, and no more. `question`: '' for the whole. */
  alike: { files: [string, string]; students: [string, string]; question: string; likeness: number; reason: string }[];
}
