import type { Params } from '../../model/contract';

/** What the link is made of: of the capture, its name and its hosts there is nothing in it. */
const PREFIX = 'replay.';

/** What stands for the capture itself, and means nothing without it. */
export const ONLY_BESIDE: readonly string[] = ['as_written'];

/** The address of a run of the model with these parameters, and of nothing else. */
export function linkTo(page: string, values: Params): string {
  const address = new URL(page);
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (ONLY_BESIDE.includes(name)) continue;
    params.set(PREFIX + name, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
  }
  address.search = params.toString();
  address.hash = '';
  return address.href;
}

/** The parameters in an address, as they stand there; Python checks them. Undefined: there are none. */
export function paramsIn(search: string): Params | undefined {
  const found = [...new URLSearchParams(search)].filter(([name]) => name.startsWith(PREFIX));
  if (found.length === 0) return undefined;
  return Object.fromEntries(found.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

/** `search` without them. */
export function withoutParams(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of [...params.keys()]) if (name.startsWith(PREFIX)) params.delete(name);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
