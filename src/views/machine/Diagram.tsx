import type { ReactNode } from 'react';
import { inkOf } from '../styles';
import { cut } from '../text';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { Words } from '../words';
import { nameOf, type Place, type Step } from './chart';
import type { Layout } from './layout';
import { type Edge, LINE } from './plan';
import { pathsAt, type Taken, type Visit } from './read';
import css from './machine.module.css';

/** One colour for each side, never its only mark. */
const HUES = ['flow1', 'flow2'] as const;
const ROUND = 7;
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
  const d = wayOf(shortened(edge.points, 8));
  const both = sides.length > 1;
  const exit = edge.step.endsWith('>GONE') && edge.lines[0]!.startsWith('RST');
  return (
    <g style={inkOf(HUES[sides[0]! % HUES.length]!)}>
      <path className={css.taken} data-side={both ? 'under' : sides[0]} data-exit={exit} d={d} />
      {both && (
        <>
          <path className={css.core} d={d} />
          <path className={css.taken} data-side="over" style={inkOf(HUES[1])} d={d} />
        </>
      )}
      <path className={css.takenTip} d={tipOf(edge.points, both ? 13 : 11)} />
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
  const { width, height } = plan.box;
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
        {edges.map((edge) => (
          <Way key={edge.step} edge={edge} sides={steps.get(edge.step)?.sides ?? []} />
        ))}
        {edges.map((edge) => (
          <Cause key={edge.step} edge={edge} taken={steps.get(edge.step)} />
        ))}
        {plan.boxes.map(({ place, x, y }) => {
          const who = here(place);
          return (
            <g key={place}>
              <rect
                className={css.box}
                data-seen={seen.has(place)}
                data-here={who.length > 0}
                x={x - width / 2 + 0.5}
                y={y - height / 2 + 0.5}
                width={width - 1}
                height={height - 1}
                rx={height / 2}
              />
              <text className={css.state} data-seen={seen.has(place)} x={x} y={y} dy="0.35em" textAnchor="middle">
                {nameOf(place)}
              </text>
              {who.map((side) => (
                <Mark
                  key={side}
                  side={side}
                  letter={sides[side]!.letter}
                  x={side === 0 ? x - width / 2 + 2 : x + width / 2 - 2}
                  y={y - height / 2 + 1}
                />
              ))}
            </g>
          );
        })}
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
