import { group } from 'd3-array';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EMPTY } from '../../src/memory/snapshot';
import { inOrder, replay } from '../../src/memory/schedule';
import type { Interview, Rating, Review } from '../../src/memory/types';
import { draws } from './draws';
import { browser, DAY, newDisk, START, type Tab } from './tabs';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const interview = (id: string, started: number): Interview => ({
  id,
  started,
  ended: null,
  marked: null,
  minutes: 30,
  levels: ['senior'],
  parts: [],
  answers: [],
});

/** The states that follow from these reviews, by card. */
const follows = (reviews: readonly Review[], retention = 0.9) =>
  new Map([...group(reviews, ({ card }) => card)].map(([card, own]) => [card, replay(own, retention)]));

async function answerAll(tab: Tab, cards: readonly [card: string, rating: Rating][]): Promise<Review[]> {
  const reviews: Review[] = [];
  for (const [card, rating] of cards) reviews.push(await tab.answer(card, rating, 'practice'));
  return reviews;
}

describe('the memory', () => {
  it('shows nothing until it is ready, then what is stored, and the same object until something changes', async () => {
    const { tab } = browser();
    const one = tab();
    expect(one.snapshot()).toBe(EMPTY);
    const heard = vi.fn();
    const stop = one.subscribe(heard);
    await one.ready();
    expect(heard).toHaveBeenCalledOnce();
    const ready = one.snapshot();
    expect(ready).toMatchObject({ isReady: true, newToday: 0, canUndo: false, unkept: undefined });
    expect(one.snapshot()).toBe(ready);
    await one.answer('a', 3, 'chapter');
    expect(one.snapshot()).not.toBe(ready);
    expect(ready.states.size).toBe(0);
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    await one.answer('a', 3, 'chapter');
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('outlives the page', async () => {
    const { tab, clock } = browser();
    const one = tab();
    const reviews = await answerAll(one, [['a', 3]]);
    clock.now += 600_000;
    reviews.push(await one.answer('a', 3, 'interview', 0.75), await one.answer('b', 1, 'chapter'));
    await one.markRead('windows/why-slow', 'idle');
    await one.keepInterview(interview('i', START));
    await one.change({ newPerDay: 3 });
    one.close();
    const later = tab();
    await later.ready();
    const { states, read, interviews, settings, newToday, canUndo } = later.snapshot();
    expect(states).toEqual(follows(reviews));
    expect(read.get('windows/why-slow#idle')).toEqual({ chapter: 'windows/why-slow', section: 'idle', at: clock.now });
    expect(interviews).toEqual([interview('i', START)]);
    expect(settings).toEqual({ retention: 0.9, newPerDay: 3 });
    expect({ newToday, canUndo }).toEqual({ newToday: 2, canUndo: false });
    expect(await later.reviews()).toEqual([...reviews].sort(inOrder));
    expect(reviews[1]).toMatchObject({ from: 'interview', share: 0.75 });
  });

  it('promises by its intervals what comes', async () => {
    const { tab, clock } = browser();
    const one = tab();
    expect(one.intervals('a')).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0 });
    await answerAll(one, [['a', 4]]);
    clock.now += 9 * DAY;
    const promised = one.intervals('a');
    await one.answer('a', 3, 'practice');
    expect(one.snapshot().states.get('a')!.due).toBe(clock.now + promised[3]);
    expect(promised[1]).toBe(600_000);
  });

  it('begins a day at 4 in the morning', async () => {
    const { tab, clock } = browser();
    const one = tab();
    await answerAll(one, [
      ['a', 3],
      ['b', 1],
      ['a', 3],
    ]);
    clock.now = new Date(2026, 2, 10, 3, 59).getTime();
    expect(one.snapshot().newToday).toBe(2);
    clock.now += 60_000;
    expect(one.snapshot().newToday).toBe(0);
    await answerAll(one, [
      ['a', 3],
      ['c', 3],
    ]);
    expect(one.snapshot().newToday).toBe(1);
  });

  it('counts an answer of a clock that was ahead on its own day alone', async () => {
    const { tab, clock } = browser();
    const one = tab();
    clock.now += 400 * DAY;
    await answerAll(one, [['a', 3]]);
    clock.now = START;
    await answerAll(one, [['b', 3]]);
    expect(one.snapshot().newToday).toBe(1);
  });

  it('takes the answers of this page back, one after the other', async () => {
    const { tab, clock } = browser();
    const [one, other] = [tab(), tab()];
    const elsewhere = await other.answer('b', 3, 'practice');
    const mine = [];
    for (const card of ['a', 'b', 'a']) {
      clock.now += DAY;
      mine.push(await one.answer(card, 3, 'practice'));
    }
    for (const left of [2, 1, 0]) {
      expect(await one.undo()).toEqual({ ...mine[left], undone: true });
      expect(one.snapshot().states).toEqual(follows([elsewhere, ...mine.slice(0, left)]));
      expect(one.snapshot().canUndo).toBe(left > 0);
    }
    expect(await one.undo()).toBeUndefined();
    expect(await one.reviews()).toEqual([elsewhere]);
    // That they were taken back is kept.
    expect(JSON.parse(await one.exportText()).reviews).toHaveLength(4);
  });

  it('lets the retention decide when cards are due, at once and with what is answered later', async () => {
    const { tab, clock } = browser();
    const [one, other] = [tab(), tab()];
    await other.ready();
    const reviews = await answerAll(one, [
      ['a', 4],
      ['b', 1],
    ]);
    await one.change({ retention: 0.8 });
    expect(one.snapshot().states).toEqual(follows(reviews, 0.8));
    expect(one.snapshot().states).not.toEqual(follows(reviews, 0.9));
    await vi.waitFor(() => expect(other.snapshot().states).toEqual(follows(reviews, 0.8)));
    clock.now += 3 * DAY;
    reviews.push(await other.answer('a', 3, 'practice'));
    const later = tab();
    await later.ready();
    expect(later.snapshot().states).toEqual(follows(reviews, 0.8));
    await one.change({ retention: 0.2, newPerDay: 9.7 });
    expect(one.snapshot().settings).toEqual({ retention: 0.7, newPerDay: 10 });
  });

  it('keeps the first time that a section was read', async () => {
    const { tab, clock } = browser();
    const one = tab();
    await one.markRead('a/b', 'c');
    clock.now += DAY;
    await one.markRead('a/b', 'c');
    expect([...one.snapshot().read.values()]).toEqual([{ chapter: 'a/b', section: 'c', at: START }]);
  });

  it('keeps an interview whatever an answer is, and as it was at that moment', async () => {
    const { tab, dump } = browser();
    const one = tab();
    const answer = {
      card: 'a',
      level: 'senior' as const,
      seed: 's',
      seconds: 1,
      planned: 2,
      answer: () => 1,
      notes: '',
      share: null,
      met: [],
    };
    const given = { ...interview('i', START), answers: [answer] };
    await one.keepInterview(given);
    given.minutes = 99;
    await one.answer('a', 3, 'interview');
    expect(one.snapshot()).toMatchObject({ unkept: undefined, interviews: [{ minutes: 30 }] });
    expect((await dump()).interviews).toMatchObject([['i', { minutes: 30 }]]);
    await one.importText(await one.exportText());
  });

  it('forgets everything, and every tab does', async () => {
    const { tab, bets, dump } = browser();
    const [one, other] = [tab(), tab()];
    bets.add({ figure: 'f', bet: 'b', params: {}, given: 1, truth: 2, score: 20, at: START });
    await answerAll(other, [['a', 3]]);
    await other.keepInterview(interview('i', START));
    await one.clear();
    expect(one.snapshot().states.size).toBe(0);
    await vi.waitFor(() => expect(other.snapshot()).toMatchObject({ interviews: [], canUndo: false }));
    expect(other.snapshot().states.size).toBe(0);
    expect(Object.values(await dump())).toEqual([[], [], [], [], [], []]);
  });
});

describe('two tabs', () => {
  it('lose no answer, and end with the same', async () => {
    const { tab, clock } = browser();
    const tabs = [tab(), tab()];
    const draw = draws(5);
    // Both answer the same few cards, in the same milliseconds, while the other still writes.
    const given: Promise<Review | undefined>[] = [];
    for (let i = 0; i < 120; i++) {
      const one = tabs[Math.floor(draw() * 2)]!;
      if (draw() < 0.1) given.push(one.undo());
      else given.push(one.answer(`card-${Math.floor(draw() * 4)}`, (1 + Math.floor(draw() * 4)) as Rating, 'practice'));
      if (draw() < 0.3) clock.now += Math.floor(draw() * DAY);
      if (draw() < 0.2) await new Promise((resolve) => setTimeout(resolve));
    }
    const all = new Map<string, Review>();
    for (const review of await Promise.all(given))
      if (review && !all.get(review.id)?.undone) all.set(review.id, review);
    const counted = [...all.values()].filter(({ undone }) => !undone);
    expect(counted.length).toBeGreaterThan(80);
    for (const one of tabs) {
      expect(new Set((await one.reviews()).map(({ id }) => id))).toEqual(new Set(counted.map(({ id }) => id)));
      await vi.waitFor(() => expect(one.snapshot().states).toEqual(follows(counted)));
    }
  });

  it('hear of what else changes', async () => {
    const { tab } = browser();
    const [one, other] = [tab(), tab()];
    await other.ready();
    await one.markRead('a/b', 'c');
    await one.keepInterview(interview('i', START));
    await one.keepInterview({ ...interview('i', START), ended: START + 1 });
    await one.keepInterview(interview('j', START + 1));
    await one.forgetInterview('j');
    await vi.waitFor(() =>
      expect(other.snapshot().interviews).toEqual([{ ...interview('i', START), ended: START + 1 }]),
    );
    expect([...other.snapshot().read.keys()]).toEqual(['a/b#c']);
  });

  it('lose nothing either where they cannot tell each other', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    const { tab } = browser();
    const [one, other] = [tab(), tab()];
    await Promise.all([one.ready(), other.ready()]);
    const reviews = [...(await answerAll(one, [['a', 3]])), ...(await answerAll(other, [['a', 1]]))];
    expect(other.snapshot().states).toEqual(follows(reviews));
    expect(one.snapshot().states).toEqual(follows(reviews.slice(0, 1)));
    expect(await one.reviews()).toHaveLength(2);
  });
});

describe('where nothing can be stored', () => {
  const refusals: [string, () => void][] = [
    ['forbidden', () => forbid(() => raise('SecurityError'))],
    ['a private window', () => vi.stubGlobal('indexedDB', { open: () => raise('InvalidStateError') })],
    ['no such thing', () => vi.stubGlobal('indexedDB', undefined)],
  ];

  const raise = (name: string): never => {
    throw new DOMException('no', name);
  };

  /** Even to look at it is forbidden. */
  function forbid(get: () => never): void {
    vi.stubGlobal('indexedDB', undefined);
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get });
  }

  it.each(refusals)('goes on in memory, and says so (%s)', async (_, refuse) => {
    const { tab, clock } = browser();
    refuse();
    const one = tab();
    await one.ready();
    expect(one.snapshot()).toMatchObject({
      isReady: true,
      unkept: expect.stringContaining('doesn’t let the page store'),
    });
    const reviews = await answerAll(one, [
      ['a', 3],
      ['b', 1],
    ]);
    clock.now += 600_000;
    reviews.push(
      ...(await answerAll(one, [
        ['a', 3],
        ['a', 1],
      ])),
    );
    expect(await one.undo()).toMatchObject({ card: 'a', rating: 1, undone: true });
    reviews.pop();
    await one.markRead('a/b', 'c');
    await one.keepInterview(interview('i', START));
    await one.change({ newPerDay: 0 });
    expect(one.snapshot().states).toEqual(follows(reviews));
    expect(one.snapshot()).toMatchObject({ newToday: 2, canUndo: true, settings: { newPerDay: 0 } });
    expect(await one.reviews()).toEqual([...reviews].sort(inOrder));
    const text = await one.exportText();
    expect(JSON.parse(text)).toMatchObject({ interviews: [{ id: 'i' }], read: [{ section: 'c' }] });
    expect(JSON.parse(text).reviews).toHaveLength(4);
    // What another browser has comes in too, as long as the page lives.
    vi.unstubAllGlobals();
    const there = browser().tab();
    await there.answer('z', 3, 'practice');
    const brought = await there.exportText();
    refuse();
    expect(await one.importText(brought)).toEqual({ reviews: 1, read: 0, interviews: 0, bets: 0 });
    expect(one.snapshot().states.get('z')).toEqual(there.snapshot().states.get('z'));
    await one.clear();
    expect(one.snapshot().states.size).toBe(0);
  });

  it('goes on when it is full, and stores everything as soon as there is room', async () => {
    const { tab, clock } = browser();
    const one = tab();
    const reviews = await answerAll(one, [
      ['a', 3],
      ['b', 4],
    ]);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    clock.now += DAY;
    reviews.push(
      ...(await answerAll(one, [
        ['a', 3],
        ['c', 2],
        ['b', 1],
      ])),
    );
    await one.undo();
    reviews.pop();
    await one.markRead('a/b', 'c');
    await one.change({ retention: 0.95 });
    expect(one.snapshot().unkept).toContain('no room left');
    expect(one.snapshot().states).toEqual(follows(reviews, 0.95));
    expect(one.snapshot().read.size).toBe(1);
    expect(await one.reviews()).toEqual([...reviews].sort(inOrder));
    expect(JSON.parse(await one.exportText()).reviews).toHaveLength(5);
    const meanwhile = tab();
    await meanwhile.ready();
    expect(meanwhile.snapshot().states).toEqual(follows(reviews.slice(0, 2)));
    put.mockRestore();
    reviews.push(...(await answerAll(one, [['d', 3]])));
    expect(one.snapshot().unkept).toBeUndefined();
    await vi.waitFor(() => expect(meanwhile.snapshot().states).toEqual(follows(reviews, 0.95)));
    const later = tab();
    await later.ready();
    expect(later.snapshot().states).toEqual(follows(reviews, 0.95));
    expect(later.snapshot().read.size).toBe(1);
    expect(JSON.parse(await later.exportText()).reviews).toHaveLength(6);
  });

  it('has nothing to complain about once everything was forgotten', async () => {
    const { tab } = browser();
    const one = tab();
    await one.ready();
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await one.answer('a', 3, 'practice');
    expect(one.snapshot().unkept).toContain('no room left');
    put.mockRestore();
    await one.clear();
    expect(one.snapshot().unkept).toBeUndefined();
  });

  it('takes it for full, too, when the browser gives up the whole transaction', async () => {
    const { tab } = browser();
    const one = tab();
    await one.ready();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function (this: IDBObjectStore) {
      // As a request that fails when it is carried out: the error comes with the transaction.
      const { transaction } = this;
      Object.defineProperty(transaction, 'error', { get: () => new DOMException('full', 'QuotaExceededError') });
      transaction.abort();
      throw new DOMException('aborted', 'AbortError');
    });
    const review = await one.answer('a', 3, 'practice');
    expect(one.snapshot().unkept).toContain('no room left');
    expect(one.snapshot().states).toEqual(follows([review]));
  });

  it('lets a newer book have the database, and does not touch it again', async () => {
    newDisk();
    const { tab } = browser();
    const one = tab();
    const reviews = await answerAll(one, [['a', 3]]);
    const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
    const newer = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 2);
      request.onblocked = () => reject(new Error('the old tab holds on to it'));
      request.onsuccess = () => resolve(request.result);
    });
    reviews.push(
      ...(await answerAll(one, [
        ['a', 3],
        ['b', 3],
      ])),
    );
    expect(one.snapshot().unkept).toContain('newer version of this book');
    expect(one.snapshot().states).toEqual(follows(reviews));
    expect(JSON.parse(await one.exportText()).reviews).toHaveLength(2);
    const logs = newer.transaction('reviews').objectStore('reviews').getAll();
    await vi.waitFor(() => expect(logs.readyState).toBe('done'));
    expect(logs.result).toEqual([{ card: 'a', reviews: reviews.slice(0, 1) }]);
  });

  it('does not wait for an older book that holds the database, and stores everything when it lets go', async () => {
    newDisk();
    const { tab } = browser();
    const disk = indexedDB;
    const open = disk.open.bind(disk);
    // Versions are counted from 2, so that there can be an older one.
    vi.spyOn(disk, 'open').mockImplementation((name, version) => open(name, version && version + 1));
    const older = await new Promise<IDBDatabase>((resolve) => {
      const request = open('browser-held', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const { createMemory } = await import('../../src/memory/store');
    const { bets } = browser();
    const make = (): Tab => createMemory({ name: 'browser-held', bets: () => bets, now: () => START });
    const one = make();
    const reviews = await answerAll(one, [
      ['a', 3],
      ['b', 3],
    ]);
    expect(one.snapshot().unkept).toContain('older version of this book');
    expect(one.snapshot().states).toEqual(follows(reviews));
    older.close();
    await vi.waitFor(() => expect(one.snapshot().unkept).toBeUndefined());
    const later = make();
    await later.ready();
    expect(later.snapshot().states).toEqual(follows(reviews));
    expect(tab).toBeDefined();
  });

  it('reads what is stored as soon as it can, where it could not at first', async () => {
    const { tab } = browser();
    const reviews = await answerAll(tab(), [['a', 3]]);
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => raise('UnknownError'));
    const one = tab();
    await one.ready();
    expect(one.snapshot().states.size).toBe(0);
    expect(one.snapshot().unkept).toContain('couldn’t store');
    reviews.push(await one.answer('b', 3, 'practice'));
    expect(one.snapshot().states).toEqual(follows(reviews));
    expect(one.snapshot().unkept).toBeUndefined();
  });

  it('begins anew where the reader has deleted the data of the site', async () => {
    newDisk();
    const { tab } = browser();
    const one = tab();
    await answerAll(one, [['a', 3]]);
    const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.onblocked = () => reject(new Error('the tab holds on to it'));
      request.onsuccess = () => resolve();
    });
    const review = await one.answer('b', 3, 'practice');
    expect(one.snapshot().unkept).toBeUndefined();
    expect(await one.reviews()).toEqual([review]);
  });
});
