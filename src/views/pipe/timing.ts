/** Shares of the round-trip time that pictures of the pipe take for what has no duration in the model. */

/** From the sender into the queue. */
export const TRAVEL = 1 / 16;

/** A packet that does not arrive is seen for so long after it was sent. */
export const FALLING = 1 / 4;

/** So long after the first loss, or after a packet was sent, the pipe stands still: it is falling, or on its way. */
const STANDS_AFTER = 1 / 6;

/**
 * The moment at which the pipe stands while nobody moves the clock: at the first loss, or else half-way. `sent` and
 * `lost` (does it not arrive?) are by row, `end` and `rtt` in s.
 */
export function standingTime(
  { sent, lost }: { sent: ArrayLike<number>; lost: (row: number) => boolean },
  end: number,
  rtt: number,
): number {
  let loss = Infinity;
  let later = Infinity;
  for (let row = 0; row < sent.length; row++) {
    if (lost(row)) loss = Math.min(loss, sent[row]!);
    if (sent[row]! >= end / 2) later = Math.min(later, sent[row]!);
  }
  const first = Number.isFinite(loss) ? loss : later;
  return Number.isFinite(first) ? first + STANDS_AFTER * rtt : end / 2;
}

/** Rhythms that differ by less than this share of their length are one. */
const STEADY = 0.01;

/**
 * After how long a steady sender sends as it did before, s: in bursts, from one to the next. `sent`: when packets were
 * sent, ascending, s. Undefined: nothing repeats itself.
 */
export function periodOf(sent: ArrayLike<number>): number | undefined {
  for (let n = 1; 2 * n <= sent.length; n++) {
    let [least, most] = [Infinity, 0];
    for (let i = n; i < sent.length; i++) {
      const length = sent[i]! - sent[i - n]!;
      least = Math.min(least, length);
      most = Math.max(most, length);
    }
    if (most - least < STEADY * most) return sent[sent.length - 1]! - sent[sent.length - 1 - n]!;
  }
  return undefined;
}
