/** The machine's hosts, and the serial line of each one's terminal (`machine/guest/init`). */
export const HOSTS = ['sender', 'router', 'receiver'] as const;

export type Host = (typeof HOSTS)[number];

/** Where a script can run: in a host, or outside all three. */
export type Place = Host | 'machine';

export const lineOf = (host: Host): number => HOSTS.indexOf(host);

/** The line on which the machine is controlled. */
export const CONTROL = HOSTS.length;

/** The address that the book’s commands call the receiver by (`machine/guest/bin/path-up`). */
export const RECEIVER = '192.0.2.1';
