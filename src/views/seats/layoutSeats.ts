import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { SeatsSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import { type Parts, partsOf, stripTop } from './floorPlan';
import { crowdOf, mostOf, readScene, type Scene, valueAt } from './readSeats';
import type { SeatsWords } from './seatsWords';

export interface Layout extends TimeLayout, Parts {
  head: Column;
  scene: Scene;
  narrow: boolean;
  width: number;
  height: number;
  ledger: Parts['ledger'] & { scale: ScaleLinear<number, number> };
  strip: { titleY: number; top: number; bottom: number; y: ScaleLinear<number, number>; most: number };
  left: number;
  right: number;
  axisY: number;
}

const STRIP = 84;

/** The height depends on the width alone. */
export const heightOf = (width: number): number => stripTop(width) + STRIP + AXIS;

/** Where everything stands. */
export function layoutSeats({ spec, run, growing, width }: DrawInput<SeatsSpec, SeatsWords>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const scene = readScene(run, spec);
  const counts = {
    clients: crowdOf(scene),
    halfLimit: valueAt(scene.halfLimit, 0),
    seats: valueAt(scene.seats, 0),
  };
  const { ledger, ...parts } = partsOf(width, counts);
  const [left, right] = [narrow ? 40 : 44, width - 8];
  const top = stripTop(width);
  const axisY = top + STRIP;
  const most = Math.max(1, ...[scene.queue, ...scene.clients.slice(2, 4)].map(mostOf));
  return {
    ...parts,
    ...layoutTime({ head, growing, end: run.end, range: [left, right], narrow }),
    ...{ head, scene, narrow, width, left, right, axisY },
    height: heightOf(width),
    ledger: {
      ...ledger,
      scale: scaleLinear()
        .domain([0, Math.max(1, counts.clients)])
        .range([0, width - ledger.x - 8]),
    },
    strip: {
      titleY: parts.sceneBottom + 18,
      top,
      bottom: axisY,
      most,
      y: scaleLinear()
        .domain([0, most * 1.06])
        .range([axisY, top]),
    },
  };
}
