import type { RefObject } from 'react';
import { type DragProps, useDrag } from '../../../ui/useDrag';

interface Held {
  place: number;
  /** Where it would go: an index of the order, or 'rest'; undefined: it has not been moved yet. */
  over: number | 'rest' | undefined;
}

/** A pointer that has gone so far (px) means to drag. */
const FAR = 4;

/** Where in the two lists of `root` a point is, if `place` is what is moved. */
function at(root: HTMLElement | null, place: number, x: number, y: number): Held['over'] {
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
export function useReorder(
  root: RefObject<HTMLElement | null>,
  put: (place: number, index: number | undefined) => void,
): [held: Held | undefined, dragging: DragProps] {
  return useDrag<Held>({
    slack: FAR,
    start(event) {
      const target = event.target as HTMLElement;
      const item = target.closest<HTMLElement>('[data-item]');
      const grip = target.closest(event.pointerType === 'mouse' ? '[data-place]' : '[data-handle]');
      return item && grip ? { place: Number(item.dataset.item), over: undefined } : undefined;
    },
    move: ({ clientX, clientY }, { place, over }) => ({
      place,
      over: at(root.current, place, clientX, clientY) ?? over,
    }),
    drop({ place, over }) {
      if (over !== undefined) put(place, over === 'rest' ? undefined : over);
    },
  });
}
