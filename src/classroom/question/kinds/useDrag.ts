import { type PointerEvent, type RefObject, useState } from 'react';

interface Drag {
  /** What is held. */
  dragged: number | undefined;
  /** Where it would go: an index of the order, or 'rest'. */
  over: number | 'rest' | undefined;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

interface Held {
  place: number;
  x: number;
  y: number;
  over: Drag['over'];
}

/** A pointer that has gone so far (px) means to drag. */
const FAR = 4;

/** Where in the two lists of `root` a point is, if `place` is what is moved. */
function at(root: HTMLElement | null, place: number, x: number, y: number): Drag['over'] {
  const lists = [...(root?.querySelectorAll<HTMLElement>('[data-list]') ?? [])];
  const list = lists.find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  if (!list) return undefined;
  if (list.dataset.list !== 'order') return 'rest';
  const others = [...list.querySelectorAll<HTMLElement>('[data-item]')].filter(
    ({ dataset }) => dataset.item !== String(place),
  );
  return others.filter((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return y > (top + bottom) / 2;
  }).length;
}

/**
 * Drags items (`data-item`) between the lists (`data-list`: `order`, `rest`) of `root`, and within the order. A mouse
 * takes them anywhere, a finger by their `data-handle`, so that it can still scroll the page.
 */
export function useDrag(
  root: RefObject<HTMLElement | null>,
  put: (place: number, index: number | undefined) => void,
): Drag {
  const [held, setHeld] = useState<Held>();
  return {
    dragged: held?.over === undefined ? undefined : held.place,
    over: held?.over,
    onPointerDown(event) {
      const target = event.target as HTMLElement;
      const item = target.closest<HTMLElement>('[data-item]');
      const grip = target.closest(event.pointerType === 'mouse' ? '[data-place]' : '[data-handle]');
      if (event.button !== 0 || !item || !grip) return;
      setHeld({ place: Number(item.dataset.item), x: event.clientX, y: event.clientY, over: undefined });
    },
    onPointerMove(event) {
      if (!held) return;
      const [x, y] = [event.clientX, event.clientY];
      if (held.over === undefined && Math.hypot(x - held.x, y - held.y) < FAR) return;
      // From now on it is heard of wherever it goes.
      if (!event.currentTarget.hasPointerCapture(event.pointerId))
        event.currentTarget.setPointerCapture(event.pointerId);
      setHeld({ ...held, over: at(root.current, held.place, x, y) ?? held.over });
    },
    onPointerUp() {
      if (held?.over !== undefined) put(held.place, held.over === 'rest' ? undefined : held.over);
      setHeld(undefined);
    },
    onPointerCancel: () => setHeld(undefined),
  };
}
