/**
 * Runs in a page: a year of daily review with 5,000 cards through the memory of the book, on this browser's own
 * IndexedDB and with a clock that is set. What takes how long is told by action.
 */
import { openDB } from 'idb';
import { createBetStore } from '../../src/memory/bets/store';
import { progress, forecast } from '../../src/memory/progress';
import { queue, type QueueCard } from '../../src/memory/queue';
import { recall } from '../../src/memory/schedule';
import { createMemory } from '../../src/memory/store';
import { DAY } from '../../src/memory/day';
import type { Rating } from '../../src/memory/types';
import { draws } from '../memory/draws';

const CARDS = 5000;
const PER_SECTION = 5;
const PER_CHAPTER = 50;
/** So many new cards a day that all have been seen by the end of the year. */
const NEW_PER_DAY = 15;
const START = Date.UTC(2026, 0, 5, 20);

const cards: QueueCard[] = Array.from({ length: CARDS }, (_, i) => ({
  id: `card-${i}`,
  chapter: `part-${Math.floor(i / PER_CHAPTER / 5)}/chapter-${Math.floor(i / PER_CHAPTER)}`,
  section: `section-${Math.floor((i % PER_CHAPTER) / PER_SECTION)}`,
  tags: [`concept-${i % 80}`],
  level: (['junior', 'senior', 'staff'] as const)[i % 3]!,
  type: 'recall',
  difficulty: 1 + (i % 3),
}));

const bank = {
  chapters: Array.from({ length: CARDS / PER_CHAPTER }, (_, i) => ({
    id: cards[i * PER_CHAPTER]!.chapter,
    part: `part-${Math.floor(i / 5)}`,
    title: `Chapter ${i}`,
    url: '/',
    sections: Array.from({ length: PER_CHAPTER / PER_SECTION }, (_, j) => ({ id: `section-${j}`, heading: '' })),
    figures: [`figure-${i}`],
  })),
  concepts: Array.from({ length: 80 }, (_, i) => ({ id: `concept-${i}`, name: '' })),
  cards: cards.map(({ id, chapter, section, tags }, i) => ({
    id,
    chapter,
    section: section!,
    tags: [...tags],
    figure: { id: `figure-${Math.floor(i / PER_CHAPTER)}` },
  })),
};

interface Stretch {
  begin: number;
  end: number;
}

/** The stretches in which the page could do nothing else, from 50 ms on, from now on. */
function watchLongTasks(): Stretch[] {
  const stretches: Stretch[] = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      stretches.push({ begin: startTime, end: startTime + duration });
  }).observe({ entryTypes: ['longtask'] });
  return stretches;
}

export interface Result {
  answers: number;
  /** ms, by action. */
  times: Record<string, number[]>;
  /** The longest stretch during such an action in which the page could do nothing else; below 50 ms it counts as 0. */
  blocks: Record<string, number>;
  megabytes: number;
}

export async function year(days: number): Promise<Result> {
  const draw = draws(11);
  const times: Record<string, number[]> = {};
  const longTasks = watchLongTasks();
  const windows: (Stretch & { action: string })[] = [];
  let clock = START;
  const now = (): number => clock;
  const bets = createBetStore(window);

  async function timed<T>(action: string, work: () => T | Promise<T>): Promise<T> {
    const begin = performance.now();
    const result = await work();
    const end = performance.now();
    (times[action] ??= []).push(end - begin);
    if (end - begin > 50) windows.push({ action, begin, end });
    return result;
  }

  const bare = await openDB('bare', 1, { upgrade: (db) => void db.createObjectStore('store') });
  const memory = createMemory({ name: 'year', bets: () => bets, now });
  await memory.ready();
  await memory.change({ newPerDay: NEW_PER_DAY });
  const rated = (chance: number): Rating => (draw() > chance ? 1 : draw() < 0.15 ? 2 : draw() < 0.9 ? 3 : 4);
  let answers = 0;
  for (let day = 0; day < days; day++) {
    clock = START + day * DAY + Math.floor(draw() * 7_200_000);
    for (;;) {
      const { states, read, settings, newToday } = await timed('snapshot', () => memory.snapshot());
      const { due, fresh } = await timed('queue', () => queue({ cards, states, read, settings, newToday, now: clock }));
      const todo = [...due, ...fresh];
      if (todo.length === 0) break;
      // A page orders its queue again after some cards, and learning cards come back the same evening.
      for (const id of todo.slice(0, 10)) {
        clock += 20_000;
        const state = (await timed('snapshot', () => memory.snapshot())).states.get(id);
        await timed('intervals', () => memory.intervals(id));
        const rating = rated(state ? recall(state, clock) : 0.6);
        await timed('answer', () => memory.answer(id, rating, 'practice'));
        answers++;
        // What the machine itself takes, for comparison.
        if (answers % 10 === 0) await timed('a bare write', () => bare.put('store', answers, 'key'));
      }
      clock += 600_000;
    }
    await timed('undo', () => memory.undo());
    const { chapter, section } = cards[(day * PER_SECTION) % CARDS]!;
    await timed('read mark', () => memory.markRead(chapter, section!));
  }
  for (let i = 0; i < 5; i++) {
    const { states, read, settings } = memory.snapshot();
    await timed('progress', () => progress({ bank, states, read, bets: bets.all() }));
    await timed('forecast', () =>
      forecast(
        cards.map(({ id }) => id),
        states,
        { now: clock, retention: settings.retention },
      ),
    );
    await timed('settings', () => memory.change({ retention: 0.85 + i / 100 }));
    const again = createMemory({ name: 'year', bets: () => bets, now });
    await timed('load', () => again.ready());
    again.close();
  }
  let text = '';
  for (let i = 0; i < 3; i++) {
    text = await timed('export', () => memory.exportText());
    const other = createMemory({ name: `other-${i}`, bets: () => bets, now });
    await other.ready();
    await timed('import into an empty browser', () => other.importText(text));
    await timed('import of what is known', () => memory.importText(text));
    await timed('clear', () => other.clear());
    other.close();
  }
  memory.close();
  bare.close();
  // The last ones are told of a little later.
  await new Promise((resolve) => setTimeout(resolve, 500));
  const blocks: Record<string, number> = {};
  for (const { action, begin, end } of windows) {
    const meanwhile = longTasks.filter((task) => task.begin < end && task.end > begin);
    blocks[action] = Math.max(blocks[action] ?? 0, ...meanwhile.map((task) => task.end - task.begin));
  }
  return { answers, times, blocks, megabytes: text.length / 1e6 };
}
