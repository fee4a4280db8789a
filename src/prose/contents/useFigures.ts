import { type RefObject, useEffect, useState } from 'react';

export interface FigureMark {
  /** Of its place on the page. */
  id: string;
  question: string;
}

const questionOf = (place: Element): string =>
  document.getElementById(place.querySelector('[data-experiment]')?.getAttribute('aria-labelledby') ?? '')
    ?.textContent ?? '';

/** The figures of an article by the section that they stand in; those before the first section under `''`. */
export function useFigures(article: RefObject<HTMLElement | null>): ReadonlyMap<string, readonly FigureMark[]> {
  const [found, setFound] = useState<ReadonlyMap<string, readonly FigureMark[]>>(new Map());
  useEffect(() => {
    const marks = new Map<string, FigureMark[]>();
    let section = '';
    for (const each of article.current?.querySelectorAll('h2[id], .figure-place[id]') ?? []) {
      if (each.localName === 'h2') section = each.id;
      else marks.set(section, [...(marks.get(section) ?? []), { id: each.id, question: questionOf(each) }]);
    }
    // What a page shows is only to be seen on it.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    setFound(marks);
  }, [article]);
  return found;
}
