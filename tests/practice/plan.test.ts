/** What is asked today: on top of the queue (tests/memory), what this page adds to it. */
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/memory';
import { nextDay } from '../../src/memory/day';
import type { QueueCard } from '../../src/memory/queue';
import type { CardState } from '../../src/memory/types';
import { planOf } from '../../src/practice/plan';

const MINUTE = 60_000;
const NOON = new Date(2026, 4, 20, 12).getTime();

const card = (id: string, part: Partial<QueueCard> = {}): QueueCard => ({
  id,
  chapter: `windows/${id}`,
  section: 's',
  tags: [],
  level: 'junior',
  type: 'recall',
  difficulty: 1,
  ...part,
});

const state = (id: string, due: number, part: Partial<CardState> = {}): CardState => ({
  card: id,
  due,
  stability: 5,
  difficulty: 5,
  phase: 'review',
  step: 0,
  reps: 2,
  lapses: 0,
  first: NOON - 5 * 86_400_000,
  last: NOON - 5 * 86_400_000,
  ...part,
});

const snapshot = (states: CardState[], newPerDay = 10, newToday = 0): Parameters<typeof planOf>[2] => ({
  states: new Map(states.map((each) => [each.card, each])),
  read: new Map() as Snapshot['read'],
  settings: { retention: 0.9, newPerDay },
  newToday,
});

const NONE: ReadonlySet<string> = new Set();

describe('the plan of a day', () => {
  it('has what is due, new ones within the limit, and the rest for who wants more', () => {
    const cards = ['a', 'b', 'c', 'd', 'e'].map((id) => card(id));
    const plan = planOf(cards, NONE, snapshot([state('a', NOON - 1), state('b', NOON + 9e8)], 3, 1), NOON);
    expect(plan).toMatchObject({ due: ['a'], fresh: ['c', 'd'], ahead: ['b', 'e'] });
  });

  it('has wrong bets before other new cards, and they count as such', () => {
    const cards = [card('a'), card('b'), card('bet:f/x', { type: 'bet', level: undefined } as Partial<QueueCard>)];
    expect(planOf(cards, NONE, snapshot([], 2), NOON).fresh).toEqual(['bet:f/x', 'a']);
  });

  it('leaves out what was put off, but says that it comes tomorrow', () => {
    const plan = planOf([card('a'), card('b')], new Set(['a']), snapshot([state('a', NOON - 1)]), NOON);
    expect(plan).toMatchObject({ due: [], fresh: ['b'], tomorrow: 1 });
  });

  it('does not ask ahead what was answered today', () => {
    const today = state('a', NOON + 9e8, { last: NOON - MINUTE });
    expect(planOf([card('a')], NONE, snapshot([today]), NOON).ahead).toEqual([]);
  });

  describe('with cards that come back within the day', () => {
    const step = state('a', NOON + 5 * MINUTE, { phase: 'learning', last: NOON - 5 * MINUTE });

    it('waits for them as long as there is something else', () => {
      const plan = planOf([card('a'), card('b')], NONE, snapshot([step]), NOON);
      expect(plan).toMatchObject({ due: [], fresh: ['b'], soon: step.due });
    });

    it('asks the last of them at once', () => {
      expect(planOf([card('a')], NONE, snapshot([step]), NOON)).toMatchObject({ due: ['a'], soon: undefined });
    });

    it('but not those of later', () => {
      const later = { ...step, due: NOON + 60 * MINUTE };
      expect(planOf([card('a')], NONE, snapshot([later]), NOON)).toMatchObject({ due: [], soon: later.due });
    });
  });

  it('counts what is due until the end of tomorrow', () => {
    const end = nextDay(nextDay(NOON));
    const states = [state('a', end - 1), state('b', end), state('c', NOON - 1)];
    expect(
      planOf(
        ['a', 'b', 'c'].map((id) => card(id)),
        NONE,
        snapshot(states),
        NOON,
      ).tomorrow,
    ).toBe(1);
  });
});
