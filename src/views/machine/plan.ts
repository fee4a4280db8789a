import { CAUSES, type Place, type Step } from './chart';

type Point = readonly [x: number, y: number];

export interface Box {
  place: Place;
  /** Its middle. */
  x: number;
  y: number;
}

export interface Edge {
  step: Step;
  /** From box to box, with corners. */
  points: readonly Point[];
  /** Its words: one below the other. */
  lines: readonly string[];
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

/** States that belong together: the ground they stand on, and its heading. */
export interface Zone {
  /** Its corners. */
  points: readonly Point[];
  lines: readonly string[];
  x: number;
  y: number;
  anchor: Edge['anchor'];
}

/** Where everything stands, in px from the plan's upper left corner. */
export interface Plan {
  width: number;
  height: number;
  box: { width: number; height: number };
  zones: readonly Zone[];
  boxes: readonly Box[];
  edges: readonly Edge[];
  /** How a connection ends where the RFC's figure has no line: by a reset, a time limit, or the kernel's own wish. */
  exitOf: (from: Place) => Edge | undefined;
}

/** Baseline to baseline, px. */
export const LINE = 12;

export type Label = readonly [x: number, y: number, anchor: Edge['anchor'], lines?: readonly string[]];
export type Route = readonly [points: readonly Point[], label: Label];

/** The baseline of words in the middle of what goes down from `a` to `b`. */
export const between = (a: number, b: number): number => (a + b) / 2 + 4;

/** A way from corner to corner: x, y, x, y … */
export const way = (...xy: number[]): Point[] =>
  Array.from({ length: xy.length / 2 }, (_, i) => [xy[2 * i]!, xy[2 * i + 1]!]);

type Eight = [number, number, number, number, number, number, number, number];

/** The middles of rows of boxes. */
export const rows = (first: number, apart: number): Eight =>
  Array.from({ length: 8 }, (_, n) => first + n * apart) as Eight;

/** Words of a step: in a line, or in two. */
function wordsOf(step: Step, twoLines: boolean): string[] {
  const [, cause, sends] = CAUSES.find(([each]) => each === step)!;
  if (sends === '') return [cause];
  return twoLines ? [`${cause} /`, sends] : [`${cause} / ${sends}`];
}

function edgeOf(step: Step, [points, [x, y, anchor, lines]]: Route, twoLines: boolean): Edge {
  return { step, points, x, y, anchor, lines: lines ?? wordsOf(step, twoLines) };
}

/** Who goes through the states of a zone. */
export const [FIRST, LAST] = ['closes first', 'closes last'];

/** What ends a connection where the RFC's figure has no line. */
export const EXIT = ['RST or', 'given up'];

interface Draft extends Pick<Plan, 'width' | 'height' | 'box' | 'zones' | 'boxes'> {
  routes: Partial<Record<Step, Route>>;
  exits: Partial<Record<Place, Route>>;
  twoLines: boolean;
}

/** A plan from its routes; steps that have none are not in it. */
export function planOf({ routes, exits, twoLines, ...rest }: Draft): Plan {
  return {
    ...rest,
    edges: CAUSES.flatMap(([step]) => {
      const route = routes[step];
      return route ? [edgeOf(step, route, twoLines)] : [];
    }),
    exitOf: (from) => {
      const route = exits[from];
      return route && edgeOf(`${from}>GONE`, route, twoLines);
    },
  };
}
