import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { createBackup } from '../../src/classroom/backup';
import { createWorkStore, keyOf } from '../../src/classroom/store';
import { answered, begin } from '../../src/classroom/work';
import { forbidden, storage } from '../memory/storage';

const work = (student: string, now = 1) =>
  begin({ assignment: '{}', fingerprint: 'f', title: 'T', student, name: '' }, now);

describe('work in a browser', () => {
  it('is found again, the newest first', () => {
    const { tab, stored } = storage();
    const [one, other] = [createWorkStore(tab()), createWorkStore(tab())];
    expect(one.put(work('a', 1))).toBe(true);
    expect(one.put(work('b', 2))).toBe(true);
    stored.set('in-flight.bets.1', '[]');
    expect(other.list().map(({ student }) => student)).toEqual(['b', 'a']);
    expect(other.get('f', 'a')).toEqual(work('a', 1));
    expect(other.get('g', 'a')).toBeUndefined();
  });

  it('is heard of in another tab, and only there', () => {
    const { tab } = storage();
    const [one, other] = [createWorkStore(tab()), createWorkStore(tab())];
    const [here, there] = [vi.fn(), vi.fn()];
    one.subscribe('f', 'a', here);
    const stop = other.subscribe('f', 'a', there);
    const changed = answered(work('a'), 'q', 3, 5);
    one.put(changed);
    one.put(work('b'));
    expect(there.mock.calls).toEqual([[changed]]);
    expect(here).not.toHaveBeenCalled();
    stop();
    one.put(work('a'));
    expect(there).toHaveBeenCalledTimes(1);
  });

  it('stays in memory where nothing can be stored, and says so', () => {
    const { tab, fill } = storage();
    const store = createWorkStore(tab());
    store.put(work('a'));
    fill();
    const changed = answered(work('a'), 'q', 3, 5);
    expect(store.put(changed)).toBe(false);
    expect(store.get('f', 'a')).toEqual(changed);
    expect(store.list()).toEqual([changed]);
    fill(false);
    expect(store.put(changed)).toBe(true);
  });

  it('takes over what only the copy has, and keeps what is newer than that', async () => {
    const { tab } = storage();
    const backup = createBackup();
    const killed = createWorkStore(tab(), backup);
    const later = answered(work('a'), 'q', 3, 5);
    killed.put(later);
    killed.put(work('b', 2));
    await vi.waitFor(async () => expect((await backup.all()).size).toBe(2));
    // A browser that is killed has written the copy, and nothing of the rest but an older state.
    const { tab: onDisk } = storage();
    const newer = answered(work('b', 2), 'q', 4, 9);
    for (const kept of [work('a'), newer]) createWorkStore(onDisk()).put(kept);
    const after = createWorkStore(onDisk(), createBackup());
    await after.restore();
    expect(after.get('f', 'a')).toEqual(later);
    expect(after.get('f', 'b')).toEqual(newer);
  });

  it('does without a store that a browser forbids', () => {
    const store = createWorkStore(forbidden);
    expect(store.list()).toEqual([]);
    expect(store.put(work('a'))).toBe(false);
    expect(store.get('f', 'a')).toEqual(work('a'));
  });

  it.each(['', 'no', '{}', '[]', 'null', '{"title":1}'])('leaves out what is damaged: %s', (text) => {
    const { tab, stored } = storage();
    stored.set(keyOf(work('a')), text);
    expect(createWorkStore(tab()).list()).toEqual([]);
  });

  it.each(['answers', 'log', 'started', 'changed', 'assignment'])('leaves out what lacks %s', (field) => {
    const { tab, stored } = storage();
    const rest = Object.fromEntries(Object.entries(work('a')).filter(([name]) => name !== field));
    stored.set(keyOf(work('a')), JSON.stringify(rest));
    expect(createWorkStore(tab()).get('f', 'a')).toBeUndefined();
  });
});
