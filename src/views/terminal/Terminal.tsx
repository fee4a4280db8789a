import { bisector } from 'd3-array';
import type { TerminalSpec } from '../../model/contract';
import { CursorSheet, drawNothing, Sheet, Tag } from '../sheet';
import { sayTime, stripAxis } from '../time';
import type { Draw, DrawInput, Moment, View } from '../view';
import views from '../views.module.css';
import { type Layout, layoutTerminal } from './layoutTerminal';
import { type Rows, sayScreens } from './print';
import { Frame, Screens } from './Screens';
import { Watch } from './Watch';
import { commonWords } from '../words';

const at = bisector<number, number>((value) => value);

/** What was printed by then is what "a moment ago" means: a fiftieth of the axis, but at least a sample. */
const AGO = 1 / 50;

/** The last sample that is not later than `t`, and one of a moment ago. */
function rowsAt({ x }: Layout, times: ArrayLike<number>, t: number): Rows {
  const values = times as unknown as number[];
  const row = Math.max(0, at.right(values, t) - 1);
  const [start, end] = x.domain() as [number, number];
  const before = at.right(values, times[row]! - (end - start) * AGO) - 1;
  return { row, before: Math.max(0, Math.min(before, row - 1)) };
}

/** What the tools print at `t`. */
function momentAt(layout: Layout, { run }: Pick<DrawInput<TerminalSpec>, 'run'>, t: number): Moment {
  const head = run.columns[0]!;
  const rows = rowsAt(layout, head.values, t);
  const time = sayTime(head, t);
  const px = Math.round(layout.x(t)) + 0.5;
  const { width, height, strip } = layout;
  return {
    t,
    said: `${time}: ${sayScreens(layout, run, rows.row)}`,
    cursor: (
      <CursorSheet width={width} height={height}>
        <Screens layout={layout} run={run} rows={rows} time={time} />
        <line className={views.cursorLine} x1={px} x2={px} y1={strip.top} y2={strip.bottom} />
        <Tag x={px} y={strip.bottom + 5} text={time} width={width} />
      </CursorSheet>
    ),
  };
}

/** What tools such as `ss` and `nstat` print: at the end of the run, or at the cursor's time. */
const draw: Draw<TerminalSpec> = (input) => {
  const { spec, run, width, title, words } = input;
  const layout = layoutTerminal(input);
  const { height, strip } = layout;
  const head = run.columns[0]!;
  const times = head.values;
  if (times.length === 0) return drawNothing(width, height, title, words.nothing);
  const last = times.length - 1;
  const rows = rowsAt(layout, times, times[last]!);
  const picture = (
    <Sheet width={width} height={height} title={`${title}. ${sayScreens(layout, run, last)}`}>
      <Frame layout={layout} title={spec.title} />
      <Screens layout={layout} run={run} rows={rows} time={sayTime(head, times[last]!)} />
      <Watch layout={layout} run={run} words={words} />
    </Sheet>
  );
  return {
    width,
    height,
    picture,
    time: stripAxis(layout, strip, times, run.events, (t) => momentAt(layout, input, t)),
  };
};

export const terminal: View<TerminalSpec> = { draw, words: commonWords, alone: true };
