import { useCallback, useEffect, useEffectEvent, useReducer } from 'react';
import type { Completed, Incident, Turn } from '../../model/contract';
import { isAbort, messageOf } from '../../runtime/errors';
import { type CallState, linesOf, next, opened } from './state';

/** Asks Python; the arguments are by name. It must be the same function as long as Python is the same. */
export type Ask = <T>(question: string, args: object, signal?: AbortSignal) => Promise<T>;

export interface OnCall extends Omit<CallState, 'again'> {
  /** What was done so far. */
  lines: readonly string[];
  /** What was done before a reload is being done again. */
  isReplaying: boolean;
  /** Does a line, after those that still wait. */
  type: (line: string) => void;
  /** What the last word may become. */
  complete: (machine: string, typed: string) => Promise<string[]>;
  /** Asks something else about the call as it stands. */
  ask: <T>(question: 'dashboards' | 'debrief', signal?: AbortSignal) => Promise<T>;
}

interface Options {
  /** What was done before; it is done again first. */
  lines?: readonly string[];
  /** Turns from the very start of the call that needn’t be asked for. */
  known?: readonly Turn[];
  /** Told after each line, of all. */
  onLines?: (lines: readonly string[]) => void;
  /** Why a line is not done here; undefined: it is. */
  refuse?: (line: string) => string | undefined;
}

const NONE: readonly never[] = [];

/** A call that goes on, line by line: only one is at work, and what is typed meanwhile waits. */
export function useCall(
  ask: Ask,
  incident: Incident,
  { lines: kept = NONE, known = NONE, onLines, refuse }: Options,
): OnCall {
  const [state, tell] = useReducer(next, incident.standing, (standing) => opened(standing));
  const { seed, level, family, kernel } = incident;
  const which = { seed, level, family, kernel };
  const { entries, waiting, again } = state;
  const lines = linesOf(entries);
  const [head] = waiting;

  const open = useEffectEvent(() => tell({ happened: 'opened', standing: incident.standing, lines: kept }));
  useEffect(() => open(), [incident]);

  const work = useEffectEvent(async (line: string, signal: AbortSignal) => {
    const refused = refuse?.(line);
    if (refused !== undefined) return tell({ happened: 'refused', message: refused });
    try {
      const told = lines.length === 0 && known.find((each) => each.line === line);
      const turn = told || (await ask<Turn>('turn', { ...which, before: lines, line }, signal));
      if (signal.aborted) return;
      tell({ happened: 'done', turn });
      if (again === 0) onLines?.([...lines, line]);
    } catch (error) {
      if (signal.aborted || isAbort(error)) return;
      tell({ happened: 'refused', message: messageOf(error) });
    }
  });
  const count = entries.length;
  useEffect(() => {
    if (head === undefined) return undefined;
    const abort = new AbortController();
    void work(head, abort.signal);
    return () => abort.abort();
  }, [incident, head, count]);

  const key = { ...which, lines };
  return {
    ...state,
    lines,
    isReplaying: again > 0,
    type: useCallback((line) => tell({ happened: 'typed', line }), []),
    complete: async (machine, typed) => (await ask<Completed>('complete', { ...key, machine, typed })).words,
    ask: (question, signal) => ask(question, key, signal),
  };
}
