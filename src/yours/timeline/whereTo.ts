import type { Span } from './asRun';

/** The span to show so that an interval is seen: the same if it is seen already, else one of the same length around it. */
export function whereTo(now: Span, interval: { start: number; end: number }, [low, high]: Span): Span {
  const [from, to] = now;
  const { start, end } = interval;
  if (start < to && end > from) return now;
  const length = to - from;
  const begin = Math.min(Math.max(low, (start + end - length) / 2), high - length);
  return [begin, begin + length];
}
