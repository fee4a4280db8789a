import type { ReactNode } from 'react';
import { cut } from '../text';
import { sayTime } from '../time';
import views from '../views.module.css';
import type { Words } from '../words';
import type { Place, Step } from './chart';
import type { Layout } from './layoutMachine';
import { groundOf } from './outline';
import { LINE, type Zone } from './plan';
import { pathsAt, type Visit } from './readMachine';
import { MARK, SideMark } from './SideMark';
import { State } from './State';
import { Cause, Way } from './Step';
import css from './machine.module.css';

/** The ground of states that belong together. */
function Ground({ zone: { points, lines, x, y, anchor } }: { zone: Zone }): ReactNode {
  return (
    <g>
      <path className={views.panel} d={groundOf(points)} />
      {lines.map((line, i) => (
        <text key={line} className={css.heading} x={x} y={y + i * LINE} textAnchor={anchor}>
          {line}
        </text>
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
          <SideMark side={i} letter={sides[i]!.letter} x={place.x + MARK + 1} y={place.y - 4} />
          <text className={views.ink} x={place.x + 2 * MARK + 8} y={place.y}>
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
