import type { CountWord } from './lanes/marks';
import { spoken } from './text';

/** The names in braces: "{taken} of {all}" has two. */
type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | Places<Rest> : never;

/**
 * Docusaurus's `translate`, handed in by the page, as views know no site. Both texts are written out at the call, since
 * translators are given what stands there (`plugins/viewTexts.ts`).
 */
export type Translate = <Text extends string>(
  text: { id: string; message: Text },
  values?: Record<Places<Text>, string | number>,
) => string;

/** The word at a curve. Names are those of `ss` and the kernel; only what is no word at all is spelled out. */
export const columnWord =
  (translate: Translate) =>
  (name: string): string =>
    name === 'inflight' ? translate({ id: 'view.column.inflight', message: 'in flight' }) : spoken(name);

/** "3 losses" where events stand too close to be named one by one. */
const countWord =
  (translate: Translate): CountWord =>
  (count, kinds) => {
    const only = kinds.size === 1 ? [...kinds][0] : undefined;
    if (only === 'loss' || only === 'recovery' || only === 'drop')
      return translate({ id: 'view.losses', message: '{count} losses' }, { count });
    if (only === 'timeout' || only === 'rto')
      return translate({ id: 'view.timeouts', message: '{count} timeouts' }, { count });
    return translate({ id: 'view.events', message: '{count} events' }, { count });
  };

/** The words that several views use; what only one of them says is declared in its folder. */
export const commonWords = (translate: Translate) => ({
  column: columnWord(translate),
  count: countWord(translate),
  sender: translate({ id: 'view.sender', message: 'sender' }),
  receiver: translate({ id: 'view.receiver', message: 'receiver' }),
  client: translate({ id: 'view.client', message: 'client' }),
  server: translate({ id: 'view.server', message: 'server' }),
  lost: translate({ id: 'view.lost', message: 'lost' }),
  /** After the first of several. */
  more: (count: number) => translate({ id: 'view.more', message: '+ {count} more' }, { count }),
  /** "sender: Recovery since 3.2 s" */
  since: (side: string, state: string, start: string) =>
    translate({ id: 'view.since', message: '{side}: {state} since {start}' }, { side, state, start }),
  /** Behind the title of an axis in powers of ten. */
  logScale: translate({ id: 'view.logScale', message: 'log scale' }),
  /** Behind the title of an axis on which long pauses are drawn short. */
  notToScale: translate({ id: 'view.notToScale', message: 'not to scale' }),
  slots: (taken: string, all: string) =>
    translate({ id: 'view.slots', message: '{taken} of {all} slots' }, { taken, all }),
  howFull: translate({ id: 'view.howFull', message: 'How full, over time' }),
  nothing: translate({ id: 'view.nothing', message: 'Nothing to draw in this run.' }),
});

export type Words = ReturnType<typeof commonWords>;

/** The name of a host: what the model calls it, where the page has no word for it. */
export function hostName(name: string, words: Words): string {
  const known: Record<string, string> = {
    sender: words.sender,
    receiver: words.receiver,
    client: words.client,
    server: words.server,
  };
  return known[name] ?? name;
}
