import { type RefObject, useEffect } from 'react';
import { partOf } from '../../model/questions';
import { Reading } from '../reading';

/** Parts of the book that are read from the top; guides and tables are looked things up in. */
const PARTS = [
  'opening',
  'small-writes',
  'windows',
  'congestion',
  'queues',
  'disciplines',
  'closing',
  'around',
  'cases',
];

export const isReadThrough = (chapter: string): boolean => PARTS.includes(partOf(chapter));

const TICK = 1000;
/** Longer than any page (px). */
const ENDLESS = 10_000_000;

/**
 * Remembers which sections of a chapter were read to their end. `end` is the element behind the last one; `chapter` as
 * in `windows/why-slow`.
 */
export function useReading(chapter: string, end: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const last = end.current;
    const headings = [...(last?.closest('article')?.querySelectorAll('h2[id]') ?? [])];
    if (!last || headings.length === 0 || !isReadThrough(chapter)) return undefined;
    const edges = [...headings, last];
    const reading = new Reading(headings.length, performance.now());

    function keep(sections: readonly number[]): void {
      for (const section of sections)
        void import('../../memory').then(
          ({ memory }) => memory().markRead(chapter, headings[section]!.id),
          // Cut off from the net, it is not remembered.
          () => undefined,
        );
    }
    // The window, made endless downwards or upwards: a heading that is in neither can't be jumped over unseen.
    const isAbove = edges.map(() => false);
    const isBelow = edges.map(() => true);
    const watch = (rootMargin: string, isBeyond: boolean[]): IntersectionObserver => {
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) {
            const edge = edges.indexOf(target);
            isBeyond[edge] = !isIntersecting;
            const where = isAbove[edge] ? 'above' : isBelow[edge] ? 'below' : 'in';
            keep(reading.move(edge, where, performance.now()));
          }
        },
        { rootMargin },
      );
      for (const edge of edges) observer.observe(edge);
      return observer;
    };
    const observers = [watch(`0px 0px ${ENDLESS}px`, isAbove), watch(`${ENDLESS}px 0px 0px`, isBelow)];
    const timer = setInterval(() => {
      if (document.hidden) reading.skip(performance.now());
      else keep(reading.count(performance.now()));
    }, TICK);
    return () => {
      for (const observer of observers) observer.disconnect();
      clearInterval(timer);
    };
  }, [chapter, end]);
}
