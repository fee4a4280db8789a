import type { MachineSpec } from '../../model/contract';
import { CursorSheet, Nothing, Sheet, Tag } from '../sheet';
import { sayTime } from '../time';
import type { Draw, Moment, TimeAxis, View } from '../view';
import views from '../views.module.css';
import { commonWords, type Words } from '../words';
import { Cover, Diagram, sayVisit } from './Diagram';
import { type Layout, layoutMachine } from './layoutMachine';
import { pathsAt } from './readMachine';
import { MachineStrip } from './MachineStrip';

/** Who is where at `t`, in words. */
function sayAll(layout: Layout, t: number, words: Words): string {
  const { now } = pathsAt(layout.sides, t);
  return now.flatMap((visit, side) => (visit ? [sayVisit(layout, side, visit, words)] : [])).join(', ');
}

/** The diagram as it is at `t`. */
function momentAt(layout: Layout, t: number, words: Words): Moment {
  const { head, width, height, x, strip } = layout;
  const at = Math.round(x(t)) + 0.5;
  return {
    t,
    said: `${sayTime(head, t)}: ${sayAll(layout, t, words)}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <Cover layout={layout} />
        <Diagram layout={layout} t={t} words={words} />
        <line className={views.cursorLine} x1={at} x2={at} y1={strip.top - 4} y2={strip.bottom} />
        <Tag x={at} y={strip.bottom + 3} text={sayTime(head, t)} width={width} />
      </CursorSheet>
    ),
  };
}

function timeOf(layout: Layout, words: Words): TimeAxis {
  const { x, strip, sides } = layout;
  const starts = sides.flatMap(({ spans }) => spans.map(({ start }) => start));
  return {
    along: 'x',
    scale: x,
    plot: { left: strip.left, right: strip.right, top: strip.top, bottom: strip.bottom },
    step: 0,
    stops: [...new Set(starts)].sort((a, b) => a - b),
    at: (t) => momentAt(layout, t, words),
  };
}

/** TCP's state diagram, or of a figure that opens with it how a connection is closed, with the way that each side has gone, and below it time. */
const draw: Draw<MachineSpec> = (input) => {
  const layout = layoutMachine(input);
  const { width, title, words, spec } = input;
  const { height, sides, strip } = layout;
  const last = layout.x.domain().at(-1)!;
  const said = sayAll(layout, last, words);
  return {
    width,
    height,
    picture: (
      <Sheet width={width} height={height} title={said ? `${title}. ${said}` : title}>
        {layout.heading && (
          <text className={views.title} x={0} y={14}>
            {spec.title}
          </text>
        )}
        <Diagram layout={layout} t={last} words={words} />
        <MachineStrip layout={layout} />
        {sides.length === 0 && <Nothing width={width} height={strip.top + strip.bottom} text={words.nothing} />}
      </Sheet>
    ),
    time: timeOf(layout, words),
  };
};

export const machine: View<MachineSpec> = { draw, words: commonWords, alone: true, fuller: true };
