import type { Standing, Turn } from '../../model/contract';

/** A line of the call, and what it printed. */
export interface Entry {
  line: string;
  text: string;
  /** The time of day when it was printed, s since midnight. */
  at: number;
  /** How the call stood then. */
  standing: Standing;
  /** It couldn’t be done, and the text says why: it is no part of the call. */
  isRefused: boolean;
}

export interface CallState {
  entries: readonly Entry[];
  /** Typed, and not yet done: the first is at work. */
  waiting: readonly string[];
  standing: Standing;
  /** How many of those that wait are done again, after a reload. */
  again: number;
}

export type CallEvent =
  | { happened: 'opened'; standing: Standing; lines: readonly string[] }
  | { happened: 'typed'; line: string }
  | { happened: 'done'; turn: Turn }
  | { happened: 'refused'; message: string };

export const opened = (standing: Standing, lines: readonly string[] = []): CallState => ({
  entries: [],
  waiting: lines,
  standing,
  again: lines.length,
});

/** The lines that were done. */
export const linesOf = (entries: readonly Entry[]): string[] =>
  entries.filter(({ isRefused }) => !isRefused).map(({ line }) => line);

/** The machine on which a line was typed, and what was typed; undefined: it says what to do. */
export function typedIn(line: string): { machine: string; typed: string } | undefined {
  const [, machine, typed] = /^([^:\s]\S*?)# (.*)$/.exec(line) ?? [];
  return machine === undefined ? undefined : { machine, typed: typed! };
}

/** Whether a line is shown on a machine: what is no machine’s is shown on each. */
export const isOn = (machine: string, line: string): boolean => (typedIn(line)?.machine ?? machine) === machine;

export function next(state: CallState, event: CallEvent): CallState {
  switch (event.happened) {
    case 'opened':
      return opened(event.standing, event.lines);
    case 'typed':
      return { ...state, waiting: [...state.waiting, event.line] };
    case 'done': {
      const { line, text, standing } = event.turn;
      const entry = { line, text, at: standing.clock, standing, isRefused: false };
      const again = Math.max(state.again - 1, 0);
      return { entries: [...state.entries, entry], waiting: state.waiting.slice(1), standing, again };
    }
    case 'refused': {
      // What was kept can’t be done again: the call goes on from where it got to.
      if (state.again > 0) return { ...state, waiting: state.waiting.slice(state.again), again: 0 };
      const [line, ...rest] = state.waiting;
      const entry = { line: line!, text: event.message, at: state.standing.clock, standing: state.standing };
      return { ...state, entries: [...state.entries, { ...entry, isRefused: true }], waiting: rest };
    }
  }
}
