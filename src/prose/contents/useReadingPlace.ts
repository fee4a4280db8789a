import { type RefObject, useEffect, useState } from 'react';

/** Of the window's height: where eyes rest. */
const EYES = 1 / 3;

interface Place {
  /** Of the section that is being read; −1 before the first. */
  section: number;
  /** How much of it lies above the eyes, 0 to 1. */
  share: number;
}

/** Where a reader is, given where sections begin and where the last one ends (px from the window's top). */
export function placeOf(tops: readonly number[], end: number, height: number, isAtEnd: boolean): Place {
  if (isAtEnd) return { section: tops.length - 1, share: 1 };
  const eyes = height * EYES;
  const section = tops.filter((top) => top <= eyes).length - 1;
  if (section < 0) return { section, share: 0 };
  const [from, to] = [tops[section]!, tops[section + 1] ?? end];
  return { section, share: Math.min(1, (eyes - from) / Math.max(1, to - from)) };
}

/** Which section is being read. `onRead` hears of each step within it. */
export function useReadingPlace(
  article: RefObject<HTMLElement | null>,
  ids: readonly string[],
  onRead: (share: number) => void,
): number {
  const [section, setSection] = useState(-1);
  const key = ids.join(' ');
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const headings = key.split(' ').flatMap((id) => document.getElementById(id) ?? []);
      const page = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= page.scrollHeight - 2;
      const end = article.current?.getBoundingClientRect().bottom ?? 0;
      const tops = headings.map((each) => each.getBoundingClientRect().top);
      const place = placeOf(tops, end, window.innerHeight, isAtEnd);
      onRead(place.share);
      setSection(place.section);
    };
    const soon = (): void => void (frame ||= requestAnimationFrame(look));
    soon();
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
    };
  }, [article, key, onRead]);
  return section;
}
