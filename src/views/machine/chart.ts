/**
 * TCP's states and what leads from one to another: RFC 9293 §3.3.2, figure 5, in the words of Linux. What Linux does not
 * do (a listening socket that begins to send) is left out, and CLOSED stands twice: before a connection and after it.
 */
export type Place =
  | 'CLOSED'
  | 'LISTEN'
  | 'SYN_SENT'
  | 'SYN_RECV'
  | 'ESTABLISHED'
  | 'FIN_WAIT1'
  | 'FIN_WAIT2'
  | 'CLOSING'
  | 'TIME_WAIT'
  | 'CLOSE_WAIT'
  | 'LAST_ACK'
  | 'GONE';

export type Step = `${Place}>${Place}`;

/** What stands in a box. */
export const nameOf = (place: Place): string => (place === 'GONE' ? 'CLOSED' : place);

/** What makes a socket take a step, and what it then sends. */
export const CAUSES: readonly (readonly [Step, cause: string, sends: string])[] = [
  ['CLOSED>LISTEN', 'listen()', ''],
  ['LISTEN>CLOSED', 'close()', ''],
  ['CLOSED>SYN_SENT', 'connect()', 'SYN'],
  ['SYN_SENT>CLOSED', 'timeout', ''],
  ['LISTEN>SYN_RECV', 'SYN', 'SYN, ACK'],
  ['SYN_RECV>LISTEN', 'RST', ''],
  ['SYN_SENT>SYN_RECV', 'SYN', 'SYN, ACK'],
  ['SYN_RECV>ESTABLISHED', 'ACK of SYN', ''],
  ['SYN_SENT>ESTABLISHED', 'SYN, ACK', 'ACK'],
  ['SYN_RECV>FIN_WAIT1', 'close()', 'FIN'],
  ['ESTABLISHED>FIN_WAIT1', 'close()', 'FIN'],
  ['ESTABLISHED>CLOSE_WAIT', 'FIN', 'ACK'],
  ['FIN_WAIT1>FIN_WAIT2', 'ACK of FIN', ''],
  ['FIN_WAIT1>CLOSING', 'FIN', 'ACK'],
  ['FIN_WAIT1>TIME_WAIT', 'FIN, ACK of FIN', 'ACK'],
  ['FIN_WAIT2>TIME_WAIT', 'FIN', 'ACK'],
  ['CLOSING>TIME_WAIT', 'ACK of FIN', ''],
  ['CLOSE_WAIT>LAST_ACK', 'close()', 'FIN'],
  ['LAST_ACK>GONE', 'ACK of FIN', ''],
  ['TIME_WAIT>GONE', '2 MSL', ''],
];

/** Whose move it is in the states of a close: what such a socket waits for. */
export const MOVES: Partial<Record<Place, string>> = {
  FIN_WAIT1: 'network’s move',
  FIN_WAIT2: 'their move',
  CLOSING: 'network’s move',
  TIME_WAIT: 'clock’s move',
  CLOSE_WAIT: 'your move',
  LAST_ACK: 'network’s move',
};

const STEPS = new Set<string>(CAUSES.map(([step]) => step));

/** Is it in the RFC's figure? Resets and time limits, which end a connection in any state, are not. */
export const isCharted = (step: Step): boolean => STEPS.has(step);

const OTHERS: Record<string, Place> = {
  CLOSE: 'CLOSED',
  ESTAB: 'ESTABLISHED',
  SYN_RECEIVED: 'SYN_RECV',
  SYN_RCVD: 'SYN_RECV',
  NEW_SYN_RECV: 'SYN_RECV',
  FIN_WAIT_1: 'FIN_WAIT1',
  FIN_WAIT_2: 'FIN_WAIT2',
};

const PLACES = new Set<string>(CAUSES.flatMap(([step]) => step.split('>')));

/** The state that a model means: SYN-RECEIVED, SYN_RECV and `syn_rcvd` are the same. Undefined: none of TCP's. */
export function placeOf(state: string): Place | undefined {
  const name = state.toUpperCase().replaceAll('-', '_');
  return OTHERS[name] ?? (PLACES.has(name) ? (name as Place) : undefined);
}
