import { ascending, greatest, group } from 'd3-array';
import type { ColumnHead, StatesSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { stretchedScale, stretchedTicks, type Tick } from '../stretch';
import { columnOf, tableOf } from '../tables';
import { textWidth } from '../text';
import { layoutTime, sayTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import { hostName } from '../words';
import { readSpans, type Span } from './readStates';

/** One side: its bars, and the words above those that are too short to hold them. */
export interface Row {
  label: string;
  labelY: number;
  top: number;
  bottom: number;
  spans: Span[];
  inside: { span: Span; x: number; text: string }[];
  /** `at`: what is named, px; `row`: counted from the bar upwards. */
  above: { span: Span; x: number; at: number; row: number }[];
}

export interface Layout extends TimeLayout {
  /** What stands at the axis, if time is stretched: moments of change. */
  ticks: Tick[] | undefined;
  head: ColumnHead;
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  axisY: number;
  rows: Row[];
}

const TITLE = 22;
/** For the rows together, however many there are, if there is to be room for so many. */
const PLOT = { wide: 148, narrow: 176 };
const ROWS = 2;
export const WORD_ROW = 15;
const ABOVE = 2 * WORD_ROW + 4;
/** The side's name, in the narrow form. */
const NAME = 16;
const BAR = 30;
const GAP = 6;
/** Of bars as thin as this, one is named for all that are called the same, px. */
const THIN = 3;

/**
 * Those that are to be named first, then the rest in time: where there are dozens, each name is seen once, beginning with
 * the rarest; of its spans the longest bears it.
 */
function byNeed(spans: readonly Span[]): Span[] {
  const named = [...group(spans, ({ name }) => name).values()].sort((a, b) => a.length - b.length);
  const first = named.map((all) => greatest(all, (a, b) => ascending(a.end - a.start, b.end - b.start))!);
  return [...first, ...spans.filter((span) => !first.includes(span))];
}

/** Words in bars where they fit; those of short ones above, in the first row that has room. */
function place(
  spans: readonly Span[],
  x: (t: number) => number,
  right: number,
  lasted: (span: Span) => string,
): Pick<Row, 'inside' | 'above'> {
  const above: (Row['above'][number] & { half: number })[] = [];
  const least = x(spans[0]?.start ?? 0);
  const middleOf = (span: Span): number => (x(span.start) + Math.min(x(span.end), right)) / 2;
  const fits = (span: Span, text: string): boolean => textWidth(text) / 2 + GAP <= middleOf(span) - x(span.start);
  const inside = spans.flatMap((span) => {
    const text = [span.name + lasted(span), span.name].find((each) => fits(span, each));
    return text === undefined ? [] : [{ span, x: middleOf(span), text }];
  });
  for (const span of byNeed(spans.filter((each) => !fits(each, each.name)))) {
    const at = middleOf(span);
    const half = textWidth(span.name) / 2;
    if (above.some((other) => other.span.name === span.name) && 2 * (at - x(span.start)) < THIN) continue;
    const middle = Math.min(Math.max(at, least + half), right - half);
    const row = [0, 1].find((r) =>
      above.every((other) =>
        other.row === r
          ? Math.abs(other.x - middle) >= other.half + half + GAP
          : // No leader through a word.
            r > other.row
            ? Math.abs(other.x - at) > other.half
            : Math.abs(other.at - middle) > half,
      ),
    );
    if (row !== undefined) above.push({ span, x: middle, at, half, row });
  }
  return { inside, above };
}

/** Time that makes room for what is short. */
function stretch(
  even: TimeLayout,
  spans: readonly Span[],
  domain: readonly [number, number],
  range: readonly [number, number],
  title: string,
): TimeLayout {
  const changes = spans.flatMap(({ start, end }) => [start, end]);
  const x = stretchedScale(changes, domain, range);
  return { ...even, x, xTitle: title };
}

/** Where everything stands; the height depends on the width alone. */
export function layoutStates(input: DrawInput<StatesSpec>): Layout {
  const { spec, overlays, growing, width, words } = input;
  const { run } = input;
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const table = tableOf(run, spec.states);
  const sides = table ? (columnOf(table, 'side').words ?? []) : [];
  const names = sides.map((side) => hostName(side, words));
  const left = narrow ? 10 : Math.min(120, Math.max(48, ...names.map((name) => textWidth(name) + 18)));
  const right = width - (narrow ? 10 : 16);
  const even = layoutTime({
    head,
    others: overlays.map(({ role, run: other }) => ({ role, values: other.columns[0]!.values })),
    growing,
    range: [left, right],
    narrow,
  });
  const domain = even.x.domain() as [number, number];
  const [, end] = domain;
  const all = readSpans(table, 'state', end);
  const time = spec.stretched
    ? stretch(even, all, domain, [left, right], `${head.meaning} (${words.notToScale})`)
    : even;
  // Where time is not to scale, it is said; what goes on beyond the picture has no length yet.
  const lasted = (span: Span): string =>
    spec.stretched && span.end < end ? `, ${sayTime(head, span.end - span.start)}` : '';
  const room = ((narrow ? PLOT.narrow : PLOT.wide) * spec.rows) / ROWS;
  const each = room / Math.max(1, sides.length);
  const rows = sides.map((side, i): Row => {
    const spans = all.filter((span) => span.side === side && span.start <= end);
    const name = narrow ? NAME : 0;
    const bar = Math.min(BAR, each - ABOVE - name - GAP);
    const bottom = TITLE + Math.round((i + 1) * each - (each - bar - ABOVE - name) / 2);
    const top = bottom - bar;
    return {
      label: names[i]!,
      labelY: narrow ? top - ABOVE - NAME / 2 : (top + bottom) / 2,
      top,
      bottom,
      spans,
      ...place(spans, time.x, right, lasted),
    };
  });
  const axisY = TITLE + room;
  const ticks = spec.stretched ? stretchedTicks(time.x, head, width - 2) : undefined;
  return { head, width, height: axisY + AXIS, left, right, top: TITLE, axisY, ...time, ticks, rows };
}
