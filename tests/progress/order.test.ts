import { expect, test } from 'vitest';
import { shownParts, together } from '../../src/progress/shown';
import { weakestFirst } from '../../src/progress/weakest';
import type { ChapterProgress, ConceptProgress, Standing } from '../../src/memory/progress';

const standing = (read: number, sections: number, answered: number, of: number): Standing => ({
  sections: { done: read, of: sections },
  bets: 0,
  cards: { answered, stable: 0, of },
});

const concept = (id: string, answered: number, of: number): ConceptProgress => ({
  id,
  name: id,
  ...standing(0, 0, answered, of),
});

test('the concept that is known least comes first, and what was not begun last, in the order of the book', () => {
  const cards = [
    { id: 'a1', tags: ['a'] },
    { id: 'a2', tags: ['a', 'b'] },
    { id: 'b1', tags: ['b'] },
    { id: 'c1', tags: ['c'] },
    { id: 'd1', tags: ['d', 'a'] },
  ];
  // Of a, 0.9 of three cards are known; of b, 0.9 + 0.8 of two; of c and d nothing.
  const chances = new Map([
    ['a2', 0.9],
    ['b1', 0.8],
  ]);
  const concepts = [concept('c', 0, 1), concept('b', 2, 2), concept('d', 0, 1), concept('a', 1, 3)];
  const sorted = weakestFirst(concepts, cards, (id) => chances.get(id));
  expect(sorted.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

const chapter = (id: string, own: Standing): ChapterProgress => ({
  chapter: { id, part: id.split('/')[0]!, title: id, url: `/book/${id}/`, sections: [], figures: [] },
  ...own,
});

test('parts without questions are not shown, and nobody is asked to read them', () => {
  const chapters = [
    chapter('windows/a', standing(2, 3, 1, 4)),
    chapter('windows/b', standing(0, 5, 0, 0)),
    chapter('guide/c', standing(0, 40, 0, 0)),
  ];
  const parts = ['windows', 'guide'].map((id) => ({ id, title: id }));
  const shown = shownParts(parts, chapters);
  expect(shown.map(({ id, own }) => [id, own.length])).toEqual([['windows', 2]]);
  expect(together(standing(2, 48, 1, 4), shown)).toEqual(standing(2, 8, 1, 4));
});
