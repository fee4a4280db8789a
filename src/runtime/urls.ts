import type { RuntimeUrls } from './types';

/** `urls` with each address changed. */
export function mapUrls({ lock, ...addresses }: RuntimeUrls, change: (url: string) => string): RuntimeUrls {
  const changed = Object.entries(addresses).map(([name, url]) => [name, change(url)]);
  return { ...(Object.fromEntries(changed) as typeof addresses), lock };
}
