import { describe, expect, it } from 'vitest';
import { queue, type QueueCard, type QueueInput } from '../../src/memory/queue';
import { recall } from '../../src/memory/schedule';
import type { CardState, ReadMark } from '../../src/memory/types';
import { DEFAULTS } from '../../src/memory/defaults';

const DAY = 86_400_000;
const NOW = new Date(2026, 2, 9, 20).getTime();

const card = (id: string, chapter: string, section: string, more: Partial<QueueCard> = {}): QueueCard => ({
  id,
  chapter,
  section,
  tags: [],
  level: 'junior',
  type: 'recall',
  difficulty: 1,
  ...more,
});

/** Known, answered some days ago, due some days ago. */
const state = (
  id: string,
  { last, due, stability = 5 }: { last: number; due: number; stability?: number },
): CardState => ({
  card: id,
  due: NOW - due * DAY,
  stability,
  difficulty: 5,
  phase: 'review',
  step: 0,
  reps: 2,
  lapses: 0,
  first: NOW - 90 * DAY,
  last: NOW - last * DAY,
});

const learning = (id: string, minutesDue: number): CardState => ({
  ...state(id, { last: 0, due: minutesDue / 1440 }),
  phase: 'learning',
});

const input = (cards: QueueCard[], states: CardState[], more: Partial<QueueInput> = {}): QueueInput => ({
  cards,
  states: new Map(states.map((one) => [one.card, one])),
  read: new Map(),
  settings: DEFAULTS,
  newToday: 0,
  now: NOW,
  ...more,
});

const marks = (...keys: [chapter: string, section: string][]): ReadonlyMap<string, ReadMark> =>
  new Map(keys.map(([chapter, section]) => [`${chapter}#${section}`, { chapter, section, at: NOW - DAY }]));

describe('the queue', () => {
  it('begins with what is being learned, then what is most likely forgotten, and leaves out what is not due', () => {
    const ids = ['new', 'fresh-in-mind', 'shaky', 'later', 'step-2', 'step-1', 'gone'];
    const cards = ids.map((id, i) => card(id, 'a/b', `s${i}`));
    const states = [
      state('fresh-in-mind', { last: 5, due: 0 }),
      state('shaky', { last: 60, due: 50 }),
      // Overdue for less long, but far less stable.
      state('gone', { last: 50, due: 40, stability: 0.5 }),
      state('later', { last: 1, due: -4 }),
      learning('step-1', 9),
      learning('step-2', 2),
    ];
    const found = queue(input(cards, states));
    expect(found).toEqual({ due: ['step-1', 'step-2', 'gone', 'shaky', 'fresh-in-mind'], fresh: ['new'] });
    const [gone, shaky] = [recall(states[2]!, NOW), recall(states[1]!, NOW)];
    expect(gone).toBeLessThan(shaky);
  });

  it('brings new cards of what was read first, then in the order of the book, the easier ones of a chapter first', () => {
    const cards = [
      card('a-staff', 'one/a', 's1', { level: 'staff' }),
      card('a-hard', 'one/a', 's2', { difficulty: 3 }),
      card('a-easy', 'one/a', 's3'),
      card('b', 'one/b', 's1'),
      card('c-2', 'two/c', 's2'),
      card('c-1', 'two/c', 's1'),
    ];
    const all = queue(input(cards, []));
    expect(all.fresh).toEqual(['a-easy', 'a-hard', 'a-staff', 'b', 'c-2', 'c-1']);
    // Of the chapter that was begun, the section that was read comes before the one that was not.
    const read = queue(input(cards, [], { read: marks(['two/c', 's1']) }));
    expect(read.fresh).toEqual(['c-1', 'c-2', 'a-easy', 'a-hard', 'a-staff', 'b']);
  });

  it('keeps to the limit of the day', () => {
    const cards = Array.from({ length: 8 }, (_, i) => card(`c${i}`, 'a/b', `s${i}`));
    const settings = { ...DEFAULTS, newPerDay: 5 };
    const some = queue(input(cards, [], { settings, newToday: 3 }));
    expect(some.fresh).toEqual(['c0', 'c1']);
    expect(queue(input(cards, [], { settings, newToday: 7 }))).toEqual({ due: [], fresh: [] });
  });

  it('parts cards of one section where it can', () => {
    const cards = ['x1', 'x2', 'x3', 'y1', 'y2'].map((id) => card(id, 'a/b', id[0]!));
    expect(queue(input(cards, [])).fresh).toEqual(['x1', 'y1', 'x2', 'y2', 'x3']);
    const [x1, x2] = [state('x1', { last: 9, due: 1 }), state('x2', { last: 8, due: 1 })];
    // Also from those that are due to the new ones.
    expect(queue(input(cards, [x1, x2]))).toEqual({ due: ['x1', 'x2'], fresh: ['y1', 'x3', 'y2'] });
    const alone = cards.slice(0, 3);
    expect(queue(input(alone, [])).fresh).toEqual(['x1', 'x2', 'x3']);
  });

  it('brings wrong bets before other new cards, and they count as such', () => {
    const bet = { type: 'bet', level: undefined } as const;
    const cards = [card('a', 'a/b', 's'), card('b', 'a/b', 's'), card('bet:f/x', 'a/b', 't', bet)];
    const found = queue(input(cards, [], { settings: { ...DEFAULTS, newPerDay: 2 } }));
    expect(found.fresh).toEqual(['bet:f/x', 'a']);
  });

  it('holds each card once', () => {
    const cards = Array.from({ length: 300 }, (_, i) =>
      card(`c${i}`, `a/${i % 7}`, `s${i % 3}`, { difficulty: (i % 3) + 1 }),
    );
    const states = cards.filter((_, i) => i % 3 > 0).map(({ id }, i) => state(id, { last: 10, due: (i % 5) - 2 }));
    const { due, fresh } = queue(input(cards, states, { newToday: 4 }));
    expect(due).toHaveLength(new Set(due).size);
    expect(new Set(due)).toEqual(new Set(states.filter((known) => known.due <= NOW).map((known) => known.card)));
    expect(new Set(fresh).size).toBe(DEFAULTS.newPerDay - 4);
  });
});
