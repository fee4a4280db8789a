/** Marking in the page: as the classroom's Python marks the same answers. */
import { describe, expect, it, vi } from 'vitest';
import type { Posed } from '../../src/model/contract';
import { BOOK_SEED, type LadderCard, type MarkedCard, type OpenCard } from '../../src/model/questions';
import { askDesk } from '../desk';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

const { mark, markByRun, expectedPoints, shareOfPoints } = await import('../../src/practice/mark');
const { pose } = await import('../../src/practice/pose');
const { suggest } = await import('../../src/practice/suggest');

/** What the desk answers to several questions. */
const python = <T>(asked: [string, object][]): T[] =>
  askDesk<T>(asked).map((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });

const common = { text: 'Which?', solution: 'So it is.' };
const QUESTIONS = {
  one: { ...common, id: 'one', kind: 'choice', choices: [{ text: 'a' }, { text: 'b', right: true }, { text: 'c' }] },
  many: {
    ...common,
    id: 'many',
    kind: 'choice',
    many: true,
    choices: [{ text: 'a', right: true }, { text: 'b', right: true }, { text: 'c' }, { text: 'd' }],
  },
  order: { ...common, id: 'order', kind: 'order', items: ['a', 'b', 'c', 'd'] },
  strangers: { ...common, id: 'strangers', kind: 'order', items: ['a', 'b', 'c', 'd'], distractors: ['x', 'y'] },
  number: {
    ...common,
    id: 'number',
    kind: 'numeric',
    ask: { value: 80, unit: 'ms' },
    tolerance: { percent: 5 },
  },
};

/** All lists of some of these, in all orders. */
const arrangements = (things: readonly number[]): number[][] => [
  [],
  ...things.flatMap((first) => arrangements(things.filter((each) => each !== first)).map((rest) => [first, ...rest])),
];
const ascending = (list: readonly number[]): boolean => list.every((each, i) => i === 0 || list[i - 1]! < each);

const ANSWERS: Record<keyof typeof QUESTIONS, unknown[]> = {
  one: [[0], [1], [2]],
  many: arrangements([0, 1, 2, 3]).filter((list) => list.length > 0 && ascending(list)),
  order: arrangements([0, 1, 2, 3]).filter((list) => list.length > 0),
  strangers: arrangements([0, 1, 2, 3, 4, 5]).filter((list, i) => list.length > 2 && i % 9 === 0),
  number: [0, 75.9, 76, 80, 84, 84.1, -80, 8000],
};

const cardOf = (question: object, example: Posed, more: Partial<MarkedCard> = {}): MarkedCard => ({
  id: 'some-card',
  type: 'next',
  level: 'senior',
  difficulty: 1,
  tags: [],
  facts: [],
  sources: [],
  figure: { id: 'cork' },
  chapter: 'a/b',
  section: 'c',
  text: '',
  why: '',
  form: 'marked',
  question: JSON.stringify(question),
  isFresh: false,
  example,
  reasons: [],
  ...more,
});

describe.each(Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[])('answers of the kind “%s”', (name) => {
  const question = JSON.stringify(QUESTIONS[name]);
  const [posed] = python<Posed>([['card', { question, seed: 'book' }]]);
  const card = cardOf(QUESTIONS[name], posed!);
  const answers = ANSWERS[name];

  it('are worth what Python says', () => {
    const theirs = python<{ share: number }>(
      answers.map((answer) => ['card_mark', { question, seed: 'book', answer }]),
    ).map(({ share }) => share);
    expect(answers.map((answer) => mark(card, posed, answer)!.share)).toEqual(
      theirs.map((each) => expect.closeTo(each)),
    );
    // Not all of them are worth the same: there is something to tell apart.
    expect(new Set(theirs).size).toBeGreaterThan(1);
  });

  it('are worth nothing if there is none, or what is no answer', () => {
    for (const answer of [undefined, null, 'x', {}, []]) expect(mark(card, posed, answer)!.share).toBe(0);
  });
});

it('who picks a choice is told why it is right or wrong', () => {
  const [posed] = python<Posed>([['card', { question: JSON.stringify(QUESTIONS.one), seed: 'book' }]]);
  const [right] = posed!.answer as [number];
  const reasons = ['zero', 'one', 'two'];
  const card = cardOf(QUESTIONS.one, posed!, { reasons });
  expect(mark(card, posed, [right])).toEqual({ share: 1, reason: reasons[right] });
  const wrong = (right + 1) % 3;
  expect(mark(card, posed, [wrong])).toEqual({ share: 0, reason: reasons[wrong] });
});

describe('a ladder', () => {
  const ladder = {
    form: 'ladder',
    rows: [
      { from: 'left', text: 'SYN', isLost: false, isHidden: true },
      { from: 'right', text: 'SYN, ACK', isLost: false, isHidden: false },
      { from: 'left', text: 'ACK', isLost: false, isHidden: true },
      { from: 'left', text: 'ACK', isLost: false, isHidden: true },
    ],
    options: ['RST', 'ACK', 'SYN'],
  } as unknown as LadderCard;
  it.each([
    [[2, 1, 1], 1],
    [[2, 0, 1], 2 / 3],
    [[1, 2, 0], 0],
    [[null, 1, null], 1 / 3],
    [[9, 1, 'x'], 1 / 3],
    [undefined, 0],
  ])('filled in with %j is worth %d', (answer, share) => expect(mark(ladder, undefined, answer)!.share).toBe(share));
});

describe('an open question', () => {
  const open = {
    level: 'senior',
    marking: [{ level: 'junior' }, { level: 'senior' }, { level: 'staff' }],
  } as unknown as OpenCard;
  it('asks for the points of its level and below', () => {
    expect(expectedPoints(open)).toEqual([0, 1]);
    expect(expectedPoints({ ...open, level: 'staff' })).toEqual([0, 1, 2]);
    const late = open.marking.filter(({ level }) => level === 'staff');
    expect(expectedPoints({ level: 'junior', marking: late })).toEqual([0]);
  });
  it('is worth the share of them; one above makes up for one of them', () => {
    expect([[], [0], [0, 1], [1, 2], [0, 1, 2], [7]].map((met) => shareOfPoints(open, met))).toEqual([
      0, 0.5, 1, 1, 1, 0,
    ]);
  });
});

describe('a card for a seed', () => {
  const [one] = python<Posed>([['card', { question: JSON.stringify(QUESTIONS.order), seed: 'book' }]]);
  const places = (posed: Posed | undefined): number[] =>
    (posed!.question as { items: { place: number }[] }).items.map(({ place }) => place);
  const silent = { ask: () => Promise.reject(new Error('no net')) };

  it('without values to draw is in another order, always the same for the seed, and needs no Python', async () => {
    const card = cardOf(QUESTIONS.order, one!);
    const orders = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map(async (seed) => places((await pose(silent, card, seed)).posed)),
    );
    for (const order of orders) expect([...order].sort()).toEqual([0, 1, 2, 3]);
    expect(new Set(orders.map(String)).size).toBeGreaterThan(2);
    expect(places((await pose(silent, card, '3')).posed)).toEqual(orders[2]);
    expect((await pose(silent, card, BOOK_SEED)).posed).toBe(one);
  });

  it('a myth stays where it is', async () => {
    const card = cardOf(QUESTIONS.one, one!, { type: 'myth' });
    expect((await pose(silent, card, '1')).posed).toBe(one);
  });

  it('with values to draw asks Python; if it can’t, it is the example, and says why', async () => {
    const card = cardOf(QUESTIONS.number, one!, { isFresh: true });
    const fresh = { ...one!, said: 'another' };
    const ask = vi.fn().mockResolvedValue(fresh);
    expect(await pose({ ask }, card, '7')).toEqual({ posed: fresh, seed: '7' });
    expect(ask.mock.calls[0]!.slice(0, 2)).toEqual(['card', { question: card.question, seed: '7' }]);
    expect(await pose(silent, card, '7')).toEqual({ posed: one, seed: BOOK_SEED, failure: 'no net' });
  });

  it('that nobody waits for any more is not answered', async () => {
    const gone = { ask: () => Promise.reject(new DOMException('', 'AbortError')) };
    await expect(pose(gone, cardOf(QUESTIONS.number, one!, { isFresh: true }), '7')).rejects.toThrow(DOMException);
  });

  it('that needs a run is marked by Python, with the seed it was drawn with', async () => {
    const ask = vi.fn().mockResolvedValue({ share: 1, reason: 'Right.' });
    const card = cardOf(QUESTIONS.number, one!);
    expect(await markByRun({ ask }, card, '7', { rtt: 1 })).toEqual({ share: 1, reason: 'Right.' });
    expect(ask.mock.calls[0]!.slice(0, 2)).toEqual([
      'card_mark',
      { question: card.question, seed: '7', answer: { rtt: 1 } },
    ]);
    const setting = { ...one!, question: { ...one!.question, kind: 'setting' } } as unknown as Posed;
    expect(mark(card, setting, { rtt: 1 })).toBeUndefined();
  });
});

describe('ratings', () => {
  it('go with what the answer is worth', () => {
    expect(suggest({ form: 'marked' }, 0)).toEqual({ allowed: [1], suggested: 1 });
    expect(suggest({ form: 'marked' }, 1)).toEqual({ allowed: [2, 3, 4], suggested: 3 });
    expect(suggest({ form: 'ladder' }, 0.75)).toEqual({ allowed: [1, 2], suggested: 2 });
    expect(suggest({ form: 'recall' }, null).allowed).toEqual([1, 2, 3, 4]);
  });
});
