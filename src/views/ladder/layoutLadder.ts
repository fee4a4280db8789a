import { greatest, pairs } from 'd3-array';
import type { ColumnHead, LadderSpec } from '../../model/contract';
import { formatValue, type Scaled, scaled } from '../format';
import { type Span } from '../states/readStates';
import { tableOf } from '../tables';
import { dodge, textWidth } from '../text';
import { type DrawInput, FLAT, NARROW } from '../view';
import { hostName } from '../words';
import { type Arrow, type Label, placeLabels } from './labels';
import { type Exchange, firstOf, LOST_AT, readExchange } from './readLadder';
import { type LadderScale, ladderScale } from './scale';
import type { LadderWords } from './ladderWords';

/** A state or a timer beside its host's line. */
export interface Mark {
  span: Span;
  y1: number;
  y2: number;
  text: string;
  /** Where its words stand; undefined: there is no room. */
  textY: number | undefined;
}

/** One host: its line, and what stands on its outer side. */
export interface Host {
  name: string;
  x: number;
  /** -1: outwards is to the left; 1: to the right. */
  outward: -1 | 1;
  states: Mark[];
  timers: Mark[];
  /** Moments at which it sends or hears something. */
  times: { y: number; text: string }[];
}

export interface Layout {
  head: ColumnHead;
  unit: Scaled;
  width: number;
  height: number;
  narrow: boolean;
  top: number;
  bottom: number;
  scale: LadderScale | undefined;
  exchange: Exchange;
  hosts: [Host, Host];
  arrows: Arrow[];
  labels: Label[];
  /** How many segments come after the picture's end, and when the last of them is sent. */
  later: { count: number; end: number };
}

const HEIGHT = { wide: 500, narrow: 460 };
const TOP = 44;
const BOTTOM = 26;
/** Outside of a host's line: its states, its timers, words, times, px. */
export const BAR = { wide: 10, narrow: 15 };
export const BRACKET = 9;
const WORDS = 104;
const TIMES = { wide: 46, narrow: 34 };
const LINE = 13;

/** Words of states at their beginning, those of timers at their middle, none over another. */
function placeWords(states: Mark[], timers: Mark[], top: number, bottom: number, narrow: boolean): void {
  // In the narrow form a timer's name stands inside, over the arrows.
  const all = narrow ? timers : [...states, ...timers];
  const wanted = all.map((mark) =>
    states.includes(mark) ? Math.min(mark.y1 + 7, (mark.y1 + mark.y2) / 2) : (mark.y1 + mark.y2) / 2,
  );
  const room = Math.max(1, Math.floor((bottom - top) / LINE));
  const kept = all.map((_, i) => i).slice(0, room);
  const ys = dodge(
    kept.map((i) => wanted[i]!),
    LINE,
    top + 5,
    bottom,
  );
  kept.forEach((i, k) => {
    // Words that had to move away from what they name would name something else.
    if (Math.abs(ys[k]! - wanted[i]!) < 2 * LINE) all[i]!.textY = ys[k]!;
  });
}

/** In the narrow form a state's name runs along its bar, in the longest piece that is not broken. */
function placeAlong(states: Mark[], broken: readonly number[]): void {
  for (const mark of states) {
    const edges = [mark.y1, ...broken.filter((y) => y > mark.y1 && y < mark.y2), mark.y2];
    const [from, to] = greatest(pairs(edges), ([a, b]) => b - a)!;
    if (to - from > textWidth(mark.text, 11) + 16) mark.textY = (from + to) / 2;
  }
}

/** As many times as fit; those at which a segment leaves come first. */
function placeTimes(
  moments: { t: number; sent: boolean }[],
  y: (t: number) => number,
  say: (t: number) => string,
): Host['times'] {
  const placed: Host['times'] = [];
  for (const { t } of [...moments].sort((a, b) => Number(b.sent) - Number(a.sent) || a.t - b.t)) {
    const at = y(t);
    if (placed.every((other) => Math.abs(other.y - at) >= LINE)) placed.push({ y: at, text: say(t) });
  }
  return placed;
}

const exchanges = new WeakMap<object, Exchange>();

/** Where everything stands; the height depends on the width alone. */
export function layoutLadder(input: DrawInput<LadderSpec, LadderWords>): Layout {
  const { spec, width, words, flat = false } = input;
  const { run } = input;
  // Beside an exchange, the result may be over something else: retransmission-timeout counts samples.
  const head = tableOf(run, spec.segments)?.find(({ name }) => name === 'sent') ?? run.columns[0]!;
  let exchange = exchanges.get(run);
  if (!exchange) exchanges.set(run, (exchange = readExchange(run, spec)));
  const narrow = width < NARROW;
  const height = (flat ? FLAT : HEIGHT)[narrow ? 'narrow' : 'wide'];
  const bottom = height - BOTTOM;
  const first = firstOf(exchange, flat);
  const scale = ladderScale({ ...exchange, segments: first }, TOP, bottom, flat);
  const end = scale?.end ?? 0;
  const unit = scaled(head.unit, end);
  const y = (t: number): number => scale?.y(Math.min(t, end)) ?? TOP;
  const bar = narrow ? BAR.narrow : BAR.wide;
  const outside = bar + BRACKET + (narrow ? TIMES.narrow : WORDS + TIMES.wide);
  const xs = [outside, width - outside] as const;

  const digits = Math.max(0, Math.ceil(-Math.log10((LINE / (scale?.perUnit ?? 1)) * unit.factor)));
  const say = (t: number): string => String(Number((t * unit.factor).toFixed(Math.min(6, digits))));
  const shown = first.filter(({ sent }) => scale && sent < end);
  const arrows = shown.map((segment): Arrow => {
    const [from, to] = [xs[segment.from], xs[1 - segment.from]!];
    // One that is still on its way at the picture's end is drawn as far as it gets.
    const until = Math.min(segment.until, end);
    const share = segment.lost ? LOST_AT : (until - segment.sent) / (segment.until - segment.sent) || 1;
    return { segment, x1: from, y1: y(segment.sent), x2: from + (to - from) * share, y2: y(until) };
  });
  const broken = (scale?.breaks ?? []).map(({ from, to }) => (y(from) + y(to)) / 2);
  const hosts = ([0, 1] as const).map((i): Host => {
    const name = spec.sides[i] ?? '';
    const mark = (span: Span, text: string): Mark => ({
      span,
      text,
      y1: y(span.start),
      y2: y(span.end),
      textY: undefined,
    });
    const own = (span: Span): boolean => span.side === name && span.start < end;
    const states = exchange.states.filter(own).map((span) => mark(span, span.name));
    const timers = exchange.timers
      .filter(own)
      .map((span) => mark(span, `${span.name} ${formatValue(span.end - span.start, head.unit)}`));
    placeWords(states, timers, TOP, bottom, narrow);
    if (narrow) placeAlong(states, broken);
    const moments = shown.flatMap(({ sent, until, lost, from }) =>
      from === i ? [{ t: sent, sent: true }] : lost || until > end ? [] : [{ t: until, sent: false }],
    );
    return {
      name: hostName(name, words),
      x: xs[i],
      outward: i === 0 ? -1 : 1,
      states,
      timers,
      times: placeTimes(moments, y, say),
    };
  }) as [Host, Host];
  const missing = exchange.segments.length - shown.length;
  return {
    head,
    unit,
    width,
    height,
    narrow,
    top: TOP,
    bottom,
    scale,
    exchange,
    hosts,
    arrows,
    labels: placeLabels(arrows, words),
    later: { count: missing, end: exchange.segments.at(-1)?.sent ?? 0 },
  };
}
