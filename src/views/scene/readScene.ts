import type { Quantity, SceneSpec, Source, Store } from '../../model/contract';
import type { Column, Result } from '../../model/types';
import { type ColumnLike, type Flow, passedBy, type Series, toFlow, toSeries } from './series';

type Amount = (t: number) => number;

/** What of a store can be known at any time. */
export interface Place {
  spec: Store;
  level: Series;
  /** How much there is, without what waits elsewhere. */
  holds: Amount;
  /** How much it holds; undefined: as much as comes. */
  limit: Amount | undefined;
  /** How much fills the drawing. */
  scale: number;
  marks: readonly { name: string; at: Amount; value: number | undefined }[];
  /** How many it has refused so far. */
  lost: Amount | undefined;
  shares: readonly Series[];
  among: Series | undefined;
  waited: Series | undefined;
  target: number;
  /** How long a packet takes through a line, in the run's unit of time. */
  delay: number;
  /** What drips in, of what usually flows out. */
  drip: number;
  /** Up to which rate it may borrow. */
  ceil: number;
}

/** What moves along a wire: packets, each in the colour of a flow. */
export interface Traffic {
  flow: Flow;
  /** By flow, where there are several in one wire. */
  parts: readonly Flow[];
  /** How much a packet that is drawn stands for. */
  unit: number;
}

/** Those that are followed, one after another. */
export interface Walker {
  quantity: Quantity;
  /** When each was sent, and how long it waits and is on its way, in the run's unit of time. */
  sent: readonly number[];
  waits: readonly number[];
  base: number;
}

export interface SceneData {
  start: number;
  end: number;
  /** Of a time of the run. */
  ms: number;
  /** The model's time that passes in a second of the reader's. */
  speed: number;
  /** What is there in this run. */
  spec: SceneSpec;
  sources: readonly (Traffic | undefined)[];
  piles: readonly (readonly Place[])[];
  /** What leaves each store, pile by pile. */
  leaving: readonly (readonly (Traffic | undefined)[])[];
  walker: Walker | undefined;
  /** A telling moment: there the drawing stands until it is played. */
  rest: number;
  /** What is played unasked. */
  shown: { from: number; to: number };
}

/** px that a packet goes in a second of the reader's, and px from one to the next where usually much flows. */
export const PACE = 110;
export const GAP = 16;

/** Of the fullest, which is full enough to be shown. */
const FULL = 0.9;
/** s of the reader's that lead up to what is shown. */
const LEAD = 6;
const LEAST = 2.5;
/** How far through the queue the one that is followed has come in a drawing that stands. */
const NEARLY = 0.8;
/** Has it no tokens of its own for what goes by (sch_htb.c:htb_class_mode, HTB_MAY_BORROW)? */
export const borrows = ({ level, drip, ceil }: Place, traffic: Traffic | undefined, t: number): boolean =>
  ceil > drip && level.at(t) < 0 && (traffic?.flow.at(t) ?? 0) > drip;

/** Walkers of a run, at most. */
const MANY = 5000;

const hasValues = (column: Column | undefined): column is Column =>
  column !== undefined && Array.prototype.some.call(column.values, Number.isFinite);

/** The spec with what is there in this run alone. */
export function presentIn(spec: SceneSpec, { columns, parameters }: Pick<Result, 'columns' | 'parameters'>): SceneSpec {
  const column = (name: string): Column | undefined => columns.find((each) => each.name === name);
  const isSource = ({ rate }: Source): boolean => rate === '' || hasValues(column(rate));
  const isStore = ({ level, where }: Store): boolean =>
    hasValues(column(level)) &&
    Object.entries(where).every(([name, values]) => values.includes(String(parameters[name])));
  const there = spec.stores.map((pile) => pile.filter(isStore)).filter((pile) => pile.length > 0);
  const sources = spec.sources.filter(isSource);
  // Before its first sample a run has no values.
  return {
    ...spec,
    sources: sources.length > 0 ? sources : spec.sources.slice(0, 1),
    stores: there.length > 0 ? there : spec.stores.map((pile) => pile.slice(0, 1)),
  };
}

/** Which pile a store's packets go on to: the next, or one behind it; past the last they are in the sink. */
export function pileAfter(piles: readonly (readonly Store[])[], column: number, { parent }: Store): number {
  const own = parent === '' ? -1 : piles.findIndex((pile) => pile.some(({ level }) => level === parent));
  return Math.max(own, column + 1);
}

/** The run's columns as a scene names them. */
export function readScene(whole: SceneSpec, run: Pick<Result, 'columns' | 'parameters'>): SceneData {
  const spec = presentIn(whole, run);
  const { values: times, unit: clock } = run.columns[0]!;
  const ms = clock === 'ms' ? 1 : 0.001;
  const find = (name: string): Column | undefined => run.columns.find((each) => each.name === name);
  const known = new Map<string, Series>();
  function series(name: string): Series | undefined {
    const column = find(name);
    if (column && !known.has(name)) known.set(name, toSeries(times, column));
    return known.get(name);
  }
  const setting = (name: string): number => (name === '' ? NaN : Number(run.parameters[name]));
  /** A column's value at a time, or a parameter's; a place is not its own limit. */
  function amount(name: string, level = ''): Amount | undefined {
    const column = name === level ? undefined : series(name);
    const value = setting(name);
    return column?.at ?? (Number.isFinite(value) ? () => value : undefined);
  }
  const start = times[0] ?? 0;
  const end = times[times.length - 1] ?? 1;
  const speed = (end - start) / spec.seconds || 1;
  const unitOf = (flow: Flow): number => (flow.usual * GAP * speed) / PACE;

  function flowOf(columns: readonly ColumnLike[]): Flow | undefined {
    return columns.length > 0 ? toFlow(times, passedBy(times, columns), columns[0]!.quantity) : undefined;
  }
  const columnsOf = (names: readonly string[]): Column[] => names.flatMap((name) => find(name) ?? []);

  function lostIn(name: string): Amount | undefined {
    const column = find(name);
    if (!column) return undefined;
    const { last } = toSeries(times, { ...column, values: passedBy(times, [column]) });
    return (t) => Math.round(last(t));
  }

  const piles = spec.stores.map((pile) =>
    pile.map((store): Place => {
      const level = series(store.level) ?? toSeries(times, { values: [], quantity: 'queue', unit: '' });
      const less = series(store.less);
      const limit = amount(store.limit, store.level);
      const marks = store.marks.flatMap((name) => {
        const at = amount(name);
        const value = series(name)?.most || setting(name) || undefined;
        return at && value !== undefined ? [{ name, at, value }] : [];
      });
      const most = Math.max(level.most * 1.08, ...marks.map(({ value }) => value * 1.1), 1e-9);
      return {
        spec: store,
        level,
        holds: less ? (t) => Math.max(0, level.at(t) - less.at(t)) : level.at,
        limit,
        scale: limit ? Math.max(limit(start), limit(end), level.most) : most,
        marks,
        lost: lostIn(store.lost),
        shares: store.shares.filter((name) => hasValues(find(name))).map((name) => series(name)!),
        among: series(store.among),
        waited: series(store.waited),
        target: setting(store.target),
        delay: setting(store.delay) * ms,
        drip: setting(store.drip),
        ceil: setting(store.ceil),
      };
    }),
  );

  const inlets = spec.sources.map(({ rate, also }) => flowOf(columnsOf([rate, ...also])));
  const unit = Math.max(...inlets.map((flow) => (flow ? unitOf(flow) : 0)));
  const sources = inlets.map((flow): Traffic | undefined => flow && { flow, parts: [], unit });

  /** A line that is busy while something waits. */
  function busy(name: string, store: Store): ColumnLike | undefined {
    const rate = setting(name);
    const level = find(store.level);
    if (find(name) || !Number.isFinite(rate) || !level) return undefined;
    const { quantity } = level;
    return { values: Array.from(level.values, (waiting) => (waiting > 0 ? rate : 0)), quantity, unit: '/s' };
  }
  const outs = spec.out.flatMap((name): ColumnLike[] => {
    const column = find(name) ?? busy(name, spec.stores.at(-1)![0]!);
    return column ? [column] : [];
  });
  const isEach = outs.length > 1 && whole.stores.at(-1)!.length === spec.out.length;
  const out = flowOf(outs);
  const together: Traffic | undefined = out && {
    flow: out,
    parts: outs.length > 1 ? outs.map((column) => flowOf([column])!) : [],
    unit: unitOf(out),
  };
  /** What has come, has not been lost, and is not there any more, has left. */
  function balance(came: Flow | undefined, { spec: store, level, lost }: Place): Flow | undefined {
    if (!came || level.unit !== 'packets') return undefined;
    const sums = new Float64Array(times.length);
    for (let i = 0; i < times.length; i++) {
      const t = times[i]!;
      sums[i] = Math.max(sums[i - 1] ?? 0, came.sum(t) - (lost?.(t) ?? 0) - level.at(t));
    }
    return toFlow(times, sums, find(store.level)!.quantity);
  }
  /** What comes out of the stores that lead to this pile. */
  function through(column: number): Traffic | undefined {
    const before = spec.stores
      .slice(0, column)
      .flatMap((pile, i) => pile.filter((store) => pileAfter(spec.stores, i, store) === column));
    const columns = columnsOf(before.map(({ out }) => out));
    const flow = flowOf(columns);
    return flow && { flow, parts: columns.map((each) => flowOf([each])!), unit: together?.unit ?? unitOf(flow) };
  }
  let came = outs.length === 0 && inlets.length === 1 ? inlets[0] : undefined;
  const leaving = piles.map((pile, column) =>
    pile.map((place, row): Traffic | undefined => {
      const own = flowOf(columnsOf([place.spec.out]));
      if (own) return { flow: own, parts: [], unit: together?.unit ?? unitOf(own) };
      if (came) {
        came = balance(came, place);
        return came && { flow: came, parts: [], unit };
      }
      if (column < piles.length - 1) {
        const own = flowOf(spec.out.flatMap((name) => busy(name, place.spec) ?? []));
        return own ? { flow: own, parts: [], unit: together?.unit ?? 0 } : (through(column) ?? together);
      }
      if (!together) return undefined;
      // What is known of all together goes by the first of several.
      if (!isEach && pile.length > 1 && row > 0) return undefined;
      return isEach ? { flow: together.parts[row]!, parts: [], unit: together.unit } : together;
    }),
  );

  const walker = readWalker();
  function readWalker(): Walker | undefined {
    const took = spec.walker === '' ? undefined : series(spec.walker);
    if (!took || !(took.most > 0)) return undefined;
    const least = (Number.isFinite(setting(spec.base)) ? setting(spec.base) : 0) * ms;
    // Those without a way of their own are seen to come and go.
    const base = Math.max(least, 0.08 * speed);
    const [sent, waits]: [number[], number[]] = [[], []];
    for (let t = start; t < end && sent.length < MANY;) {
      const wait = Math.max(0, took.at(t) * ms - least);
      sent.push(t);
      waits.push(wait);
      t += wait + base + 0.25 * speed;
    }
    return { quantity: took.quantity, sent, waits, base };
  }

  const rest = telling();
  /** When the first store is full for the first time, and loses if it ever does; the one that is followed is in it. */
  function telling(): number {
    const { level, lost } = piles[0]![0]!;
    const loses = lost !== undefined && lost(end) > 0;
    // Where nothing is lost and nobody is followed, it is seen best in the middle.
    let found = (start + end) / 2;
    if (!loses && !walker) return whenLent() ?? found;
    for (let i = 0; i < times.length; i++) {
      const t = times[i]!;
      if (level.most > 0 && level.at(t) < FULL * level.most) continue;
      found = t;
      if (!loses || lost(t) > 0) break;
    }
    if (!walker) return found;
    const isOver = (i: number): boolean => walker.sent[i]! + walker.base + walker.waits[i]! > end;
    let i = Math.max(
      0,
      walker.sent.findIndex((t) => t >= found),
    );
    while (i > 0 && isOver(i)) i--;
    return Math.min(end, walker.sent[i]! + walker.base / 4 + NEARLY * walker.waits[i]!);
  }
  /** When one borrows; or when there is most to lend, and nobody does. */
  function whenLent(): number | undefined {
    const lender = piles.at(-1)![0]!;
    if (!(lender.drip > 0) || piles.length === 1) return undefined;
    const borrowed = Array.from(times, (t) =>
      Math.max(
        ...piles[0]!.map((place, row) => {
          const traffic = leaving[0]![row];
          return borrows(place, traffic, t) ? traffic!.flow.at(t) / place.drip : 0;
        }),
      ),
    );
    const much = FULL * Math.max(...borrowed);
    const moments = Array.from(times).filter((_, i) => borrowed[i]! > 0 && borrowed[i]! >= much);
    if (moments.length > 0) return moments[moments.length >> 1];
    return Array.from(times).reduce((best, t) => (lender.level.at(t) > lender.level.at(best) ? t : best), start);
  }
  const lead = rest - start;
  const shown =
    lead < LEAST * speed
      ? { from: start, to: Math.min(end, start + LEAD * speed) }
      : { from: Math.max(start, rest - LEAD * speed), to: rest };
  return { start, end, ms, speed, spec, sources, piles, leaving, walker, rest, shown };
}
