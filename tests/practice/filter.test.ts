import { describe, expect, it } from 'vitest';
import type { QueueCard } from '../../src/memory/queue';
import { filterIn, fits, isChosen, NO_FILTER, searchOf } from '../../src/practice/filter';

const bank = {
  parts: [
    { id: 'windows', title: 'Part 1 · Windows' },
    { id: 'queues', title: 'Part 3 · Queues' },
  ],
  chapters: [
    { id: 'windows/why-slow', part: 'windows', title: 'Why slow?', url: '/', sections: [], figures: [] },
    { id: 'queues/bufferbloat', part: 'queues', title: 'Bufferbloat', url: '/', sections: [], figures: [] },
  ],
  concepts: [{ id: 'bdp', name: 'Bandwidth-delay product' }],
};

describe('the address', () => {
  it('says what is asked', () => {
    expect(filterIn('?part=windows&level=senior&concept=bdp&type=numeric&ahead=on', bank)).toEqual({
      ...NO_FILTER,
      part: 'windows',
      level: 'senior',
      concept: 'bdp',
      type: 'numeric',
      ahead: true,
    });
    expect(filterIn('?card=nagle-review&type=bet', bank)).toMatchObject({ card: 'nagle-review', type: 'bet' });
  });

  it('of a chapter has its part, too', () => {
    expect(filterIn('?chapter=queues/bufferbloat&part=windows', bank)).toEqual({
      ...NO_FILTER,
      part: 'queues',
      chapter: 'queues/bufferbloat',
    });
  });

  it('with things that the book does not have asks for everything', () => {
    expect(filterIn('?part=nothing&level=boss&concept=x&type=quiz&ahead=1&chapter=windows', bank)).toEqual(NO_FILTER);
  });

  it('is written so that it is read again, and other things in it stay', () => {
    const filter = { ...NO_FILTER, chapter: 'windows/why-slow', part: 'windows', ahead: true };
    const search = searchOf(filter, '?utm=1&level=staff');
    expect(filterIn(search, bank)).toEqual(filter);
    expect(new URLSearchParams(search).get('utm')).toBe('1');
    expect(searchOf(NO_FILTER)).toBe('');
  });

  it('of a single card chooses no topic', () => {
    expect(isChosen(filterIn('?card=a&ahead=on', bank))).toBe(false);
    expect(isChosen(filterIn('?part=queues', bank))).toBe(true);
  });
});

describe('a card', () => {
  const card: QueueCard = {
    id: 'a',
    chapter: 'windows/why-slow',
    section: 'idle',
    tags: ['bdp', 'cwnd'],
    level: 'senior',
    type: 'numeric',
    difficulty: 1,
  };
  const bet: QueueCard = { id: 'bet:f/b', chapter: 'windows/why-slow', tags: [], type: 'bet' };
  const fit = (search: string): boolean[] => [card, bet].map((each) => fits(each, filterIn(search, bank)));

  it.each([
    ['', [true, true]],
    ['?part=windows', [true, true]],
    ['?part=queues', [false, false]],
    ['?chapter=windows/why-slow', [true, true]],
    ['?chapter=queues/bufferbloat', [false, false]],
    ['?concept=bdp', [true, false]],
    ['?level=senior', [true, false]],
    ['?level=junior', [false, false]],
    ['?type=numeric', [true, false]],
    ['?type=bet', [false, true]],
    ['?type=numeric&level=staff', [false, false]],
  ])('%s', (search, expected) => {
    expect(fit(search)).toEqual(expected);
  });
});
