/**
 * The schedule against the reference implementations of FSRS-6: what their own tests publish, and py-fsrs itself on
 * random histories (reference.csv, made by reference.py).
 */
import { csvParse } from 'd3-dsv';
import { group } from 'd3-array';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { advance, intervalOf, intervals, recall, replay, withRetention } from '../../src/memory/schedule';
import type { CardState, Rating, Review } from '../../src/memory/types';

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.UTC(2022, 10, 29, 12, 30);

const review = (at: number, rating: Rating, id = String(at)): Review => ({
  id,
  card: 'a',
  at,
  rating,
  from: 'practice',
});

/** A known card in the phase of review that was answered `days` before START. */
const known = (state: Partial<CardState>, days: number): CardState => ({
  card: 'a',
  due: START,
  stability: 5,
  difficulty: 5,
  phase: 'review',
  step: 0,
  reps: 3,
  lapses: 0,
  first: START - days * DAY,
  last: START - days * DAY,
  ...state,
});

const RATINGS: Rating[] = [1, 2, 3, 4];

describe('the published vectors', () => {
  // open-spaced-repetition/py-fsrs 6.3.1 (3abe686), tests/test_basic.py, test_review_card; the same numbers are in
  // open-spaced-repetition/ts-fsrs, packages/fsrs/__tests__/FSRS-6.test.ts (32b6081), ivl_history.
  it('intervals of a card that is answered when it is due', () => {
    const ratings: Rating[] = [3, 3, 3, 3, 3, 3, 1, 1, 3, 3, 3, 3, 3];
    const reviews: Review[] = [];
    const days: number[] = [];
    let at = START;
    for (const rating of ratings) {
      reviews.push(review(at, rating));
      const { due } = replay(reviews, 0.9)!;
      days.push(Math.floor((due - at) / DAY));
      at = due;
    }
    expect(days).toEqual([0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]);
  });

  // py-fsrs 6.3.1, tests/test_basic.py, test_memo_state; fsrs-rs v6.6.0 (56a78d9), src/inference.rs, test_memory_state;
  // ts-fsrs, FSRS-6.test.ts, 'memory state[short-term]'.
  it('stability and difficulty after six answers', () => {
    const ratings: Rating[] = [1, 3, 3, 3, 3, 3];
    let at = START;
    const reviews = [0, 0, 1, 3, 8, 21].map((days, i) => review((at += days * DAY), ratings[i]!, String(i)));
    const state = replay(reviews, 0.9)!;
    expect(state.stability).toBeCloseTo(53.62691, 4);
    expect(state.difficulty).toBeCloseTo(6.3574867, 4);
  });

  // ts-fsrs, FSRS-6.test.ts, 'first repeat'.
  it('the first answer', () => {
    const first = RATINGS.map((rating) => advance(undefined, review(START, rating), 0.9));
    expect(first.map(({ stability }) => stability)).toEqual([0.212, 1.2931, 2.3065, 8.2956]);
    expect(first.map(({ difficulty }) => difficulty)).toEqual([6.4133, 5.11217071, 2.11810397, 1]);
    expect(first.map(({ due }) => Math.floor((due - START) / DAY))).toEqual([0, 0, 0, 8]);
    expect(first.map(({ phase }) => phase)).toEqual(['learning', 'learning', 'learning', 'review']);
    expect(first.map(({ reps, lapses }) => [reps, lapses])).toEqual(RATINGS.map(() => [1, 0]));
  });

  // ts-fsrs, FSRS-6.test.ts, 'return retrievability percentage for review cards'.
  it('the chance to recall it when it is due', () => {
    const state = advance(undefined, review(START, 4), 0.9);
    expect(recall(state, state.due)).toBeCloseTo(0.9024733, 7);
    expect(recall(state, START)).toBe(1);
  });

  // fsrs-rs v6.6.0, src/model.rs, test_next_difficulty (after mean_reversion).
  it('the next difficulty', () => {
    const next = RATINGS.map((rating) => advance(known({ difficulty: 5 }, 3), review(START, rating), 0.9).difficulty);
    [8.341763, 6.6659956, 4.990228, 3.3144615].forEach((expected, i) => expect(next[i]).toBeCloseTo(expected, 5));
  });

  // fsrs-rs v6.6.0, src/model.rs, test_next_stability (stability_short_term).
  it('the stability after an answer on the same day', () => {
    const next = RATINGS.map((rating) => advance(known({ stability: 5 }, 0), review(START, rating), 0.9).stability);
    [1.596818, 5, 5, 8.12961].forEach((expected, i) => expect(next[i]).toBeCloseTo(expected, 5));
  });

  // fsrs-rs v6.6.0, src/inference.rs, test_next_interval; up to the longest interval of py-fsrs and ts-fsrs, 36500 days.
  it('the interval by retention', () => {
    const expected = [36500, 34793, 2508, 387, 90, 27, 9, 3, 1, 1];
    expect(expected.map((_, i) => intervalOf(1, (i + 1) / 10))).toEqual(expected);
  });

  // py-fsrs 6.3.1, tests/test_basic.py, test_again_learning_steps, test_good_learning_steps, test_relearning and
  // test_relearning_card_rate_hard_one_relearning_step.
  it('the steps of minutes', () => {
    expect(advance(undefined, review(START, 1), 0.9).due - START).toBe(MINUTE);
    expect(advance(undefined, review(START, 3), 0.9)).toMatchObject({ step: 1, due: START + 10 * MINUTE });
    const lapsed = advance(known({}, 5), review(START, 1), 0.9);
    expect(lapsed).toMatchObject({ phase: 'relearning', step: 0, due: START + 10 * MINUTE, lapses: 1 });
    expect(advance(lapsed, review(lapsed.due, 1), 0.9)).toMatchObject({
      phase: 'relearning',
      due: lapsed.due + 10 * MINUTE,
    });
    expect(advance(lapsed, review(lapsed.due, 2), 0.9)).toMatchObject({
      phase: 'relearning',
      due: lapsed.due + 15 * MINUTE,
    });
    expect(advance(lapsed, review(lapsed.due, 3), 0.9).phase).toBe('review');
  });
});

describe('random histories', () => {
  const rows = csvParse(readFileSync(join(import.meta.dirname, 'reference.csv'), 'utf8'));
  const histories = [...group(rows, ({ history }) => history).values()];

  it('are enough', () => {
    expect(histories.length).toBe(300);
    for (const phase of ['learning', 'review', 'relearning'])
      expect(rows.filter((row) => row.phase === phase).length).toBeGreaterThan(100);
  });

  it('leave each card as py-fsrs leaves it', () => {
    for (const history of histories) {
      const reviews: Review[] = [];
      for (const row of history) {
        const where = `history ${row.history}, answer ${reviews.length}`;
        const at = START + Number(row.at) * 1000;
        reviews.push(review(at, Number(row.rating) as Rating));
        // As exports may bring them, in any order.
        const state = replay([...reviews].reverse(), Number(row.retention))!;
        expect(state.phase, where).toBe(row.phase);
        expect(state.step, where).toBe(Number(row.step));
        expect(state.stability / Number(row.stability), where).toBeCloseTo(1, 5);
        expect(state.difficulty, where).toBeCloseTo(Number(row.difficulty), 5);
        expect(recall(state, at + Number(row.days) * DAY), where).toBeCloseTo(Number(row.recall), 5);
        // Hard in a step is 6 minutes in ts-fsrs; in py-fsrs it is 5.5 in the first step and 10 in the second.
        const isHardStep = state.phase === 'learning' && row.rating === '2';
        const due = isHardStep ? (at + 6 * MINUTE - START) / 1000 : Number(row.due);
        expect((state.due - START) / 1000, where).toBe(due);
      }
    }
  });
});

describe('what a state follows from', () => {
  const reviews = [
    review(START, 3),
    review(START + 10 * MINUTE, 3),
    review(START + 3 * DAY, 2),
    review(START + 9 * DAY, 3),
  ];

  it('an answer that was taken back never was', () => {
    const undone: Review = { ...review(START + 4 * DAY, 1), undone: true };
    expect(replay([...reviews, undone], 0.9)).toEqual(replay(reviews, 0.9));
    expect(replay([undone], 0.9)).toBeUndefined();
  });

  it('the past does not change with the retention, the due date does', () => {
    const [usual, strict] = [replay(reviews, 0.9)!, replay(reviews, 0.97)!];
    expect(strict.due).toBeLessThan(usual.due);
    expect(strict).toEqual({ ...usual, due: strict.due });
    expect(withRetention(usual, 0.97)).toEqual(strict);
    expect(recall(strict, strict.due)).toBeGreaterThan(0.96);
    const learning = replay(reviews.slice(0, 1), 0.9)!;
    expect(withRetention(learning, 0.7)).toBe(learning);
  });

  it('what the buttons promise is what comes', () => {
    const state = replay(reviews, 0.85)!;
    const at = START + 30 * DAY + 5;
    const promised = intervals(state, at, 0.85);
    for (const rating of RATINGS) {
      const after = replay([...reviews, review(at, rating)], 0.85)!;
      expect(after.due - at).toBe(promised[rating]);
    }
  });
});
