import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Review } from '../../src/memory/types';
import { keepSkipped, KEY, skippedOn } from '../../src/practice/skipped';
import { spanOf } from '../../src/practice/span';
import { tally } from '../../src/practice/tally';
import { storage } from '../memory/storage';

const review = (card: string, rating: Review['rating'], part: Partial<Review> = {}): Review => ({
  id: `${card}${rating}${part.at ?? 0}`,
  card,
  at: 100,
  rating,
  from: 'practice',
  ...part,
});

describe('what a day came to', () => {
  const chapterOf = (card: string): string | undefined => (card.startsWith('bet:') ? undefined : card.split('-')[0]);

  it('counts the answers of practice since the morning, and names the chapter with most wrong ones', () => {
    const reviews = [
      review('a-1', 1, { at: 99 }),
      review('a-1', 1),
      review('a-2', 3),
      review('b-1', 1),
      review('b-2', 1),
      review('bet:f/x', 1),
      review('a-3', 1, { from: 'chapter' }),
      review('a-4', 1, { undone: true }),
    ];
    expect(tally(reviews, 100, chapterOf)).toEqual({ answered: 5, right: 1, weakest: 'b' });
  });

  it('names no chapter if all was right', () => {
    expect(tally([review('a-1', 2)], 100, chapterOf)).toEqual({ answered: 1, right: 1, weakest: undefined });
  });
});

describe('what was put off', () => {
  const local = (): Storage => globalThis.localStorage;
  beforeEach(() => {
    vi.stubGlobal('localStorage', storage().tab().localStorage);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is forgotten the next day', () => {
    keepSkipped(5, new Set(['a']));
    expect([...skippedOn(5)]).toEqual(['a']);
    expect([...skippedOn(6)]).toEqual([]);
    keepSkipped(5, new Set());
    expect(local().getItem(KEY)).toBeNull();
  });

  it('does no harm where it is damaged', () => {
    for (const text of ['{', '7', 'null', '{"day":5,"cards":7}', '{"day":5,"cards":[7,"a"]}']) {
      local().setItem(KEY, text);
      expect([...skippedOn(5)]).toEqual(text.includes('"a"') ? ['a'] : []);
    }
  });

  it('holds as long as the page where it cannot be kept', () => {
    vi.stubGlobal('localStorage', undefined);
    expect([...skippedOn(5)]).toEqual([]);
    keepSkipped(5, new Set(['a']));
    expect([...skippedOn(5)]).toEqual(['a']);
    keepSkipped(5, new Set());
    expect([...skippedOn(5)]).toEqual([]);
  });
});

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
it.each([
  [0, 1, 'min'],
  [10 * MINUTE, 10, 'min'],
  [59.6 * MINUTE, 1, 'h'],
  [23.6 * HOUR, 1, 'd'],
  [8 * DAY, 8, 'd'],
  [60 * DAY, 60, 'd'],
  [92 * DAY, 3, 'mo'],
  [365.25 * DAY, 1, 'y'],
  [600 * DAY, 1.6, 'y'],
  [36_500 * DAY, 100, 'y'],
])('%d ms are %d %s', (ms, count, unit) => {
  expect(spanOf(ms)).toEqual({ count, unit });
});
