import { describe, expect, it, vi } from 'vitest';
import { createWorkStore, keyOf, type Place } from '../../src/classroom/store';
import { answered, begin } from '../../src/classroom/work';

/** Two tabs share what is stored; each hears of the other's changes, as browsers do it. */
function browser() {
  const stored = new Map<string, string>();
  const tabs: Set<(event: { key: string | null }) => void>[] = [];
  let isFull = false;
  function tab(): Place {
    const mine = new Set<(event: { key: string | null }) => void>();
    tabs.push(mine);
    const tell = (key: string): void => {
      for (const other of tabs) if (other !== mine) for (const listener of other) listener({ key });
    };
    return {
      localStorage: {
        get length() {
          return stored.size;
        },
        key: (place) => [...stored.keys()][place] ?? null,
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, text) => {
          if (isFull) throw new DOMException('full', 'QuotaExceededError');
          stored.set(key, text);
          tell(key);
        },
        removeItem: (key) => {
          stored.delete(key);
          tell(key);
        },
      },
      addEventListener: (_, listener) => mine.add(listener),
      removeEventListener: (_, listener) => mine.delete(listener),
    };
  }
  return { tab, stored, fill: (full = true) => (isFull = full) };
}

const work = (student: string, now = 1) =>
  begin({ assignment: '{}', fingerprint: 'f', title: 'T', student, name: '' }, now);

describe('work in a browser', () => {
  it('is found again, the newest first, and can be forgotten', () => {
    const { tab, stored } = browser();
    const [one, other] = [createWorkStore(tab()), createWorkStore(tab())];
    expect(one.put(work('a', 1))).toBe(true);
    expect(one.put(work('b', 2))).toBe(true);
    stored.set('in-flight.bets.1', '[]');
    expect(other.list().map(({ student }) => student)).toEqual(['b', 'a']);
    expect(other.get('f', 'a')).toEqual(work('a', 1));
    expect(other.get('g', 'a')).toBeUndefined();
    other.forget(work('a'));
    expect(one.list().map(({ student }) => student)).toEqual(['b']);
  });

  it('is heard of in another tab, and only there', () => {
    const { tab } = browser();
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
    const { tab, fill } = browser();
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

  it('does without a store that a browser forbids', () => {
    const place = browser().tab();
    const store = createWorkStore({
      ...place,
      get localStorage(): never {
        throw new DOMException('no', 'SecurityError');
      },
    });
    expect(store.list()).toEqual([]);
    expect(store.put(work('a'))).toBe(false);
    expect(store.get('f', 'a')).toEqual(work('a'));
    store.forget(work('a'));
    expect(store.get('f', 'a')).toBeUndefined();
  });

  it.each(['', 'no', '{}', '[]', 'null', '{"title":1}'])('leaves out what is damaged: %s', (text) => {
    const { tab, stored } = browser();
    stored.set(keyOf(work('a')), text);
    expect(createWorkStore(tab()).list()).toEqual([]);
  });

  it.each(['answers', 'log', 'started', 'changed', 'assignment'])('leaves out what lacks %s', (field) => {
    const { tab, stored } = browser();
    const rest = Object.fromEntries(Object.entries(work('a')).filter(([name]) => name !== field));
    stored.set(keyOf(work('a')), JSON.stringify(rest));
    expect(createWorkStore(tab()).get('f', 'a')).toBeUndefined();
  });
});
