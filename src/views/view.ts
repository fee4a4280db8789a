import type { ScaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import type { Lane } from '../model/contract';
import type { Result } from '../model/types';
import type { Translate, Words } from './words';

/** A kind of picture: all that there is to know about it. `index.ts` lists them. */
export interface View<Spec, Own extends Words = Words> {
  draw: Draw<Spec, Own>;
  /** The words in it: `commonWords`, and those that only it has. */
  words: (translate: Translate) => Own;
  /** Another run (one that is kept, the one before) cannot be laid beside the run. */
  alone?: true;
  /** It shows more where there is room for it than in the form that a figure opens with. */
  fuller?: boolean;
}

/**
 * The contract of a view: a pure function of (data, size, words) that gives back SVG (numbers in rows: an HTML table), and
 * says how a moment of the shared clock is shown in it. No hooks, no DOM: pictures are also drawn while the book is built.
 */
export type Draw<Spec, Own extends Words = Words> = (input: DrawInput<Spec, Own>) => Drawing;

export interface DrawInput<Spec, Own extends Words = Words> {
  spec: Spec;
  run: Result;
  /** Other runs to be laid behind it (ghost, pinned) or over it (kernel); a view may ignore those it can't show. */
  overlays: readonly RunOverlay[];
  /** The same setting with other random numbers: where most of those runs lie. */
  band?: Band | undefined;
  /** Is the run still under way? It is then drawn on the axes of the ghost, so that they don't run away. */
  growing: boolean;
  /** Is there to be room for events in words? Said beforehand, so that the height does not depend on the run. */
  events: boolean;
  /** Pixels. */
  width: number;
  /** How high the first lane is, px, where it is not as high as usual. */
  tall?: number | undefined;
  /** Does a figure open with it? Then it is no higher than `FLAT`. */
  flat?: boolean | undefined;
  /** What the picture shows, for those who don't see it. */
  title: string;
  words: Own;
}

/**
 * ghost: the run before; pinned: the one that the reader keeps to compare with; kernel: what Linux did; unseen: not
 * drawn, but the axes have room for it.
 */
export type OverlayRole = 'ghost' | 'pinned' | 'kernel' | 'unseen';

/** What the pinned run is called in every picture. */
export const PINNED = 'A';

export interface RunOverlay {
  role: OverlayRole;
  run: Pick<Result, 'columns' | 'events' | 'tables'>;
}

/** The edges that eight runs in ten lie between, at each x; see `bandOf`. */
export interface Band {
  /** How many runs it is made of. */
  runs: number;
  low: Pick<Result, 'columns' | 'events'>;
  high: Pick<Result, 'columns' | 'events'>;
}

export interface Drawing {
  width: number;
  /** Depends on the spec and the width alone, never on values: a new run must not move the page. */
  height: number;
  /** One `<svg role="img">`; of a grid, a `<div>` with a table. */
  picture: ReactNode;
  /** Absent: no time axis, so no cursor. */
  time?: TimeAxis;
  /** Where values stand, in a picture of lanes. */
  lanes?: readonly LanePlace[];
  /** Absent: there are no cells to point at. */
  field?: Field;
  /** Places of the picture that lead to a page of the book. */
  links?: readonly PictureLink[];
}

/** A place that leads to the page with the id `doc`; the page around the picture makes a link of it. */
export interface PictureLink {
  doc: string;
  label: string;
  plot: Plot;
}

/** Cells in columns and rows, for those who point at one of them. */
export interface Field {
  plot: Plot;
  columns: number;
  rows: number;
  cells: readonly FieldCell[];
}

/** One cell: its place, from the left and from below, its box, px, and what it says. */
export interface FieldCell {
  column: number;
  row: number;
  x: number;
  y: number;
  width: number;
  height: number;
  said: string;
}

/** A lane's axis, for what is put on top of it. */
export interface LanePlace {
  lane: Lane;
  /** The plot's edges, px. */
  top: number;
  bottom: number;
  /** Value to pixels. */
  y: ScaleLinear<number, number>;
}

/** A rectangle of the picture, px. */
export interface Plot {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** How a view with a time axis takes part in the shared clock. */
export interface TimeAxis {
  /** Which way time runs. */
  along: 'x' | 'y';
  /** Time (in the unit of the result's first column) to pixels; with more than two knots where silence is cut short. */
  scale: ScaleLinear<number, number>;
  /** Where a pointer moves the cursor, px. */
  plot: Plot;
  /** The distance of two samples, or what is a sensible step for an arrow key; 0: from stop to stop. */
  step: number;
  /** Moments that Page Up and Page Down go to, ascending. */
  stops: readonly number[];
  /** What is at `t`: drawn over the picture, and in words. */
  at: (t: number) => Moment;
}

export interface Moment {
  /** The nearest time at which there is something to read. */
  t: number;
  /** An `<svg aria-hidden>` of the same size, without pointer events. */
  cursor: ReactNode;
  /** The same in words, for a screen reader. */
  said: string;
}

/** Below this width a picture takes its narrow form: legends above the plot, fewer ticks. */
export const NARROW = 560;

/** How high the picture is that a figure opens with, px: question, answer and controls have to fit on the screen, too. */
export const FLAT = { wide: 350, narrow: 290 };

/** Legends wrap as on the narrowest phone, px, so that the height is the same for all narrow widths. */
export const NARROWEST = 280;
