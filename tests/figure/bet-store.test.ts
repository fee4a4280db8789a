import { describe, expect, it, vi } from 'vitest';
import { mergeBets } from '../../src/memory/bets/merge';
import { createBetStore, KEY, type Placed } from '../../src/memory/bets/store';
import { forbidden, storage } from '../memory/storage';

const placed = (at: number, figure = 'sample'): Placed => ({
  figure,
  bet: 'time',
  params: { n: 1 },
  given: 3,
  truth: 4,
  score: 80,
  at,
});

const times = (bets: readonly Placed[]): number[] => bets.map(({ at }) => at);

describe('bets', () => {
  it('outlive the page', () => {
    const { tab } = storage();
    createBetStore(tab()).add(placed(1));
    const later = createBetStore(tab());
    expect(later.all()).toEqual([placed(1)]);
    expect(later.isKept()).toBe(true);
  });

  it('of two tabs do not overwrite each other, and each hears of the other', () => {
    const { tab } = storage();
    const [one, two] = [createBetStore(tab()), createBetStore(tab())];
    const heard = vi.fn();
    const stop = two.subscribe(heard);
    one.add(placed(1));
    expect(heard).toHaveBeenCalledTimes(1);
    two.add(placed(2));
    one.add(placed(3));
    expect(times(one.all())).toEqual([1, 2, 3]);
    expect(times(two.all())).toEqual([1, 2, 3]);
    stop();
    heard.mockClear();
    one.add(placed(4));
    expect(heard).not.toHaveBeenCalled();
  });

  it('are the same array until something changes', () => {
    const store = createBetStore(storage().tab());
    store.add(placed(1));
    expect(store.all()).toBe(store.all());
    const before = store.all();
    store.add(placed(2));
    expect(store.all()).not.toBe(before);
  });

  it('of one figure can be forgotten; the others stay', () => {
    const { tab } = storage();
    const store = createBetStore(tab());
    store.add(placed(1));
    store.add(placed(2, 'other'));
    store.forget('sample');
    expect(times(store.all())).toEqual([2]);
    expect(times(createBetStore(tab()).all())).toEqual([2]);
  });

  it('stay in memory where storage is full, and are stored once there is room', () => {
    const { tab, fill } = storage();
    const store = createBetStore(tab());
    store.add(placed(1));
    fill();
    store.add(placed(2));
    expect(times(store.all())).toEqual([1, 2]);
    expect(store.isKept()).toBe(false);
    fill(false);
    store.add(placed(3));
    expect(store.isKept()).toBe(true);
    expect(times(createBetStore(tab()).all())).toEqual([1, 2, 3]);
  });

  it('of another tab come beside those that could not be stored, and neither is lost', () => {
    const { tab, fill } = storage();
    const [one, two] = [createBetStore(tab()), createBetStore(tab())];
    one.add(placed(1));
    fill();
    one.add(placed(2));
    fill(false);
    two.add(placed(3));
    expect(times(one.all()).sort()).toEqual([1, 2, 3]);
    one.add(placed(4));
    expect(times(two.all()).sort()).toEqual([1, 2, 3, 4]);
  });

  it('work where storage is forbidden', () => {
    const store = createBetStore(forbidden);
    expect(store.all()).toEqual([]);
    store.add(placed(1));
    store.add(placed(2));
    expect(times(store.all())).toEqual([1, 2]);
    expect(store.isKept()).toBe(false);
    store.forget('sample');
    expect(store.all()).toEqual([]);
  });

  for (const damage of ['{', '42', 'null', '{"a":1}', '[null,1,"x",{}]']) {
    it(`what is damaged is left out: ${damage}`, () => {
      const { tab, stored } = storage();
      stored.set(KEY, damage);
      const store = createBetStore(tab());
      expect(store.all()).toEqual([]);
      store.add(placed(1));
      expect(store.all()).toEqual([placed(1)]);
    });
  }

  it('good entries among damaged ones survive', () => {
    const { tab, stored } = storage();
    stored.set(KEY, JSON.stringify([placed(1), { ...placed(2), score: 'much' }, { ...placed(3), given: [1, 'a'] }]));
    expect(times(createBetStore(tab()).all())).toEqual([1]);
  });

  it('the newest three hundred are kept', () => {
    const { tab } = storage();
    const store = createBetStore(tab());
    for (let at = 1; at <= 310; at++) store.add(placed(at));
    expect(store.all()).toHaveLength(300);
    expect(store.all()[0]!.at).toBe(11);
  });

  it('of two browsers become one list, in whichever order, and once', () => {
    const [here, there] = [createBetStore(storage().tab()), createBetStore(storage().tab())];
    for (const at of [1, 4, 6]) here.add(placed(at));
    for (const at of [2, 4, 5]) there.add(placed(at));
    there.add(placed(6, 'other'));
    const [mine, theirs] = [here.all(), there.all()];
    expect(mergeBets(here, theirs)).toBe(3);
    expect(mergeBets(there, mine)).toBe(2);
    expect(times(here.all())).toEqual([1, 2, 4, 5, 6, 6]);
    expect(there.all()).toEqual(here.all());
    const merged = here.all();
    expect(mergeBets(here, mine)).toBe(0);
    expect(here.all()).toBe(merged);
  });

  it('of two browsers are the newest three hundred', () => {
    const { tab } = storage();
    const store = createBetStore(tab());
    for (let at = 101; at <= 400; at++) store.add(placed(at));
    const others = Array.from({ length: 60 }, (_, i) => placed(i < 50 ? i : 350.5 + i, 'other'));
    expect(mergeBets(store, others)).toBe(10);
    expect(store.all()).toHaveLength(300);
    expect(store.all()[0]!.at).toBe(111);
    expect(mergeBets(store, others)).toBe(0);
  });

  it('can all be forgotten', () => {
    const { tab, fill } = storage();
    const store = createBetStore(tab());
    store.add(placed(1));
    fill();
    store.add(placed(2, 'other'));
    fill(false);
    store.keep([]);
    expect(store.all()).toEqual([]);
    expect(createBetStore(tab()).all()).toEqual([]);
  });
});
