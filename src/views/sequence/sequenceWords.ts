import { commonWords, type Translate } from '../words';

/** The words of a time–sequence graph. */
export const sequenceWords = (translate: Translate) => ({
  ...commonWords(translate),
  data: translate({ id: 'view.sequence.data', message: 'data' }),
  again: translate({ id: 'view.sequence.again', message: 'sent again' }),
  /** Bytes that have left the sender. */
  sent: translate({ id: 'view.sequence.sent', message: 'sent' }),
  ack: translate({ id: 'view.sequence.ack', message: 'acknowledged' }),
  window: translate({ id: 'view.sequence.window', message: 'window' }),
  /** Where the window's edge lies above the picture. */
  windowBeyond: translate({ id: 'view.sequence.windowBeyond', message: 'window beyond' }),
  sack: translate({ id: 'view.sequence.sack', message: 'SACK' }),
  dropped: translate({ id: 'view.sequence.dropped', message: 'dropped' }),
  /** Where only so many are known. */
  firstPackets: (count: number) =>
    translate({ id: 'view.sequence.firstPackets', message: 'the first {count} packets' }, { count }),
});

export type SequenceWords = ReturnType<typeof sequenceWords>;
