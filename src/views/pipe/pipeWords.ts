import type { Translate } from '../words';

/** The words of the pipe. */
export const pipeWords = (translate: Translate) => ({
  sender: translate({ id: 'view.sender', message: 'sender' }),
  receiver: translate({ id: 'view.receiver', message: 'receiver' }),
  /** How many wait, and for how many there is room; either may be unknown. */
  queue: (count: number | undefined, limit: number | undefined) =>
    count === undefined
      ? translate({ id: 'view.pipe.queueAlone', message: 'queue' })
      : limit === undefined
        ? translate({ id: 'view.pipe.queue', message: 'queue {count}' }, { count })
        : translate({ id: 'view.pipe.queueOf', message: 'queue {count} of {limit}' }, { count, limit }),
  buffer: (amount: string) => translate({ id: 'view.pipe.buffer', message: 'send buffer: {amount} in it' }, { amount }),
  roundTrip: (amount: string) => translate({ id: 'view.pipe.roundTrip', message: 'RTT {amount}' }, { amount }),
  data: translate({ id: 'view.pipe.data', message: 'data' }),
  again: translate({ id: 'view.pipe.again', message: 'sent again' }),
  gone: translate({ id: 'view.pipe.gone', message: 'dropped, lost' }),
  ack: 'ACK',
  unsent: translate({ id: 'view.pipe.unsent', message: 'not yet sent' }),
  unacked: translate({ id: 'view.pipe.unacked', message: 'not yet acknowledged' }),
});

export type PipeWords = ReturnType<typeof pipeWords>;
