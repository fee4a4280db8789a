import type { Table } from '../../model/types';
import { readSpans, type Span } from '../states/readStates';
import { columnOf, wordOf } from '../tables';
import { isCharted, type Place, placeOf, type Step } from './chart';

/** A side is in a state from `span.start` on; `by` led there. */
export interface Visit {
  span: Span;
  place: Place;
  by: Step | undefined;
  /** What was the cause, where it is not what the chart says; '' if it is. */
  why: string;
}

/** Those who have taken a step, by their numbers. */
export interface Taken {
  sides: number[];
  why: string;
}

/** What one side goes through. */
export interface Walk {
  side: string;
  /** All its states, those that TCP does not know too. */
  spans: Span[];
  visits: Visit[];
}

/** What stands in the column `why` where the chart says it. */
const AS_DRAWN = '–';

const BEFORE: readonly Place[] = ['CLOSED', 'LISTEN', 'SYN_SENT'];

function visitsOf(spans: readonly Span[], whyOf: (span: Span) => string): Visit[] {
  const visits: Visit[] = [];
  for (const span of spans) {
    let place = placeOf(span.name);
    if (!place) continue;
    const last = visits.at(-1)?.place;
    if (place === 'CLOSED' && last && !BEFORE.includes(last)) place = 'GONE';
    // A connection begins above, whether that was noted or not; a new one too.
    const from = last === undefined || last === 'GONE' ? 'CLOSED' : last;
    const step: Step = `${from}>${place}`;
    const known = from !== place && (isCharted(step) || place === 'GONE');
    visits.push({ span, place, by: known ? step : undefined, why: whyOf(span) });
  }
  return visits;
}

/** From the column `why`, if the table has one. */
function whysOf(table: Table | undefined): (span: Span) => string {
  if (!table) return () => '';
  const [starts, sides, states, whys] = ['start', 'side', 'state', 'why'].map((name) => columnOf(table, name));
  const keyOf = ({ start, side, name }: Pick<Span, 'start' | 'side' | 'name'>): string => `${start} ${side} ${name}`;
  const words = new Map(
    Array.from(whys!.values, (why, i): [string, string] => [
      keyOf({
        start: starts!.values[i]!,
        side: wordOf(sides!, sides!.values[i]!),
        name: wordOf(states!, states!.values[i]!),
      }),
      wordOf(whys!, why),
    ]),
  );
  return (span) => {
    const why = words.get(keyOf(span)) ?? AS_DRAWN;
    return why === AS_DRAWN ? '' : why;
  };
}

/** The sides of a table of states, in the order of its words, with all they go through until `last`. */
export function readWalks(table: Table | undefined, last: number): Walk[] {
  const all = readSpans(table, 'state', last);
  const sides = table ? (columnOf(table, 'side').words ?? []) : [];
  const whyOf = whysOf(table);
  return sides.map((side) => {
    const spans = all.filter((span) => span.side === side);
    return { side, spans, visits: visitsOf(spans, whyOf) };
  });
}

/** Which sides have taken each step and been in each state by `t`, and where they are. */
export function pathsAt(
  walks: readonly Walk[],
  t: number,
): { steps: Map<Step, Taken>; seen: Map<Place, number[]>; now: (Visit | undefined)[] } {
  const steps = new Map<Step, Taken>();
  const seen = new Map<Place, number[]>();
  const been = (place: Place, side: number): void => {
    const sides = seen.get(place) ?? [];
    if (!sides.includes(side)) seen.set(place, [...sides, side]);
  };
  const now = walks.map(({ visits, spans }, side) => {
    const until = visits.filter(({ span }) => span.start <= t);
    for (const { place, by, why } of until) {
      been(place, side);
      if (!by) continue;
      const taken = steps.get(by) ?? { sides: [], why };
      if (!taken.sides.includes(side)) steps.set(by, { ...taken, sides: [...taken.sides, side] });
      const [from] = by.split('>') as [Place];
      been(from, side);
    }
    const last = until.at(-1);
    // What a run ends with lasts.
    return last && (t <= last.span.end || last.span === spans.at(-1)) ? last : undefined;
  });
  return { steps, seen, now };
}
