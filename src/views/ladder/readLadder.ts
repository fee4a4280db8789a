import { median, min, pairs } from 'd3-array';
import type { LadderSpec } from '../../model/contract';
import { readSpans, type Span } from '../states/readStates';
import { columnOf, tableOf, wordOf } from '../tables';
import type { RunOverlay } from '../view';

/** One segment on its way from one host to the other. */
export interface Segment {
  sent: number;
  /** When it arrives, or how far it is drawn if it never does. */
  until: number;
  lost: boolean;
  /** 0: from the left host to the right one; 1: back. */
  from: 0 | 1;
  label: string;
  detail: string;
  fate: string;
}

/** What happens between two hosts, in the order of time. */
export interface Exchange {
  segments: Segment[];
  states: Span[];
  timers: Span[];
  /** How long a segment is on its way, typically. */
  delay: number;
}

/** The share of its way after which a lost segment is seen to end. */
export const LOST_AT = 0.55;

/** More arrows than that are a weave. */
const MOST = 60;
/** In the flat form, more moments at which something is sent. */
const MOST_MOMENTS = 12;
/** Closer than this share of a segment's way, two are sent at one moment. */
const TOGETHER = 1 / 20;

/** As many segments as can be told apart. */
export function firstOf({ segments, delay }: Exchange, flat: boolean): Segment[] {
  if (!flat) return segments.slice(0, MOST);
  let moments = 0;
  let last = -Infinity;
  const end = segments.findIndex(({ sent }) => {
    if (sent - last > TOGETHER * delay) moments++;
    last = sent;
    return moments > MOST_MOMENTS;
  });
  return segments.slice(0, Math.min(MOST, end < 0 ? MOST : end));
}

/** Reads the three tables of a ladder; of a run without them, an exchange without segments. */
export function readExchange(run: RunOverlay['run'], spec: LadderSpec): Exchange {
  const end = run.columns[0]?.values.at(-1) ?? 0;
  const states = readSpans(tableOf(run, spec.states), 'state', end);
  const timers = readSpans(tableOf(run, spec.timers), 'name', end);
  const table = tableOf(run, spec.segments);
  if (!table) return { segments: [], states, timers, delay: 0 };
  const [sent, arrived, side, ...words] = ['sent', 'arrived', 'side', 'label', 'detail', 'fate'].map((name) =>
    columnOf(table, name),
  );
  const rows = Array.from(sent!.values, (start, i) => {
    const [label, detail, fate] = words.map((column) => wordOf(column, column.values[i] ?? NaN)) as [
      string,
      string,
      string,
    ];
    const from: 0 | 1 = wordOf(side!, side!.values[i] ?? NaN) === spec.sides[1] ? 1 : 0;
    return { sent: start, arrived: arrived!.values[i] ?? NaN, from, label, detail, fate };
  })
    .filter((row) => Number.isFinite(row.sent))
    .sort((a, b) => a.sent - b.sent);
  const delay =
    median(rows.slice(0, MOST), (row) => row.arrived - row.sent) ?? guess(rows.map((row) => row.sent)) ?? end / 20;
  const segments = rows.map(({ arrived: when, ...row }): Segment => {
    const lost = Number.isNaN(when);
    return { ...row, lost, until: lost ? row.sent + LOST_AT * delay : when };
  });
  return { segments, states, timers, delay };
}

/** Where nothing arrives: so short that what is lost ends before it is sent again. */
const guess = (sent: readonly number[]): number | undefined =>
  min(pairs(sent), ([one, next]) => (next > one ? (next - one) / 3 : undefined));
