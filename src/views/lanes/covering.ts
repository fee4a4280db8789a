import type { Track } from '../frame';

/** Where two lines are one for the eye: the wide one below, or the narrow one in it. */
export type Covering = 'under' | 'over' | undefined;

const PROBES = 100;
/** Nearer than this (px) they can't be told apart. */
const NEAR = 1.5;
/** From this share of their way together on, it matters. */
const SHARE = 0.4;

/** Do these two lie on each other for much of their way? A sample of it will do. */
function together(a: Track, b: Track, y: (value: number) => number): boolean {
  const stride = Math.max(1, Math.floor(a.values.length / PROBES));
  let both = 0;
  let near = 0;
  for (let i = 0; i < a.values.length; i += stride) {
    const distance = Math.abs(y(a.values[i]!) - y(b.values[i]!));
    if (Number.isNaN(distance)) continue;
    both++;
    if (distance < NEAR) near++;
  }
  return near > SHARE * both;
}

/** A level, such as the line's rate, is seen to go on where a curve lies on it. */
function isLevel({ values }: Track): boolean {
  const first = values.find((value) => !Number.isNaN(value));
  return values.every((value) => value === first || Number.isNaN(value));
}

/** For each line of a lane, drawn in this order: how it goes with those that it shares its way with. */
export function coveringOf(tracks: readonly Track[], y: (value: number) => number): Covering[] {
  const coverings = new Array<Covering>(tracks.length).fill(undefined);
  const levels = tracks.map(isLevel);
  for (const [over, track] of tracks.entries())
    for (let under = 0; under < over; under++)
      if (!levels[over] && !levels[under] && coverings[under] !== 'over' && together(tracks[under]!, track, y)) {
        coverings[under] = 'under';
        coverings[over] = 'over';
      }
  return coverings;
}
