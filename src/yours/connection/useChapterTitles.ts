import { useEffect, useState } from 'react';

/** Names of the book's chapters, by id (`windows/receive-window`, also with a heading behind it), once they are there. */
export function useChapterTitles(): (chapter: string) => string | undefined {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>();
  useEffect(() => {
    let isWanted = true;
    import('@inflight/chapters.json').then(
      ({ default: chapters }) => isWanted && setTitles(new Map(chapters.map(({ id, title }) => [id, title]))),
      // Cut off from the net, the links still say where they lead.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, []);
  return (chapter) => titles?.get(chapter.split('#', 1)[0]!);
}
