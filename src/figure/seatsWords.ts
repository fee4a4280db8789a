import { translate } from '@docusaurus/Translate';
import type { SeatsWords } from '../views/seats/words';

/** The words of a listening socket's picture. */
export const seatsWords = (): SeatsWords => ({
  clients: translate({ id: 'figure.seats.clients', message: 'Clients, and what they believe' }),
  server: translate({ id: 'figure.seats.server', message: 'Server' }),
  halfOpen: translate({ id: 'figure.seats.halfOpen', message: 'Half open' }),
  acceptQueue: translate({ id: 'figure.seats.acceptQueue', message: 'Accept queue' }),
  seats: translate({ id: 'figure.seats.seats', message: 'seats' }),
  application: translate({ id: 'figure.seats.application', message: 'Application' }),
  taken: (taken, all) => translate({ id: 'figure.seats.taken', message: '{taken} of {all}' }, { taken, all }),
  full: translate({ id: 'figure.seats.full', message: 'full' }),
  mark: (count) => translate({ id: 'figure.seats.mark', message: 'a mark is {count} clients' }, { count }),
  synsDropped: (count) =>
    count === '1'
      ? translate({ id: 'figure.seats.syns.one', message: '1 SYN dropped' })
      : translate({ id: 'figure.seats.syns', message: '{count} SYNs dropped' }, { count }),
  acksDropped: (count) =>
    count === '1'
      ? translate({ id: 'figure.seats.acks.one', message: '1 ACK dropped' })
      : translate({ id: 'figure.seats.acks', message: '{count} ACKs dropped' }, { count }),
  accepted: (count) => translate({ id: 'figure.seats.accepted', message: '{count} accepted' }, { count }),
  onTheWay: (count) =>
    count === '1'
      ? translate({ id: 'figure.seats.onTheWay.one', message: '1 ACK on the way' })
      : translate({ id: 'figure.seats.onTheWay', message: '{count} ACKs on the way' }, { count }),
  clientsSay: translate({ id: 'figure.seats.clientsSay', message: 'Connected, say the clients' }),
  serverSays: translate({ id: 'figure.seats.serverSays', message: 'Connected, says the server' }),
});
