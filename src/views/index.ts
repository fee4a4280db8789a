/**
 * Every view, by its kind. Of a drawing that moves this is what stands below it: what moves has components of its own
 * (`figure/pipe`, `figure/race`, `figure/scene`, `drawings.ts`).
 */
export {
  below as cuts,
  below as pipe,
  below as race,
  below as rounds,
  below as scene,
  below as stream,
} from './lanes/Below';
export { bars } from './bars/Bars';
export { distribution } from './distribution/Distribution';
export { grid } from './grid/Grid';
export { heatmap } from './heatmap/HeatMap';
export { ladder } from './ladder/Ladder';
export { lanes } from './lanes/Lanes';
export { loglog } from './loglog/LogLog';
export { machine } from './machine/Machine';
export { mapping } from './mapping/Mapping';
export { pool } from './pool/Pool';
export { ring } from './ring/Ring';
export { routes } from './routes/Routes';
export { seats } from './seats/Seats';
export { sequence } from './sequence/Sequence';
export { slots } from './slots/Slots';
export { states } from './states/States';
export { stations } from './stations/Stations';
export { sweep } from './sweep/Sweep';
export { terminal } from './terminal/Terminal';
export { verdicts } from './verdicts/Verdicts';
