import { escapeXml } from '../../text/xml';

export type Access = 'open' | 'locked' | 'hidden';
export type Theme = 'light' | 'dark';

export interface EmbedWish {
  /** By name of parameter; what is not named is open. */
  access: Record<string, Access>;
  /** Undefined: as the reader's browser has it. */
  theme: Theme | undefined;
}

/** Before the figure has told its height. */
const HEIGHT = 900;

/** The embed page of `address` (which holds the figure's setting) with some parameters locked or hidden. */
export function embedAddress(address: string, { access, theme }: EmbedWish): string {
  const named = (wanted: Access): string =>
    Object.entries(access)
      .filter(([, given]) => given === wanted)
      .map(([name]) => name)
      .join(',');
  // By hand: commas and names need no escaping, and a person may want to read it.
  const extra = Object.entries({ lock: named('locked'), hide: named('hidden'), theme })
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${value}`);
  const { search } = new URL(address);
  return address + (extra.length === 0 ? '' : (search ? '&' : '?') + extra.join('&'));
}

/** What a page that wants to show the figure pastes. */
export const snippet = (address: string, script: string, title: string): string =>
  `<script async src="${escapeXml(script)}"></script>
<iframe data-inflight src="${escapeXml(address)}" title="${escapeXml(title)}" loading="lazy" allow="clipboard-write" style="width: 100%; height: ${HEIGHT}px; border: 0"></iframe>`;
