import { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useSyncExternalStore } from 'react';
import { useDrag } from '../ui/useDrag';
import type { TimeAxis } from '../views/view';
import type { Clock } from './clock';
import css from './Picture.module.css';

/** Where a time axis begins and ends; between them it may be bent, where long silence is drawn short. */
const endsOf = (scale: TimeAxis['scale']): [number, number] => [scale.domain()[0]!, scale.domain().at(-1)!];

/** Where a key takes the cursor; undefined: not our key. */
function target(key: string, t: number, { scale, step, stops }: TimeAxis): number | undefined {
  const [start, end] = endsOf(scale);
  const near = step / 4;
  const next = (): number => stops.find((stop) => stop > t + near) ?? end;
  const previous = (): number => stops.filter((stop) => stop < t - near).at(-1) ?? start;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return step > 0 ? t - step : previous();
    case 'ArrowRight':
    case 'ArrowUp':
      return step > 0 ? t + step : next();
    case 'PageUp':
      return next();
    case 'PageDown':
      return previous();
    case 'Home':
      return start;
    case 'End':
      return end;
    default:
      return undefined;
  }
}

/** Moves the cursor: mouse, finger and keys. Only the cursor is drawn again, never the picture. */
export function Scrubber({ time, clock }: { time: TimeAxis; clock: Clock }): ReactNode {
  const t = useSyncExternalStore(clock.subscribe, clock.time, () => undefined);
  // Where the cursor stays when the mouse has only passed by.
  const kept = useRef<number>(undefined);
  const { scale, plot, along } = time;
  const [start, end] = endsOf(scale);
  const clamp = (value: number): number => Math.min(end, Math.max(start, value));
  // A picture may show a part of the run only.
  const isSeen = t !== undefined && t >= start && t <= end;
  const moment = useMemo(() => time.at(Math.min(end, Math.max(start, t ?? start))), [time, t, start, end]);

  function point(event: PointerEvent<HTMLElement>): true {
    const box = event.currentTarget.getBoundingClientRect();
    const pixel = along === 'x' ? plot.left + event.clientX - box.left : plot.top + event.clientY - box.top;
    clock.set(clamp(scale.invert(pixel)));
    return true;
  }
  const [isHeld, dragging] = useDrag<true>({
    start: point,
    move: point,
    drop: () => (kept.current = clock.time()),
  });

  function keep(to: number | undefined): void {
    kept.current = to;
    clock.set(to);
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      keep(undefined);
      return;
    }
    const to = target(event.key, t ?? start, time);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keep(clamp(to));
  }

  return (
    <>
      {isSeen && moment.cursor}
      <div
        className={css.scrubber}
        style={{ left: plot.left, width: plot.right - plot.left, top: plot.top, height: plot.bottom - plot.top }}
        role="slider"
        tabIndex={0}
        aria-label={translate({ id: 'figure.cursor', message: 'Cursor: values along the axis' })}
        aria-orientation={along === 'x' ? 'horizontal' : 'vertical'}
        aria-valuemin={start}
        aria-valuemax={end}
        aria-valuenow={moment.t}
        aria-valuetext={moment.said}
        onKeyDown={press}
        {...dragging}
        onPointerEnter={() => {
          if (!isHeld) kept.current = clock.time();
        }}
        onPointerMove={(event) => {
          // What plays is not stopped by a mouse that passes over it.
          if (isHeld || !clock.playing()) point(event);
        }}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse' && !isHeld && !clock.playing()) clock.set(kept.current);
        }}
      />
    </>
  );
}
