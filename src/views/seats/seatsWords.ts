import { commonWords, type Translate } from '../words';

/** The words of a listening socket; commands and counters keep the kernel's names. */
export const seatsWords = (translate: Translate) => ({
  ...commonWords(translate),
  clients: translate({ id: 'view.seats.clients', message: 'Clients, and what they believe' }),
  listener: translate({ id: 'view.seats.listener', message: 'Server' }),
  halfOpen: translate({ id: 'view.seats.halfOpen', message: 'Half open' }),
  acceptQueue: translate({ id: 'view.seats.acceptQueue', message: 'Accept queue' }),
  seats: translate({ id: 'view.seats.seats', message: 'seats' }),
  application: translate({ id: 'view.seats.application', message: 'Application' }),
  taken: (taken: string, all: string) =>
    translate({ id: 'view.seats.taken', message: '{taken} of {all}' }, { taken, all }),
  full: translate({ id: 'view.seats.full', message: 'full' }),
  /** Where one mark is several clients. */
  mark: (count: string) => translate({ id: 'view.seats.mark', message: 'a mark is {count} clients' }, { count }),
  synsDropped: (count: string) =>
    count === '1'
      ? translate({ id: 'view.seats.synsDropped.one', message: '1 SYN dropped' })
      : translate({ id: 'view.seats.synsDropped', message: '{count} SYNs dropped' }, { count }),
  acksDropped: (count: string) =>
    count === '1'
      ? translate({ id: 'view.seats.acksDropped.one', message: '1 ACK dropped' })
      : translate({ id: 'view.seats.acksDropped', message: '{count} ACKs dropped' }, { count }),
  accepted: (count: string) => translate({ id: 'view.seats.accepted', message: '{count} accepted' }, { count }),
  /** Who takes himself for connected, and the server does not know it yet. */
  onTheWay: (count: string) =>
    count === '1'
      ? translate({ id: 'view.seats.onTheWay.one', message: '1 ACK on the way' })
      : translate({ id: 'view.seats.onTheWay', message: '{count} ACKs on the way' }, { count }),
  /** How many connections there are, asked at both ends. */
  clientsSay: translate({ id: 'view.seats.clientsSay', message: 'Connected, say the clients' }),
  serverSays: translate({ id: 'view.seats.serverSays', message: 'Connected, says the server' }),
});

export type SeatsWords = ReturnType<typeof seatsWords>;
