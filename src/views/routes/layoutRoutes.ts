import { heightOf, LINE, type Row, rowsOf, saidX } from './checks';
import { planOf, type Spot } from './grid';
import { type Line, linesOf, path } from './lines';
import { type Box, boxesOf, frameOf, pairsOf, type Rail, railsOf } from './network';
import type { Kind, Scene } from './readRoutes';
import { NARROW } from '../view';

export interface Layout {
  narrow: boolean;
  /** Does the way run downwards? */
  down: boolean;
  height: number;
  /** The key to the lines. */
  keys: (Spot & { kind: Kind })[];
  boxes: Box[];
  rails: Rail[];
  /** Who is joined to whom. */
  links: string[];
  lines: Line[];
  frame: ReturnType<typeof frameOf>;
  rows: Row[];
  /** Where a check's name and its words begin. */
  stepX: number;
  saidX: number;
}

const KEY = { wide: 14, narrow: 15 };

export function layoutRoutes(scene: Scene, width: number, flat = false): Layout {
  const plan = planOf(width, scene.side, flat);
  const { narrow: down, grid, legs } = plan;
  const boxes = boxesOf(scene, plan);
  return {
    narrow: width < NARROW,
    down,
    height: heightOf(width, flat),
    keys: scene.ways.map(({ kind }, index) => ({
      kind,
      x: down ? 0 : index * Math.min(150, width / 2.9),
      y: down ? KEY.narrow + index * LINE : KEY.wide,
    })),
    boxes,
    rails: railsOf(scene, plan),
    links: pairsOf(scene).map(([a, b]) => path(legs(a, b, 0))),
    lines: linesOf(scene, boxes, plan),
    frame: frameOf(boxes, plan),
    rows: rowsOf(scene.checks, grid.bottom, width, flat),
    stepX: 26,
    saidX: saidX(width),
  };
}
