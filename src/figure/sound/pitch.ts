/** Hz: three octaves that small loudspeakers play and ears hear well. */
const LOWEST = 196;
const OCTAVES = 3;

/**
 * The pitch of a value: equal steps of the value are equal musical steps, so frequency is on a logarithmic scale. The
 * lowest value of the range is a G below middle C, the highest lies three octaves above. Undefined: silence.
 */
export function pitchOf(value: number, [low, high]: readonly [number, number]): number | undefined {
  if (Number.isNaN(value)) return undefined;
  const share = high > low ? (value - low) / (high - low) : 0.5;
  return LOWEST * 2 ** (OCTAVES * Math.min(1, Math.max(0, share)));
}
