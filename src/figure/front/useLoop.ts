import { useEffect } from 'react';
import type { Clock } from '../clock';
import type { Span } from './spanOf';

/** Plays a span over and over while it is wanted; the clock never stands outside of it. */
export function useLoop(clock: Clock, { from, to }: Span, speed: number, isWanted: boolean): void {
  useEffect(() => {
    const t = clock.time();
    if (t !== undefined && (t < from || t > to)) clock.set(from);
    if (!isWanted || to <= from) return undefined;
    const play = (): void => clock.play({ from, to, speed });
    play();
    const leave = clock.subscribe(() => {
      if (!clock.playing() && clock.time() === to) play();
    });
    return () => {
      leave();
      clock.pause();
    };
  }, [clock, from, to, speed, isWanted]);
}
