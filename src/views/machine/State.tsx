import type { ReactNode } from 'react';
import { MOVES, nameOf } from './chart';
import type { Box, Plan } from './plan';
import { inkOfSide, SideMark } from './SideMark';
import css from './machine.module.css';
import views from '../views.module.css';

interface StateProps {
  at: Box;
  size: Plan['box'];
  /** Who has been there, and who is. */
  seen: readonly number[];
  here: readonly number[];
  letters: readonly string[];
}

/** A state: in the colour of the side that has been there, deeper where it is now; half and half if both are. */
export function State({ at: { place, x, y }, size: { width, height }, seen, here, letters }: StateProps): ReactNode {
  const [left, top] = [x - width / 2 + 0.5, y - height / 2 + 0.5];
  const [wide, high] = [width - 1, height - 1];
  const round = high / 2;
  const who = here.length > 0 ? here : seen;
  const hue = who.length === 1 ? inkOfSide(who[0]!) : undefined;
  const move = MOVES[place];
  const form = { x: left, y: top, width: wide, height: high, rx: Math.min(round, 15) };
  return (
    <g>
      <rect className={views.ground} {...form} />
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
        className={seen.length > 0 ? views.number : views.tick}
        x={x}
        y={move ? y - 2 : y}
        dy={move ? 0 : '0.35em'}
        textAnchor="middle"
      >
        {nameOf(place)}
      </text>
      {move && (
        <text className={here.length > 0 ? views.number : views.tick} x={x} y={y + 11} textAnchor="middle">
          {move}
        </text>
      )}
      {here.map((side) => (
        <SideMark
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
