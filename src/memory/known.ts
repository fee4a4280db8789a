/** What this page knows of what is kept, and the copies of it that are shown: a copy stays as it is. */
import type { Loaded } from './database';
import { dayStart, nextDay } from './day';
import { DEFAULTS } from './defaults';
import { readKey } from './keys';
import { mergeRead } from './merge';
import type { Snapshot } from './snapshot';
import type { CardState, Interview, ReadMark, Settings } from './types';

type Due = (state: CardState, retention: number) => CardState;

export interface Known {
  state(card: string): CardState | undefined;
  setState(card: string, state: CardState | undefined): void;
  read(): ReadMark[];
  hasRead(mark: ReadMark): boolean;
  addRead(mark: ReadMark): void;
  interviews(): readonly Interview[];
  setInterview(interview: Interview): void;
  forgetInterviews(ids: Iterable<string>): void;
  /** undefined: readers have set nothing. */
  settings(): Settings | undefined;
  retention(): number;
  /** Cards are due by it at once. */
  setSettings(settings: Settings | undefined, due: Due): void;
  setAll(loaded: Loaded, due: Due): void;
  shown(now: number): Pick<Snapshot, 'states' | 'read' | 'settings' | 'interviews' | 'newToday'> & { until: number };
}

const byStart = (one: Interview, other: Interview): number =>
  one.started - other.started || (one.id < other.id ? -1 : 1);

export function createKnown(): Known {
  let states = new Map<string, CardState>();
  let read = new Map<string, ReadMark>();
  let interviews: readonly Interview[] = [];
  let settings: Settings | undefined;
  /** Missing: outdated. */
  let copies: { states?: Snapshot['states']; read?: Snapshot['read'] } = {};

  const known: Known = {
    state: (card) => states.get(card),
    setState(card, state) {
      if (state) states.set(card, state);
      else states.delete(card);
      delete copies.states;
    },
    read: () => [...read.values()],
    hasRead: (mark) => read.has(readKey(mark)),
    addRead(mark) {
      const before = read.get(readKey(mark));
      read.set(readKey(mark), before ? mergeRead(before, mark) : mark);
      delete copies.read;
    },
    interviews: () => interviews,
    setInterview(interview) {
      interviews = [...interviews.filter(({ id }) => id !== interview.id), interview].sort(byStart);
    },
    forgetInterviews(ids) {
      const gone = new Set(ids);
      if (gone.size > 0) interviews = interviews.filter(({ id }) => !gone.has(id));
    },
    settings: () => settings,
    retention: () => (settings ?? DEFAULTS).retention,
    setSettings(next, due) {
      const before = known.retention();
      settings = next;
      if (known.retention() === before) return;
      states = new Map([...states].map(([card, state]) => [card, due(state, known.retention())]));
      delete copies.states;
    },
    setAll(loaded, due) {
      settings = loaded.settings;
      states = new Map(loaded.states.map((state) => [state.card, due(state, known.retention())]));
      read = new Map(loaded.read.map((mark) => [readKey(mark), mark]));
      interviews = [...loaded.interviews].sort(byStart);
      copies = {};
    },
    shown(now) {
      const today = dayStart(now);
      const until = nextDay(now);
      let newToday = 0;
      // A clock that was ahead has left answers in days to come.
      for (const { first } of states.values()) if (first >= today && first < until) newToday++;
      return {
        states: (copies.states ??= new Map(states)),
        read: (copies.read ??= new Map(read)),
        settings: settings ?? DEFAULTS,
        interviews,
        newToday,
        until,
      };
    },
  };
  return known;
}
