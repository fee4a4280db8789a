import { useEffect, useState } from 'react';
import type { ReadMark } from '../../memory/types';

export interface Reading {
  /** Sections that were read, of all. */
  read: number;
  of: number;
}

/** How much of a chapter was read; undefined where nothing is known, as in the build. */
export function useReading(chapter: string | undefined): Reading | undefined {
  const [found, setFound] = useState<Reading>();
  useEffect(() => {
    if (chapter === undefined) return undefined;
    let isOver = false;
    let stop = (): void => undefined;
    const watch = async (): Promise<void> => {
      const [{ default: chapters }, { memory }] = await Promise.all([
        import('@inflight/chapters.json'),
        import('../../memory'),
      ]);
      const sections = new Set(chapters.find(({ id }) => id === chapter)?.sections.map(({ id }) => id));
      if (isOver || sections.size === 0) return;
      const count = (): void => {
        const marks: ReadMark[] = [...memory().snapshot().read.values()];
        const read = marks.filter((mark) => mark.chapter === chapter && sections.has(mark.section)).length;
        setFound({ read, of: sections.size });
      };
      stop = memory().subscribe(count);
      count();
    };
    // The path says what to read without it.
    watch().catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }, [chapter]);
  return found;
}
