import { translate } from '@docusaurus/Translate';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { Cursor } from '../../views/cursor';
import type { Layout } from '../../views/layout';
import { readAt, sayReadout } from '../../views/readout';
import css from './Picture.module.css';

/** Where a key takes the cursor; undefined: not our key. */
function target(key: string, t: number, { x, frame, left, right }: Layout): number | undefined {
  const [start, end] = x.domain() as [number, number];
  const pixel = (end - start) / (right - left);
  const samples = frame.x.values;
  const sample = samples.length > 1 ? (end - start) / (samples.length - 1) : pixel;
  const step = Math.max(sample, 4 * pixel);
  const events = frame.marks.map((mark) => mark.t).sort((a, b) => a - b);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return t - step;
    case 'ArrowRight':
    case 'ArrowUp':
      return t + step;
    case 'PageUp':
      return events.find((event) => event > t + pixel) ?? end;
    case 'PageDown':
      return events.filter((event) => event < t - pixel).at(-1) ?? start;
    case 'Home':
      return start;
    case 'End':
      return end;
    default:
      return undefined;
  }
}

/** Moves the cursor: mouse, finger and keys. Only the cursor is drawn again, never the lines. */
export function Scrubber({ layout }: { layout: Layout }): ReactNode {
  const [t, setT] = useState<number>();
  const held = useRef(false);
  const [start, end] = layout.x.domain() as [number, number];
  const readout = useMemo(() => readAt(layout, t ?? start), [layout, t, start]);
  const clamp = (value: number): number => Math.min(end, Math.max(start, value));

  function point(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    setT(clamp(layout.x.invert(layout.left + event.clientX - box.left)));
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      setT(undefined);
      return;
    }
    const to = target(event.key, t ?? start, layout);
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setT(clamp(to));
  }

  const { top } = layout.lanes[0]!;
  return (
    <>
      {t !== undefined && <Cursor layout={layout} readout={readout} />}
      <div
        className={css.scrubber}
        style={{ left: layout.left, width: layout.right - layout.left, top: top - 6, height: layout.axisY - top + 6 }}
        role="slider"
        tabIndex={0}
        aria-label={translate({ id: 'figure.cursor', message: 'Cursor: values along the axis' })}
        aria-valuemin={start}
        aria-valuemax={end}
        aria-valuenow={readout.x}
        aria-valuetext={sayReadout(readout)}
        onKeyDown={press}
        onPointerDown={(event) => {
          held.current = true;
          event.currentTarget.setPointerCapture(event.pointerId);
          point(event);
        }}
        onPointerUp={() => (held.current = false)}
        onPointerCancel={() => (held.current = false)}
        onPointerMove={point}
        onPointerLeave={(event) => {
          if (event.pointerType === 'mouse' && !held.current) setT(undefined);
        }}
        onBlur={() => setT(undefined)}
      />
    </>
  );
}
