import { commonWords, type Translate } from '../words';

/** The words of a transmit ring. */
export const ringWords = (translate: Translate) => ({
  ...commonWords(translate),
  /** How many packets leave before the one that is watched. */
  ahead: (count: string) => translate({ id: 'view.ring.ahead', message: '{count} ahead' }, { count }),
  /** Packets that wait in the discipline. */
  above: (count: string) => translate({ id: 'view.ring.above', message: '+ {count} above it' }, { count }),
  wire: translate({ id: 'view.ring.wire', message: 'wire' }),
  /** Where the watched packet is, once it has left the ring. */
  onWire: translate({ id: 'view.ring.onWire', message: 'on the wire' }),
  gone: translate({ id: 'view.ring.gone', message: 'it has left' }),
  /** A descriptor whose packet has been sent; the driver does not know it yet. */
  sentNotFreed: translate({ id: 'view.ring.sentNotFreed', message: 'sent, not freed yet' }),
});

export type RingWords = ReturnType<typeof ringWords>;
