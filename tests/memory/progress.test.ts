import { describe, expect, it } from 'vitest';
import { forecast, progress, type ProgressInput } from '../../src/memory/progress';
import { advance, recall } from '../../src/memory/schedule';
import type { CardState, Rating } from '../../src/memory/types';
import { draws } from './draws';

const DAY = 86_400_000;
const NOW = new Date(2026, 2, 9, 20).getTime();

/** A card's state after these answers: [days ago, rating]. */
function answered(card: string, ...answers: [days: number, rating: Rating][]): CardState {
  let state: CardState | undefined;
  for (const [days, rating] of answers) state = advance(state, { card, at: NOW - days * DAY, rating }, 0.9);
  return state!;
}

const byCard = (...states: CardState[]): ReadonlyMap<string, CardState> =>
  new Map(states.map((state) => [state.card, state]));

const chapter = (id: string, sections: string[], figures: string[]) => ({
  id,
  part: id.split('/')[0]!,
  title: id,
  url: `/${id}/`,
  sections: sections.map((section) => ({ id: section, heading: section })),
  figures,
});

const bank: ProgressInput['bank'] = {
  chapters: [chapter('p/a', ['s1', 's2', 's3'], ['f', 'g']), chapter('p/b', ['s1'], ['g'])],
  concepts: [
    { id: 'acks', name: 'ACKs' },
    { id: 'unused', name: 'Unused' },
    { id: 'nagle', name: 'Nagle' },
  ],
  cards: [
    { id: 'a1', chapter: 'p/a', section: 's1', tags: ['acks'], figure: { id: 'f' } },
    { id: 'a2', chapter: 'p/a', section: 's1', tags: ['acks', 'nagle'], figure: { id: 'f' } },
    { id: 'a3', chapter: 'p/a', section: 's2', tags: ['nagle'], figure: { id: 'g' } },
    { id: 'b1', chapter: 'p/b', section: 's1', tags: ['acks'], figure: { id: 'g' } },
  ],
};

describe('progress', () => {
  it('counts sections, bets and cards, by chapter and by concept', () => {
    const stable = answered('a1', [60, 4], [50, 4]);
    expect(stable.stability).toBeGreaterThan(21);
    const read = new Map(
      ['p/a#s1', 'p/a#s3', 'p/b#gone'].map((key) => {
        const [id, section] = key.split('#') as [string, string];
        return [key, { chapter: id, section, at: NOW }];
      }),
    );
    const { chapters, concepts, all } = progress({
      bank,
      states: byCard(stable, answered('b1', [1, 3]), answered('bet:f/x', [1, 1])),
      read,
      // The same bet twice is one.
      bets: [
        { figure: 'f', bet: 'x' },
        { figure: 'f', bet: 'x' },
        { figure: 'f', bet: 'y' },
        { figure: 'g', bet: 'x' },
        { figure: 'elsewhere', bet: 'x' },
      ],
    });
    expect(chapters.map(({ chapter: { id }, ...rest }) => [id, rest])).toEqual([
      ['p/a', { sections: { done: 2, of: 3 }, bets: 3, cards: { answered: 1, stable: 1, of: 3 } }],
      ['p/b', { sections: { done: 0, of: 1 }, bets: 1, cards: { answered: 1, stable: 0, of: 1 } }],
    ]);
    expect(concepts).toEqual([
      { id: 'acks', name: 'ACKs', sections: { done: 1, of: 2 }, bets: 3, cards: { answered: 2, stable: 1, of: 3 } },
      { id: 'nagle', name: 'Nagle', sections: { done: 1, of: 2 }, bets: 3, cards: { answered: 0, stable: 0, of: 2 } },
    ]);
    expect(all).toEqual({ sections: { done: 2, of: 4 }, bets: 3, cards: { answered: 2, stable: 1, of: 4 } });
  });
});

describe('the forecast', () => {
  const when = { now: NOW, retention: 0.9 };

  it('counts a card on each day that it comes up, and what is overdue today', () => {
    // Known at once 20 days ago: due after 8 days, so 12 days ago.
    const overdue = answered('overdue', [20, 4]);
    const { due } = forecast(['overdue', 'unseen'], byCard(overdue), when);
    expect(due).toHaveLength(30);
    expect(due[0]).toEqual({ day: new Date(2026, 2, 9, 4).getTime(), cards: 1 });
    // Recalled today, it is not due again within a month.
    const next = advance(overdue, { card: 'overdue', at: NOW, rating: 3 }, 0.9);
    expect(next.due).toBeGreaterThan(NOW + 31 * DAY);
    expect(due.slice(1).every(({ cards }) => cards === 0)).toBe(true);
  });

  it('takes steps of minutes on one day for one card', () => {
    const { due } = forecast(['missed'], byCard(answered('missed', [0, 1])), when);
    expect(due[0]!.cards).toBe(1);
  });

  it('goes from one review to the next', () => {
    // Learned a moment ago: again today in 10 minutes, then after 2 days, 11 days, and later than a month.
    const { due } = forecast(['new'], byCard(answered('new', [0, 3])), when);
    expect(due.flatMap(({ cards }, day) => (cards > 0 ? [[day, cards]] : []))).toEqual([
      [0, 1],
      [2, 1],
      [13, 1],
    ]);
  });

  it('expects the share that is recalled, of all cards, and says how sure that is', () => {
    const states = byCard(answered('a', [8, 4]), answered('b', [30, 3], [28, 3]), answered('c', [3, 1]));
    const ids = ['a', 'b', 'c', 'never seen'];
    const { now, later } = forecast(ids, states, when);
    // A hundred thousand readers with these chances.
    const draw = draws(9);
    const chances = [...states.values()].map((state) => recall(state, NOW));
    const shares = Array.from(
      { length: 100_000 },
      () => chances.filter((chance) => draw() < chance).length / ids.length,
    );
    const mean = shares.reduce((sum, share) => sum + share) / shares.length;
    const variance = shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / shares.length;
    expect(now.share).toBeCloseTo(mean, 2);
    expect(now.deviation).toBeCloseTo(Math.sqrt(variance), 2);
    expect(later.share).toBeLessThan(now.share);
    expect(later.share).toBeCloseTo(
      [...states.values()].reduce((sum, state) => sum + recall(state, NOW + 30 * DAY), 0) / 4,
      10,
    );
    expect(now.low).toBeGreaterThanOrEqual(0);
    expect(now.high).toBeLessThanOrEqual(1);
  });

  it('expects nothing of nothing', () => {
    const none = { share: 0, deviation: 0, low: 0, high: 0 };
    expect(forecast([], byCard(), when)).toMatchObject({ now: none, later: none });
    expect(forecast(['a', 'b'], byCard(), when)).toMatchObject({ now: none, later: none });
  });
});
