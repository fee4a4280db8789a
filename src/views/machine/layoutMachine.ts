import type { ColumnHead, MachineSpec } from '../../model/contract';
import { AXIS } from '../axis';
import { stretchedScale, stretchedTicks, type Tick } from '../stretch';
import { tableOf } from '../tables';
import { layoutTime, type TimeLayout } from '../time';
import { type DrawInput, NARROW } from '../view';
import { hostName } from '../words';
import * as closing from './closing';
import { narrowPlan } from './narrow';
import type { Plan } from './plan';
import { readWalks, type Walk } from './readMachine';
import { widePlan } from './wide';

export interface Side extends Walk {
  name: string;
  /** What it is marked with: a round mark for the first, a square one for the second. */
  letter: string;
}

export interface Layout extends Pick<TimeLayout, 'x' | 'xTitle'> {
  head: ColumnHead;
  width: number;
  height: number;
  narrow: boolean;
  /** Is there a line for the title? */
  heading: boolean;
  plan: Plan;
  /** Where the plan lies. */
  at: { x: number; y: number };
  sides: Side[];
  /** Who is where, in words: the baseline of each. */
  legend: { x: number; y: number; room: number }[];
  strip: { left: number; right: number; top: number; bottom: number; row: number };
  ticks: Tick[];
}

const TITLE = 20;
const LEGEND = 20;
const ROW = 20;
/** A connection has two ends. */
const SIDES = 2;

function lettersOf(names: readonly string[]): string[] {
  const letters = names.map((name) => ([...name][0] ?? '').toUpperCase());
  return new Set(letters).size === letters.length ? letters : names.map((_, i) => String(i + 1));
}

/** Where everything stands; the height depends on the width alone. */
export function layoutMachine({
  spec,
  run,
  overlays,
  growing,
  width,
  flat = false,
  words,
}: DrawInput<MachineSpec>): Layout {
  const head = run.columns[0]!;
  const narrow = width < NARROW;
  const rows = narrow ? SIDES : 1;
  const row = flat ? 17 : ROW;
  const [left, right] = [24, width - 12];
  const time = layoutTime({
    head,
    others: overlays.map(({ role, run: other }) => ({ role, values: other.columns[0]!.values })),
    growing,
    end: run.end,
    range: [left, right],
    narrow,
  });
  const domain = time.x.domain() as [number, number];
  const walks = readWalks(tableOf(run, spec.states), domain[1]).slice(0, SIDES);
  const visited = new Set(walks.flatMap(({ visits }) => visits.map(({ place }) => place)));
  const plans = flat ? closing : { narrowPlan, widePlan };
  const plan = narrow ? plans.narrowPlan(width, visited) : plans.widePlan(width);
  const heading = flat ? 0 : TITLE;
  const legend = flat && narrow ? 17 : LEGEND;
  const y = heading + rows * legend + (flat ? 4 : 14);
  const top = y + plan.height + (flat ? 6 : 16);
  const bottom = top + SIDES * row;
  const names = walks.map(({ side }) => hostName(side, words));
  const letters = lettersOf(names);
  const changes = [...new Set(walks.flatMap(({ spans }) => spans.flatMap(({ start, end }) => [start, end])))];
  const x = stretchedScale(changes, domain, [left, right]);
  return {
    head,
    width,
    height: bottom + AXIS,
    narrow,
    heading: heading > 0,
    plan,
    at: { x: Math.max(0, Math.round((width - plan.width) / 2)), y },
    sides: walks.map((walk, i) => ({ ...walk, name: names[i]!, letter: letters[i]! })),
    legend: walks.map((_, i) => ({
      x: narrow ? 0 : (i * width) / SIDES,
      y: heading + legend * (narrow ? i + 1 : 1) - 4,
      room: narrow ? width : width / SIDES - 8,
    })),
    strip: { left, right, top, bottom, row },
    ticks: stretchedTicks(x, head, width - 2),
    x,
    xTitle: `${head.meaning} (${words.notToScale})`,
  };
}
