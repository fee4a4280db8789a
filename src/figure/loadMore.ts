import type { More, Prerendered } from '../model/types';

const asked = new Map<string, Promise<More>>();

async function fetched(address: string): Promise<More> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${answer.statusText}`);
  return (await answer.json()) as More;
}

/** What stands behind the tabs of a figure. It is fetched once, unless that fails. */
export function loadMore({ more: address }: Prerendered): Promise<More> {
  let more = asked.get(address);
  if (!more) {
    more = fetched(address);
    asked.set(address, more);
    more.catch(() => asked.delete(address));
  }
  return more;
}
