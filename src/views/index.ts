import { drawBars } from './bars';
import { drawDistribution } from './distribution';
import { drawGrid } from './grid';
import { drawHeatMap } from './heatmap';
import { drawLadder } from './ladder';
import { drawLanes } from './lanes';
import { drawLogLog } from './loglog';
import { drawMachine } from './machine';
import { drawMapping } from './mapping';
import { drawPool } from './pool';
import { drawRing } from './ring';
import { drawRoutes } from './routes';
import { drawSeats } from './seats';
import { drawSequence } from './sequence';
import { drawSlots } from './slots';
import { drawStates } from './states';
import { drawStations } from './stations';
import { drawSweep } from './sweep';
import { drawTerminal } from './terminal';
import type { Draw, Drawing, DrawInput } from './view';

/** Every view, by its kind. A pipe is not here: it moves, so it has a component of its own. */
const VIEWS = {
  bars: drawBars,
  distribution: drawDistribution,
  grid: drawGrid,
  heatmap: drawHeatMap,
  ladder: drawLadder,
  lanes: drawLanes,
  loglog: drawLogLog,
  machine: drawMachine,
  mapping: drawMapping,
  pool: drawPool,
  ring: drawRing,
  routes: drawRoutes,
  seats: drawSeats,
  sequence: drawSequence,
  slots: drawSlots,
  states: drawStates,
  stations: drawStations,
  sweep: drawSweep,
  terminal: drawTerminal,
};

/** What one of them draws, as an experiment describes it. */
export type StandingSpec = Parameters<(typeof VIEWS)[keyof typeof VIEWS]>[0]['spec'];

export const isStanding = (spec: { kind: string }): spec is StandingSpec => spec.kind in VIEWS;

/** Those in which another run (one that is kept, the one before) cannot be laid beside the run. */
const ALONE: readonly string[] = [
  'grid',
  'heatmap',
  'ladder',
  'machine',
  'mapping',
  'pool',
  'ring',
  'routes',
  'seats',
  'states',
  'stations',
  'terminal',
];

export const showsOthers = (kind: string): boolean => !ALONE.includes(kind);

/** The picture of a run that a view gives. */
export function draw(input: DrawInput<StandingSpec>): Drawing {
  const view = VIEWS[input.spec.kind] as Draw<StandingSpec>;
  return view(input);
}
