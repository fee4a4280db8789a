import type { Location } from 'history';
import moved from '@site/docs/moved.json';

const PAGE = /^(.*\/book\/)(.+?)\/?$/;

/**
 * Where an old address of the book leads today: a section or a figure that has gone to another chapter since. A figure
 * is known by what the link sets in it (`?congestion-window.rtt=80`), and keeps that.
 * @param places `windows/why-slow#gso` or `windows/why-slow?modern`, each with its new place
 * @returns undefined: nothing has moved
 */
export function newPlaceOf(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  places: Readonly<Record<string, string>>,
): string | undefined {
  const [, book, page] = PAGE.exec(pathname) ?? [];
  if (!page) return undefined;
  const figures = [...new URLSearchParams(search).keys()].map((key) => key.split('.')[0]!);
  const old = [`${page}${hash}`, ...figures.map((name) => `${page}?${name}`)].find((each) =>
    Object.hasOwn(places, each),
  );
  if (old === undefined) return undefined;
  const [chapter, section] = places[old]!.split('#');
  return `${book}${chapter}/${search}${section ? `#${section}` : hash}`;
}

export function onRouteDidUpdate({ location }: { location: Location }): void {
  const place = newPlaceOf(location, moved);
  if (place !== undefined) window.location.replace(place);
}
