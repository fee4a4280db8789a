/** The words in the pipe; the page gives them in its language. */
export interface PipeWords {
  sender: string;
  receiver: string;
  /** "queue 17 of 25"; without a limit "queue 17"; where nobody knows how many, "queue". */
  queue: (count: number | undefined, limit: number | undefined) => string;
  /** "send buffer 12 kB" */
  buffer: (amount: string) => string;
  /** "RTT 40 ms" */
  roundTrip: (amount: string) => string;
  data: string;
  again: string;
  gone: string;
  ack: string;
  unsent: string;
  unacked: string;
}

/** For tests, and as the words that are translated. */
export const ENGLISH: PipeWords = {
  sender: 'sender',
  receiver: 'receiver',
  queue: (count, limit) =>
    count === undefined ? 'queue' : limit === undefined ? `queue ${count}` : `queue ${count} of ${limit}`,
  buffer: (amount) => `send buffer ${amount}`,
  roundTrip: (amount) => `RTT ${amount}`,
  data: 'data',
  again: 'sent again',
  gone: 'dropped, lost',
  ack: 'ACK',
  unsent: 'not yet sent',
  unacked: 'not yet acknowledged',
};
