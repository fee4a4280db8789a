import { describe, expect, it, vi } from 'vitest';
import type { Placed } from '../../src/memory/bets/store';
import { ImportError } from '../../src/memory';
import type { Interview, Rating } from '../../src/memory/types';
import { draws } from './draws';
import { browser, DAY, START, type Browser, type Tab } from './tabs';

vi.mock('@docusaurus/Translate', () => import('../untranslated'));

const bet = (at: number, figure: string): Placed => ({
  figure,
  bet: 'time',
  params: { n: 1, mode: 'cubic', on: true },
  given: [1, 2],
  truth: [2, 2],
  score: 40,
  at,
});

const interview = (
  id: string,
  started: number,
  { ended, asked }: { ended: number | null; asked: number },
): Interview => ({
  id,
  started,
  ended,
  marked: null,
  minutes: 45,
  levels: ['junior', 'staff'],
  parts: ['windows'],
  answers: Array.from({ length: 3 }, (_, i) => ({
    card: `card-${i}`,
    level: 'senior',
    seed: 'x',
    seconds: i < asked ? 61.5 : 0,
    planned: 120,
    answer: i < asked ? { text: 'Because' } : null,
    notes: '',
    share: i < asked ? 0.5 : null,
    met: [0, 2],
  })),
});

/** Some days of a reader's life: answers, some taken back, sections, interviews, bets. */
async function live({ clock, bets }: Browser, tab: Tab, draw: () => number): Promise<void> {
  for (let i = 0; i < 25; i++) {
    const what = draw();
    clock.now += Math.floor(draw() * DAY);
    if (what < 0.65)
      await tab.answer(`card-${Math.floor(draw() * 6)}`, (1 + Math.floor(draw() * 4)) as Rating, 'practice');
    else if (what < 0.75) await tab.undo();
    else if (what < 0.85) await tab.markRead('windows/why-slow', `section-${Math.floor(draw() * 4)}`);
    else if (what < 0.92) {
      const id = `interview-${Math.floor(draw() * 3)}`;
      const ended = draw() < 0.5 ? clock.now : null;
      await tab.keepInterview(interview(id, START, { ended, asked: Math.floor(draw() * 4) }));
    } else bets.add(bet(clock.now, `figure-${Math.floor(draw() * 3)}`));
  }
}

describe('export and import', () => {
  it('bring everything to another browser, and back after all was forgotten', async () => {
    const [here, there] = [browser(), browser()];
    const [one, other] = [here.tab(), there.tab()];
    await live(here, one, draws(1));
    await one.change({ retention: 0.85, newPerDay: 7 });
    const text = await one.exportText();
    expect(JSON.parse(text)).toMatchObject({
      schema: 'inflight.memory/1',
      exported: new Date(here.clock.now).toISOString(),
    });
    const before = await here.dump();
    there.clock.now = here.clock.now;
    const added = await other.importText(text);
    expect(added.reviews).toBe(JSON.parse(text).reviews.length);
    expect(await there.dump()).toEqual(before);
    expect({ ...other.snapshot(), canUndo: true }).toEqual(one.snapshot());
    await one.clear();
    await one.importText(text);
    expect(await here.dump()).toEqual(before);
    expect(JSON.parse(await one.exportText())).toEqual(JSON.parse(text));
  });

  it('are told of to the other tabs', async () => {
    const [here, there] = [browser(), browser()];
    await live(here, here.tab(), draws(2));
    const [one, other] = [there.tab(), there.tab()];
    await other.ready();
    there.clock.now = here.clock.now;
    await one.importText(await here.tab().exportText());
    await vi.waitFor(() => expect(other.snapshot().states.size).toBeGreaterThan(0));
    expect(other.snapshot()).toEqual(one.snapshot());
  });

  it('make two browsers equal, in whichever order, and do nothing the second time', async () => {
    const draw = draws(3);
    for (let round = 0; round < 12; round++) {
      const [here, there] = [browser(), browser()];
      const [one, other] = [here.tab(), there.tab()];
      await live(here, one, draw);
      // They share a past, which each of them goes on from; what was answered before can be taken back after.
      there.clock.now = here.clock.now;
      await other.importText(await one.exportText());
      await live(here, one, draw);
      await live(there, other, draw);
      here.clock.now = there.clock.now = Math.max(here.clock.now, there.clock.now);
      const [mine, theirs] = [await one.exportText(), await other.exportText()];
      await one.importText(theirs);
      await other.importText(mine);
      const both = await here.dump();
      expect(await there.dump()).toEqual(both);
      // Nothing of either is lost.
      const kept = new Map(
        JSON.parse(await one.exportText()).reviews.map((review: { id: string }) => [review.id, review]),
      );
      for (const text of [mine, theirs])
        for (const review of JSON.parse(text).reviews)
          expect(kept.get(review.id)).toEqual(expect.objectContaining({ ...review }));
      const nothing = { reviews: 0, read: 0, interviews: 0, bets: 0 };
      expect(await one.importText(mine)).toEqual(nothing);
      expect(await one.importText(theirs)).toEqual(nothing);
      expect(await here.dump()).toEqual(both);
    }
  });

  it('leave settings alone that a reader has made here', async () => {
    const [here, there, fresh] = [browser(), browser(), browser()];
    const [one, other, third] = [here.tab(), there.tab(), fresh.tab()];
    await one.change({ newPerDay: 1, retention: 0.8 });
    await other.change({ newPerDay: 2 });
    const text = await one.exportText();
    await other.importText(text);
    await third.importText(text);
    expect(other.snapshot().settings).toEqual({ newPerDay: 2, retention: 0.9 });
    expect(third.snapshot().settings).toEqual({ newPerDay: 1, retention: 0.8 });
  });

  it('keep the first time that a section was read', async () => {
    const [here, there] = [browser(), browser()];
    const [one, other] = [here.tab(), there.tab()];
    await one.markRead('a/b', 'c');
    there.clock.now = here.clock.now + DAY;
    await other.markRead('a/b', 'c');
    here.clock.now = there.clock.now;
    await other.importText(await one.exportText());
    await one.importText(await other.exportText());
    for (const tab of [one, other]) expect(tab.snapshot().read.get('a/b#c')!.at).toBe(START);
  });

  it('keep of an interview what came further', async () => {
    const [here, there] = [browser(), browser()];
    const [one, other] = [here.tab(), there.tab()];
    await one.keepInterview(interview('a', START, { ended: null, asked: 3 }));
    await one.keepInterview(interview('b', START, { ended: null, asked: 2 }));
    await other.keepInterview(interview('a', START, { ended: START, asked: 1 }));
    await other.keepInterview(interview('b', START, { ended: null, asked: 1 }));
    await one.importText(await other.exportText());
    expect(one.snapshot().interviews).toEqual([
      interview('a', START, { ended: START, asked: 1 }),
      interview('b', START, { ended: null, asked: 2 }),
    ]);
  });
});

describe('a file that is no good', () => {
  const edited = (text: string, edit: (file: Record<string, never[]>) => void): string => {
    const file = JSON.parse(text);
    edit(file);
    return JSON.stringify(file);
  };
  const set = (key: string, value: unknown) => (text: string) =>
    edited(text, (file) => {
      const path = key.split('.');
      const last = path.pop()!;
      const target = path.reduce((at: Record<string, never>, step) => at[step]!, file as never);
      if (value === undefined) Reflect.deleteProperty(target, last);
      else target[last] = value as never;
    });

  const files: [name: string, damage: (text: string) => string, says: string | RegExp][] = [
    ['cut off', (text) => text.slice(0, -40), 'it isn’t JSON'],
    ['empty', () => '', 'it isn’t JSON'],
    ['another file', () => '{"name": "in-flight"}', 'isn’t an export of this book'],
    ['a list', () => '[]', 'isn’t an export of this book'],
    ['a newer one', set('schema', 'inflight.memory/2'), /newer version of the book \(format 2; this page knows 1\)/],
    ['an impossible version', set('schema', 'inflight.memory/0'), 'isn’t an export of this book'],
    ['no reviews', set('reviews', undefined), 'reviews is missing, but it must be there'],
    ['a wrong shape', set('reviews', { a: 1 }), /reviews is \{"a":1\}, but it must be Array/],
    ['a rating', set('reviews.3.rating', 5), /reviews\[3\]\.rating is 5, but it must be 1, 2, 3, 4/],
    ['half a rating', set('reviews.3.rating', 2.5), /reviews\[3\]\.rating is 2\.5/],
    ['a time as text', set('reviews.1.at', '2026-01-01'), /reviews\[1\]\.at is "2026-01-01", but it must be number/],
    ['a time to come', set('reviews.1.at', START + 400 * DAY), /reviews\[1\]\.at is \d+, but it must be \d+ \(2026-/],
    [
      'a time before there were computers',
      set('reviews.1.at', -1),
      /reviews\[1\]\.at is -1, .* \(2020-01-01\) or more/,
    ],
    ['a time that is none', set('reviews.1.at', null), /reviews\[1\]\.at is null/],
    ['no card', set('reviews.0.card', ''), /reviews\[0\]\.card is "", but it must be not empty/],
    ['an endless card', set('reviews.0.card', 'x'.repeat(400)), /reviews\[0\]\.card is "x{59}…, .* at most 300 long/],
    [
      'an origin',
      set('reviews.0.from', 'elsewhere'),
      /reviews\[0\]\.from is "elsewhere", .*"chapter", "practice", "interview"/,
    ],
    ['a share', set('reviews.0.share', 1.2), /reviews\[0\]\.share is 1\.2, but it must be 1 or less/],
    ['half undone', set('reviews.0.undone', false), /reviews\[0\]\.undone is false, but it must be true/],
    ['a section', set('read.0.section', 7), /read\[0\]\.section is 7, but it must be string/],
    ['an interview', set('interviews.0.answers.1.met', 'all'), /interviews\[0\]\.answers\[1\]\.met is "all"/],
    ['a level', set('interviews.0.levels', ['boss']), /interviews\[0\]\.levels\[0\] is "boss"/],
    ['a setting', set('settings.retention', 0.99), /settings\.retention is 0\.99, but it must be 0\.97 or less/],
    ['a bet', set('bets.0.given', 'much'), /bets\[0\]\.given is "much"/],
    ['a score', set('bets.0.score', 101), /bets\[0\]\.score is 101, but it must be 100 or less/],
  ];

  it.each(files)('changes nothing, and it is said why (%s)', async (_, damage, says) => {
    const [here, there] = [browser(), browser()];
    const [one, other] = [here.tab(), there.tab()];
    await live(here, one, draws(4));
    await one.change({ retention: 0.8 });
    here.bets.add(bet(here.clock.now, 'figure'));
    await other.answer('card-1', 1, 'practice');
    there.bets.add(bet(START, 'mine'));
    there.clock.now = here.clock.now;
    const [text, before, shown] = [await one.exportText(), await there.dump(), other.snapshot()];
    const error = await other.importText(damage(text)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ImportError);
    expect((error as Error).message).toMatch(says);
    expect((error as Error).message).toContain('Nothing was changed.');
    expect(await there.dump()).toEqual(before);
    expect(other.snapshot()).toEqual(shown);
    // The file as it was is good.
    await other.importText(text);
    expect(await there.dump()).not.toEqual(before);
  });

  it('is not even read if it is larger than any export', async () => {
    const one = browser().tab();
    await expect(one.importText(' '.repeat(64_000_001))).rejects.toThrow('larger than 64 MB');
  });

  it('changes nothing where the disk is full half way', async () => {
    const [here, there] = [browser(), browser()];
    await live(here, here.tab(), draws(5));
    const other = there.tab();
    await other.answer('mine', 3, 'practice');
    there.clock.now = here.clock.now;
    const [text, before] = [await here.tab().exportText(), await there.dump()];
    const original = IDBObjectStore.prototype.put;
    let left = 5;
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if (--left < 0) throw new DOMException('full', 'QuotaExceededError');
      return original.apply(this, given);
    });
    await expect(other.importText(text)).rejects.toThrow(ImportError);
    expect(left).toBeLessThan(0);
    put.mockRestore();
    expect(await there.dump()).toEqual(before);
    expect([...other.snapshot().states.keys()]).toEqual(['mine']);
  });
});
