import type { Need, RuntimeUrls } from './types';

/** `urls` with each address changed. */
export function mapUrls({ lock, figures, ...others }: RuntimeUrls, change: (url: string) => string): RuntimeUrls {
  const changed = <T extends Record<string, string>>(addresses: T): T =>
    Object.fromEntries(Object.entries(addresses).map(([name, url]) => [name, change(url)])) as T;
  return { ...changed(others), figures: changed(figures), lock };
}

/** Archives of modules that Python begins with. */
export function firstArchives({ kernel, figures, rest }: RuntimeUrls, { experiment, answers }: Need): string[] {
  const own = experiment && figures[experiment];
  return [kernel, ...(own ? [own] : []), ...(answers ? [rest] : [])];
}
