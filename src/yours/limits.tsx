import { translate } from '@docusaurus/Translate';
import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import type { LimitName } from '../model/contract';
import css from './limits.module.css';

/** How a limit looks: a quantity's colour, and a pattern, since colour alone says nothing to some. */
export type Pattern = 'plain' | 'up' | 'down' | 'cross' | 'across' | 'upright' | 'dots' | 'rings';

interface Look {
  quantity: string;
  pattern: Pattern;
}

const LOOKS: Record<LimitName, Look> = {
  handshake: { quantity: 'sequence', pattern: 'dots' },
  'application-idle': { quantity: 'ghost', pattern: 'plain' },
  'application-pace': { quantity: 'unsent', pattern: 'dots' },
  'send-buffer': { quantity: 'sndbuf', pattern: 'down' },
  'receive-window': { quantity: 'rwnd', pattern: 'across' },
  'slow-start': { quantity: 'cwnd', pattern: 'up' },
  'after-a-loss': { quantity: 'ssthresh', pattern: 'down' },
  path: { quantity: 'queue', pattern: 'plain' },
  loss: { quantity: 'loss', pattern: 'cross' },
  rto: { quantity: 'rto', pattern: 'upright' },
  nagle: { quantity: 'unacked', pattern: 'rings' },
  'cannot-tell': { quantity: 'time', pattern: 'rings' },
};

export const lookOf = (limit: LimitName): Look => LOOKS[limit];

/** Colour of everything that is about a limit. */
export const hueOf = (limit: LimitName): CSSProperties =>
  ({ '--hue': `var(--q-${LOOKS[limit].quantity})` }) as CSSProperties;

/** A limit in one to four words. */
export function limitWord(limit: LimitName): string {
  switch (limit) {
    case 'handshake':
      return translate({ id: 'yours.limit.handshake', message: 'Handshake' });
    case 'application-idle':
      return translate({ id: 'yours.limit.idle', message: 'Application idle' });
    case 'application-pace':
      return translate({ id: 'yours.limit.pace', message: 'Application’s pace' });
    case 'send-buffer':
      return translate({ id: 'yours.limit.sndbuf', message: 'Send buffer' });
    case 'receive-window':
      return translate({ id: 'yours.limit.rwnd', message: 'Receive window' });
    case 'slow-start':
      return translate({ id: 'yours.limit.slowStart', message: 'Slow start' });
    case 'after-a-loss':
      return translate({ id: 'yours.limit.afterLoss', message: 'Window after a loss' });
    case 'path':
      return translate({ id: 'yours.limit.path', message: 'Path capacity' });
    case 'loss':
      return translate({ id: 'yours.limit.loss', message: 'Loss recovery' });
    case 'rto':
      return translate({ id: 'yours.limit.rto', message: 'Retransmission timeout' });
    case 'nagle':
      return translate({ id: 'yours.limit.nagle', message: 'Nagle or delayed ACK' });
    case 'cannot-tell':
      return translate({ id: 'yours.limit.unknown', message: 'Cannot tell' });
  }
}

/** A small piece of its colour and pattern. */
export const Swatch = ({ limit }: { limit: LimitName }): ReactNode => (
  <span
    className={clsx(css.swatch, css[lookOf(limit).pattern])}
    style={hueOf(limit)}
    data-limit={limit}
    aria-hidden="true"
  />
);

/** A limit by colour, pattern and name. */
export const LimitLabel = ({ limit, title = limitWord(limit) }: { limit: LimitName; title?: string }): ReactNode => (
  <span className={css.named}>
    <Swatch limit={limit} />
    {title}
  </span>
);
