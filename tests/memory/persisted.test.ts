import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { knownPlace } from '../../src/classroom/assignment/place';
import { handFor } from '../../src/classroom/grade/useHand';
import { kept as draftOf } from '../../src/classroom/teach/draft/store';
import { createBetStore } from '../../src/memory/bets/store';
import { persisted } from '../../src/memory/persisted';
import { storageItem, type Place } from '../../src/memory/storageItem';
import { createStore } from '../../src/model/store';
import { skippedOn } from '../../src/practice/skipped';
import { forbidden, storage } from './storage';

const shape = v.object({ n: v.number() });
const NONE = { n: 0 };
const at = (place: Place) => persisted('key', v.parser(shape), NONE, place);

describe('a value in the storage of a browser', () => {
  it('outlives the page, as JSON', () => {
    const { tab, stored } = storage();
    expect(at(tab()).get()).toBe(NONE);
    expect(at(tab()).set({ n: 1 })).toBe(true);
    expect(stored).toEqual(new Map([['key', '{"n":1}']]));
    expect(at(tab()).get()).toEqual({ n: 1 });
  });

  it('is the same object until it changes', () => {
    const { tab, stored } = storage();
    const value = at(tab());
    value.set({ n: 1 });
    const before = value.get();
    expect(value.get()).toBe(before);
    stored.set('key', '{"n":2}');
    expect(value.get()).toEqual({ n: 2 });
  });

  it.each(['', '{', 'null', '7', '[]', '{"n":"1"}'])('is not there where it cannot be used, and stays: %s', (text) => {
    const { tab, stored } = storage();
    stored.set('key', text);
    const value = at(tab());
    expect(value.get()).toBe(NONE);
    expect(value.isKept()).toBe(true);
    expect(stored.get('key')).toBe(text);
  });

  it('can be forgotten', () => {
    const { tab, stored, fill } = storage();
    const value = at(tab());
    value.set({ n: 1 });
    fill();
    value.set({ n: 2 });
    value.forget();
    expect(value.get()).toBe(NONE);
    expect(stored.size).toBe(0);
  });

  it('holds as long as the page where the browser refuses, and is kept once it does not', () => {
    const { tab, stored, fill } = storage();
    const value = at(tab());
    value.set({ n: 1 });
    fill();
    expect(value.set({ n: 2 })).toBe(false);
    expect(value.get()).toEqual({ n: 2 });
    expect(value.isKept()).toBe(false);
    expect(stored.get('key')).toBe('{"n":1}');
    fill(false);
    expect(value.set({ n: 3 })).toBe(true);
    expect(value.isKept()).toBe(true);
    expect(stored.get('key')).toBe('{"n":3}');
  });

  it('does without a storage that is forbidden', () => {
    const value = at(forbidden);
    expect(value.get()).toBe(NONE);
    expect(value.set({ n: 1 })).toBe(false);
    expect(value.get()).toEqual({ n: 1 });
    value.forget();
    expect(value.get()).toBe(NONE);
    const item = storageItem('key', v.parser(shape), NONE, forbidden, 'sessionStorage');
    expect(item.set({ n: 1 })).toBe(false);
    expect(item.get()).toBe(NONE);
  });

  it('tells of changes here and in other tabs, of this value alone, and until nobody wants to hear', () => {
    const { tab } = storage();
    const place = tab();
    const [here, there] = [at(place), at(tab())];
    const [heard, told] = [vi.fn(), vi.fn()];
    const stop = here.subscribe(heard);
    here.hear(told);
    here.set({ n: 1 });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(told).not.toHaveBeenCalled();
    there.set({ n: 2 });
    expect(heard).toHaveBeenCalledTimes(2);
    expect(told).toHaveBeenCalledTimes(1);
    expect(here.get()).toEqual({ n: 2 });
    persisted('another key', v.parser(shape), NONE, tab()).set({ n: 3 });
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    there.set({ n: 4 });
    here.set({ n: 5 });
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

describe('what readers have kept before', () => {
  const { tab, stored } = storage();
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ['in-flight.assignment.open', '{"fingerprint":"f","student":"s"}', knownPlace, { fingerprint: 'f', student: 's' }],
    ['in-flight.skipped.1', '{"day":5,"cards":["a"]}', () => skippedOn(5), new Set(['a'])],
    [
      'in-flight.teach.1',
      '{"schema":"inflight.assignment/1","id":"x","questions":[{"id":"q","kind":"note"}]}',
      draftOf,
      { schema: 'inflight.assignment/1', id: 'x', questions: [{ id: 'q', kind: 'note' }] },
    ],
    [
      'inflight.hand.id.fingerprint',
      '{"ada":{"q1":{"points":1.5,"comment":"why?"},"q2":{"points":null,"comment":""}}}',
      () => handFor('id.fingerprint').get(),
      { ada: { q1: { points: 1.5, comment: 'why?' }, q2: { points: null, comment: '' } } },
    ],
    [
      'in-flight.bets.1',
      '[{"figure":"f","bet":"b","params":{},"given":[1],"truth":[2],"score":50,"at":1}]',
      () => createBetStore(tab()).all(),
      [{ figure: 'f', bet: 'b', params: {}, given: [1], truth: [2], score: 50, at: 1 }],
    ],
  ])('is still read under %s', (key, text, read, value) => {
    const { localStorage } = tab();
    vi.stubGlobal('localStorage', localStorage);
    vi.stubGlobal('sessionStorage', localStorage);
    stored.set(key, text);
    expect(read()).toEqual(value);
  });
});

describe('a store', () => {
  it('tells everybody what it now holds, until they leave', () => {
    const store = createStore(1);
    const [one, other] = [vi.fn(), vi.fn()];
    const leave = store.subscribe(one);
    store.subscribe(other);
    store.set(2);
    leave();
    store.set(3);
    expect(store.get()).toBe(3);
    expect(one.mock.calls).toEqual([[2]]);
    expect(other.mock.calls).toEqual([[2], [3]]);
  });

  it('can be left by a listener while it tells', () => {
    const store = createStore(1);
    const last = vi.fn();
    const leave = store.subscribe(() => leave());
    store.subscribe(last);
    store.set(2);
    store.set(3);
    expect(last).toHaveBeenCalledTimes(2);
  });
});
