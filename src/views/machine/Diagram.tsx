import type { ReactNode } from 'react';
import { inkOf } from '../styles';
import { cut } from '../text';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { Words } from '../words';
import { MOVES, nameOf, type Place, type Step } from './chart';
import type { Layout } from './layout';
import { type Box, type Edge, LINE, type Plan, type Zone } from './plan';
import { pathsAt, type Taken, type Visit } from './read';
import css from './machine.module.css';

/** One colour for each side, never its only mark. */
const HUES = ['flow1', 'flow2'] as const;
const ROUND = 7;
/** How far two ways lie from the middle of the step that both have taken, px. */
const APART = 3.5;
/** Of a side's mark, px. */
const MARK = 9;

/** A way with rounded corners. */
function wayOf(points: Edge['points']): string {
  let d = `M${points[0]!.join(',')}`;
  for (let i = 1; i < points.length; i++) {
    const [x, y] = points[i]!;
    const next = points[i + 1];
    if (!next) {
      d += `L${x},${y}`;
      continue;
    }
    const toward = ([tx, ty]: readonly [number, number]): string => {
      const length = Math.hypot(tx - x, ty - y);
      const share = Math.min(ROUND, length / 2) / (length || 1);
      return `${+(x + (tx - x) * share).toFixed(1)},${+(y + (ty - y) * share).toFixed(1)}`;
    };
    d += `L${toward(points[i - 1]!)}Q${x},${y} ${toward(next)}`;
  }
  return d;
}

/** The tip at its end, `size` px long. */
function tipOf(points: Edge['points'], size: number): string {
  const [[fx, fy], [x, y]] = points.slice(-2) as [readonly [number, number], readonly [number, number]];
  const [dx, dy] = [Math.sign(x - fx), Math.sign(y - fy)];
  const [back, wide] = [size, size * 0.55];
  const [bx, by] = [x - dx * back, y - dy * back];
  return `M${x},${y}L${+(bx - dy * wide).toFixed(1)},${+(by + dx * wide).toFixed(1)}L${+(bx + dy * wide).toFixed(1)},${+(by - dx * wide).toFixed(1)}z`;
}

/** The way without the end that the tip covers. */
function shortened(points: Edge['points'], by: number): Edge['points'] {
  const [from, to] = points.slice(-2) as [readonly [number, number], readonly [number, number]];
  const end = [to[0] - Math.sign(to[0] - from[0]) * by, to[1] - Math.sign(to[1] - from[1]) * by] as const;
  return [...points.slice(0, -1), end];
}

/** The same way, `by` px to its left. */
function beside(points: Edge['points'], by: number): Edge['points'] {
  const shifts = points.slice(1).map(([x, y], i): Edge['points'][0] => {
    const [fx, fy] = points[i]!;
    return [Math.sign(y - fy) * by, Math.sign(fx - x) * by];
  });
  return points.map(([x, y], i) => {
    // A corner belongs to two stretches: one moves it along x, the other along y.
    const [before, after] = [shifts[i - 1], shifts[i]];
    const [dx, dy] = [0, 1].map((axis) => before?.[axis] || after?.[axis] || 0) as [number, number];
    return [x + dx, y + dy];
  });
}

/** A side's mark: round for the first, square for the second, with its letter. */
export function Mark({ side, letter, x, y }: { side: number; letter: string; x: number; y: number }): ReactNode {
  return (
    <g style={inkOf(HUES[side % HUES.length]!)}>
      {side === 0 ? (
        <circle className={css.sign} cx={x} cy={y} r={MARK} />
      ) : (
        <rect
          className={css.sign}
          x={x - MARK + 0.5}
          y={y - MARK + 0.5}
          width={2 * MARK - 1}
          height={2 * MARK - 1}
          rx={2}
        />
      )}
      <text className={css.letter} x={x} y={y} dy="0.35em" textAnchor="middle">
        {letter}
      </text>
    </g>
  );
}

function Cause({ edge, taken }: { edge: Edge; taken: Taken | undefined }): ReactNode {
  const { x, y, anchor } = edge;
  const lines = taken?.why ? [taken.why] : edge.lines;
  const first = y - ((lines.length - 1) * LINE) / 2;
  return lines.map((line, i) => (
    <text
      key={line}
      className={css.cause}
      data-taken={taken !== undefined}
      x={x}
      y={first + i * LINE}
      textAnchor={anchor}
    >
      {line}
    </text>
  ));
}

function Way({ edge, sides }: { edge: Edge; sides: readonly number[] }): ReactNode {
  if (sides.length === 0)
    return (
      <g>
        <path className={css.way} d={wayOf(shortened(edge.points, 5))} />
        <path className={css.tip} d={tipOf(edge.points, 6)} />
      </g>
    );
  const exit = edge.step.endsWith('>GONE') && edge.lines[0]!.startsWith('RST');
  const both = sides.length > 1;
  return sides.map((side, i) => {
    const points = both ? beside(edge.points, i === 0 ? APART : -APART) : edge.points;
    return (
      <g key={side} style={inkOf(HUES[side % HUES.length]!)}>
        <path className={css.taken} data-side={side} data-exit={exit} d={wayOf(shortened(points, 8))} />
        <path className={css.takenTip} d={tipOf(points, both ? 9 : 11)} />
      </g>
    );
  });
}

/** Closed, from the middle of its first side. */
function groundOf(points: Zone['points']): string {
  const [[ax, ay], [bx, by]] = points as readonly [Edge['points'][0], Edge['points'][0]];
  const middle = [(ax! + bx!) / 2, (ay! + by!) / 2] as const;
  return `${wayOf([middle, ...points.slice(1), points[0]!, middle])}z`;
}

/** The ground of states that belong together. */
function Ground({ zone: { points, lines, x, y, anchor } }: { zone: Zone }): ReactNode {
  return (
    <g>
      <path className={css.zone} d={groundOf(points)} />
      {lines.map((line, i) => (
        <text key={line} className={css.heading} x={x} y={y + i * LINE} textAnchor={anchor}>
          {line}
        </text>
      ))}
    </g>
  );
}

interface StateProps {
  at: Box;
  size: Plan['box'];
  /** Who has been there, and who is. */
  seen: readonly number[];
  here: readonly number[];
  letters: readonly string[];
}

/** A state: in the colour of the side that has been there, deeper where it is now; half and half if both are. */
function State({ at: { place, x, y }, size: { width, height }, seen, here, letters }: StateProps): ReactNode {
  const [left, top] = [x - width / 2 + 0.5, y - height / 2 + 0.5];
  const [wide, high] = [width - 1, height - 1];
  const round = high / 2;
  const who = here.length > 0 ? here : seen;
  const hue = who.length === 1 ? inkOf(HUES[who[0]! % HUES.length]!) : undefined;
  const move = MOVES[place];
  const form = { x: left, y: top, width: wide, height: high, rx: Math.min(round, 15) };
  return (
    <g>
      <rect className={css.ground} {...form} />
      <g style={hue}>
        <rect
          className={css.box}
          data-seen={seen.length > 0}
          data-here={here.length > 0}
          data-shared={who.length > 1}
          {...form}
        />
      </g>
      <text
        className={css.state}
        data-seen={seen.length > 0}
        x={x}
        y={move ? y - 2 : y}
        dy={move ? 0 : '0.35em'}
        textAnchor="middle"
      >
        {nameOf(place)}
      </text>
      {move && (
        <text className={css.move} data-here={here.length > 0} x={x} y={y + 11} textAnchor="middle">
          {move}
        </text>
      )}
      {here.map((side) => (
        <Mark
          key={side}
          side={side}
          letter={letters[side]!}
          x={side === 0 ? x - width / 2 + 5 : x + width / 2 - 5}
          y={y - height / 2 + 1}
        />
      ))}
    </g>
  );
}

interface DiagramProps {
  layout: Layout;
  t: number;
  words: Words;
}

/** "client: FIN_WAIT2 since 3.2 s" */
export const sayVisit = (layout: Layout, side: number, visit: Visit | undefined, words: Words): string =>
  visit
    ? words.since(layout.sides[side]!.name, visit.span.name, sayTime(layout.head, visit.span.start))
    : layout.sides[side]!.name;

/** All states and steps at `t`: the ways taken by then are thick, and each side's mark is where it is. */
export function Diagram({ layout, t, words }: DiagramProps): ReactNode {
  const { plan, at, sides, legend } = layout;
  const { steps, seen, now } = pathsAt(sides, t);
  const countOf = (step: Step): number => steps.get(step)?.sides.length ?? 0;
  const exits = [...steps.keys()].flatMap((step) => {
    const [from, to] = step.split('>') as [Place, Place];
    const charted = plan.edges.some((edge) => edge.step === step);
    const exit = to === 'GONE' && !charted ? plan.exitOf(from) : undefined;
    return exit ? [exit] : [];
  });
  const edges = [...plan.edges, ...exits].sort((a, b) => countOf(a.step) - countOf(b.step));
  const here = (place: Place): number[] => sides.flatMap((_, i) => (now[i]?.place === place ? [i] : []));
  const letters = sides.map(({ letter }) => letter);
  return (
    <g>
      {legend.map((place, i) => (
        <g key={sides[i]!.side}>
          <Mark side={i} letter={sides[i]!.letter} x={place.x + MARK + 1} y={place.y - 4} />
          <text className={css.who} x={place.x + 2 * MARK + 8} y={place.y}>
            {cut(sayVisit(layout, i, now[i], words), place.room - 2 * MARK - 8)}
          </text>
        </g>
      ))}
      <g transform={`translate(${at.x},${at.y})`}>
        {plan.zones.map((zone) => (
          <Ground key={zone.lines.join()} zone={zone} />
        ))}
        {edges.map((edge) => (
          <Way key={edge.step} edge={edge} sides={steps.get(edge.step)?.sides ?? []} />
        ))}
        {edges.map((edge) => (
          <Cause key={edge.step} edge={edge} taken={steps.get(edge.step)} />
        ))}
        {plan.boxes.map((at) => (
          <State
            key={at.place}
            at={at}
            size={plan.box}
            seen={seen.get(at.place) ?? []}
            here={here(at.place)}
            letters={letters}
          />
        ))}
      </g>
    </g>
  );
}

/** What hides another moment's diagram. */
export function Cover({ layout: { width, strip, legend } }: { layout: Layout }): ReactNode {
  const top = (legend[0]?.y ?? 20) - 16;
  return (
    <rect
      className={views.readingGround}
      style={{ opacity: 1 }}
      x={-4}
      y={top}
      width={width + 8}
      height={strip.top - 8 - top}
    />
  );
}
