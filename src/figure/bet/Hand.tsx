import Translate, { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { filled, KEY_STRIDE, lift, type Place, PLACES, type Sketch, stroke } from '../../memory/bets/curve';
import { useDrag } from '../../ui/useDrag';
import { formatValue } from '../../views/format';
import type { Drawing, LanePlace, TimeAxis } from '../../views/view';
import { columnLabel } from '../messages';
import type { Pixels } from './Line';
import css from './Bet.module.css';

/** The height goes in so many steps by key, and in fewer by Page Up and Page Down. */
const STEPS = 40;
const PAGES = 8;

/** The lane in which a column's curve is asked for, and its axes. */
export function laneOf({ lanes, time }: Drawing, column: string): { place: LanePlace; time: TimeAxis } | undefined {
  const place = lanes?.find(({ lane }) => lane.series.includes(column));
  return place && time && { place, time };
}

interface HandProps {
  column: string;
  sketch: Sketch;
  onDraw: (sketch: Sketch) => void;
  place: LanePlace;
  time: TimeAxis;
  pixels: Pixels;
  xUnit: string;
}

/** Draws with a mouse, a finger or keys. */
export function Hand({ column, sketch, onDraw, place, time, pixels, xUnit }: HandProps): ReactNode {
  const { top, bottom, y, lane } = place;
  const { left, right } = pixels;
  const [low, high] = y.domain() as [number, number];
  const [stop, setStop] = useState(0);
  const curve = filled(sketch);
  const middle = (low + high) / 2;
  const height = curve?.[stop] ?? middle;

  const clamp = (value: number): number => Math.min(high, Math.max(low, value));

  function placeOf(event: PointerEvent<HTMLElement>): Place {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * (PLACES - 1);
    return { place: x, height: clamp(y.invert(top + event.clientY - box.top)) };
  }

  function pull(event: PointerEvent<HTMLElement>, from?: Place): Place {
    const to = placeOf(event);
    onDraw(stroke(sketch, from ?? to, to));
    return to;
  }
  const [, drawing] = useDrag<Place>({ start: pull, move: pull });

  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const move = MOVES[event.key];
    const rise = RISES[event.key];
    if (move === undefined && rise === undefined) return;
    event.preventDefault();
    if (move !== undefined) setStop(Math.min(PLACES - 1, Math.max(0, stop + move * KEY_STRIDE)));
    if (rise !== undefined) onDraw(lift(sketch, stop, clamp(height + rise * (high - low))));
  }

  const at = time.scale.invert(left + ((right - left) * stop) / (PLACES - 1));
  return (
    <div
      className={css.surface}
      style={{ left, width: right - left, top, height: bottom - top }}
      role="slider"
      tabIndex={0}
      aria-label={translate({ id: 'figure.bet.curve', message: 'Your curve: {name}' }, { name: columnLabel(column) })}
      aria-orientation="vertical"
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={height}
      aria-valuetext={translate(
        { id: 'figure.bet.curve.at', message: '{value} at {x}' },
        { value: formatValue(height, lane.unit), x: formatValue(at, xUnit) },
      )}
      onKeyDown={press}
      {...drawing}
    >
      {!curve && (
        <span className={css.invitation} aria-hidden="true">
          <Translate id="figure.bet.draw" values={{ name: columnLabel(column) }}>
            {'Draw {name} here'}
          </Translate>
        </span>
      )}
      <span
        className={css.pen}
        style={{ left: ((right - left) * stop) / (PLACES - 1), top: y(height) - top }}
        aria-hidden="true"
      />
    </div>
  );
}

/** Stops along the axis, and shares of the height. */
const MOVES: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -PLACES, End: PLACES };
const RISES: Record<string, number> = {
  ArrowUp: 1 / STEPS,
  ArrowDown: -1 / STEPS,
  PageUp: 1 / PAGES,
  PageDown: -1 / PAGES,
};
