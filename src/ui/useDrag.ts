import { type PointerEvent, useRef, useState } from 'react';

type Pointer = PointerEvent<HTMLElement>;

interface Drag<Held> {
  /** What is taken up; undefined: nothing that could be dragged. */
  start: (event: Pointer) => Held | undefined;
  /** Told of each move. What it gives back is what is held from then on, if that is to be drawn. */
  move: (event: Pointer, held: Held) => Held | undefined;
  /** Let go, and not taken away, as a finger is that turns out to scroll. */
  drop?: (held: Held) => void;
  /** A pointer that has gone less far (px) may still mean a click on what lies under it. */
  slack?: number;
}

export interface DragProps {
  onPointerDown: (event: Pointer) => void;
  onPointerMove: (event: Pointer) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/** What is held, and what makes an element one that is dragged, by mouse or finger; keys are for the element to add. */
export function useDrag<Held>({ start, move, drop, slack = 0 }: Drag<Held>): [Held | undefined, DragProps] {
  const [held, setHeld] = useState<Held>();
  // A move may come before the one before it has been drawn.
  const now = useRef<{ held: Held; x: number; y: number; isMoving: boolean }>(undefined);
  function end(): void {
    now.current = undefined;
    setHeld(undefined);
  }
  return [
    held,
    {
      onPointerDown(event) {
        const taken = event.button === 0 ? start(event) : undefined;
        if (taken === undefined) return;
        now.current = { held: taken, x: event.clientX, y: event.clientY, isMoving: slack === 0 };
        // From now on it is heard of wherever it goes.
        if (slack === 0) event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(taken);
      },
      onPointerMove(event) {
        const drag = now.current;
        if (!drag) return;
        if (!drag.isMoving) {
          if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < slack) return;
          drag.isMoving = true;
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        const next = move(event, drag.held);
        if (next === undefined) return;
        drag.held = next;
        setHeld(next);
      },
      onPointerUp() {
        const drag = now.current;
        end();
        if (drag?.isMoving) drop?.(drag.held);
      },
      onPointerCancel: end,
    },
  ];
}
