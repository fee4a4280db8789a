/** The words of the picture; commands and counters keep the kernel's names. */
export interface SeatsWords {
  clients: string;
  server: string;
  halfOpen: string;
  acceptQueue: string;
  seats: string;
  application: string;
  /** "17 of 51" */
  taken: (taken: string, all: string) => string;
  full: string;
  /** Where one mark is several clients. */
  mark: (count: string) => string;
  synsDropped: (count: string) => string;
  acksDropped: (count: string) => string;
  accepted: (count: string) => string;
  /** Who takes himself for connected, and the server does not know it yet. */
  onTheWay: (count: string) => string;
  /** How many connections there are, asked at both ends. */
  clientsSay: string;
  serverSays: string;
}

export const ENGLISH_SEATS: SeatsWords = {
  clients: 'Clients, and what they believe',
  server: 'Server',
  halfOpen: 'Half open',
  acceptQueue: 'Accept queue',
  seats: 'seats',
  application: 'Application',
  taken: (taken, all) => `${taken} of ${all}`,
  full: 'full',
  mark: (count) => `a mark is ${count} clients`,
  synsDropped: (count) => `${count} ${count === '1' ? 'SYN' : 'SYNs'} dropped`,
  acksDropped: (count) => `${count} ${count === '1' ? 'ACK' : 'ACKs'} dropped`,
  accepted: (count) => `${count} accepted`,
  onTheWay: (count) => `${count} ${count === '1' ? 'ACK' : 'ACKs'} on the way`,
  clientsSay: 'Connected, say the clients',
  serverSays: 'Connected, says the server',
};
