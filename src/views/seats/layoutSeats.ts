import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { SeatsSpec } from '../../model/contract';
import type { Column } from '../../model/types';
import { AXIS } from '../axis';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import { type Parts, partsOf, stripOf } from './floorPlan';
import { crowdOf, mostOf, readScene, type Scene, valueAt } from './readSeats';
import type { SeatsWords } from './seatsWords';

export interface Layout extends TimeLayout, Omit<Parts, 'ledger'> {
  head: Column;
  scene: Scene;
  narrow: boolean;
  width: number;
  height: number;
  ledger: (NonNullable<Parts['ledger']> & { scale: ScaleLinear<number, number> }) | undefined;
  strip: { titleY: number; top: number; bottom: number; y: ScaleLinear<number, number>; most: number };
  left: number;
  right: number;
  axisY: number;
}

/** The height depends on the width alone. */
export const heightOf = (width: number, flat = false): number => stripOf(width, flat).bottom + AXIS;

/** Where everything stands. */
export function layoutSeats({ spec, run, growing, width, flat = false }: DrawInput<SeatsSpec, SeatsWords>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const scene = readScene(run, spec);
  const counts = {
    clients: crowdOf(scene),
    halfLimit: valueAt(scene.halfLimit, 0),
    seats: valueAt(scene.seats, 0),
  };
  const { ledger, ...parts } = partsOf(width, counts, flat);
  const [left, right] = [narrow ? 40 : 44, width - 8];
  const { top, bottom: axisY } = stripOf(width, flat);
  const most = Math.max(1, ...[scene.queue, ...scene.clients.slice(2, 4)].map(mostOf));
  return {
    ...parts,
    ...layoutTime({ head, growing, end: run.end, range: [left, right], narrow }),
    ...{ head, scene, narrow, width, left, right, axisY },
    height: axisY + AXIS,
    ledger: ledger && {
      ...ledger,
      scale: scaleLinear()
        .domain([0, Math.max(1, counts.clients)])
        .range([0, width - ledger.x - 8]),
    },
    strip: {
      titleY: parts.sceneBottom + (parts.whole ? 18 : 13),
      top,
      bottom: axisY,
      most,
      y: scaleLinear()
        .domain([0, most * 1.06])
        .range([axisY, top]),
    },
  };
}
