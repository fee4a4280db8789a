import type { Pen } from '../pen';
import type { RaceLayout } from './layoutRace';
import type { RaceData, Runner } from './readRace';

/** Packets in the queue are drawn one by one up to here; of more, each stands for several. */
const CELLS = 30;
/** Packets on a line that is always busy. */
const BUSY = 11;
/** How long a packet takes to the end of the line, s of the reader's. */
const TRAVEL = 1.6;
/** Between these the rate is taken to be even. */
const STEPS = 16;

function drawQueue(pen: Pen, { queue }: Runner, { limit }: RaceData, layout: RaceLayout, y: number, t: number): void {
  const { left, right, height } = layout.queue;
  const cells = Math.min(CELLS, Math.max(1, limit));
  const slot = (right - left - 4) / cells;
  const filled = Math.min(cells, (queue.at(t) * cells) / limit);
  for (let i = 0; i < filled; i++) {
    const part = Math.min(1, filled - i);
    if (part * slot < 0.5) continue;
    const w = Math.max(0.75, slot * part - (slot > 4 ? 1.5 : 0.5));
    pen.bar(queue.quantity, right - 2 - i * slot - w / 2, y, w, height - 8, { strength: 0.9 });
  }
}

/** Packets leave as the rate has it, and all go equally fast: where nothing was sent there is a gap. */
function drawWire(pen: Pen, { rate }: Runner, data: RaceData, layout: RaceLayout, y: number, t: number): void {
  const { left, right, height } = layout.wire;
  const travel = TRAVEL * data.speed;
  const each = (data.most * travel) / BUSY;
  const w = Math.min(10, (0.62 * (right - left)) / BUSY);
  for (let step = 0; step < STEPS; step++) {
    const [early, late] = [t - (travel * (step + 1)) / STEPS, t - (travel * step) / STEPS];
    if (late <= data.start) return;
    const [from, to] = [rate.sum(Math.max(data.start, early)), rate.sum(late)];
    for (let number = Math.floor(from / each) + 1; number * each <= to; number++) {
      const left_at = early + ((number * each - from) / (to - from)) * (late - early);
      const gone = (t - left_at) / travel;
      pen.bar(rate.quantity, left + w / 2 + (right - left - w) * gone, y, w, height - 4);
    }
  }
}

/** Everything that moves, as it is at `t`. */
export function drawRace(pen: Pen, layout: RaceLayout, data: RaceData, t: number): void {
  data.runners.forEach((runner, i) => {
    drawQueue(pen, runner, data, layout, layout.ys[i]!, t);
    drawWire(pen, runner, data, layout, layout.ys[i]!, t);
  });
}
