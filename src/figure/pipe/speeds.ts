/** Playing speeds: a second of the reader shows 1/n of a second of the model. */
const NICE = [0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];

/** How long one round trip takes the reader, s. */
const USUAL = 2;
const FASTEST = 0.06;
const SLOWEST = 15;

export interface Speeds {
  choices: number[];
  usual: number;
  /** Is 1 as fast as the connection? */
  isReal: boolean;
}

/** How many times slower than real time is sensible for a round-trip time (s). */
export function speedsFor(rtt: number): Speeds {
  const fits = NICE.filter((n) => rtt * n >= FASTEST && rtt * n <= SLOWEST);
  const away = (n: number): number => Math.abs(Math.log((rtt * n) / USUAL));
  return { isReal: true, choices: fits, usual: fits.reduce((best, n) => (away(n) < away(best) ? n : best)) };
}
