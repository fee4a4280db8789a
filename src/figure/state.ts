import type { Params } from '../model/contract';
import type { Result } from '../model/types';
import { held, observe, type Pace } from './pace';
import type { BadValue } from './urlState';

export interface State {
  params: Params;
  seed: number;
  /** What is drawn: complete, or the start of a run under way. */
  run: Result;
  growing: boolean;
  /** The last complete run: sentence, summary and commands are its. */
  done: Result;
  /** The last complete run that was made here and not while the book was built: it has all its rows and tables. */
  whole: Result | undefined;
  /** The complete run before the reader's last move: the ghost. */
  before: Result | undefined;
  /** 0 … 1 while a run is under way. */
  progress: number | undefined;
  /** How that run gets on, from its first word. */
  pace: Pace | undefined;
  /** Did the reader stop it? It stays as it is until it is told to go on or something else is asked for. */
  stopped: boolean;
  /** Why the last run failed. */
  failure: string | undefined;
  /** And in which line of the reader's own code. */
  failedLine: number | undefined;
  /** What a link asked for and could not have. */
  refused: readonly BadValue[];
  /** Code that came with a link and that the reader has not run: the book's own stands in for it. */
  unapproved: Params;
}

export type Action =
  /**
   * The reader changed something. `known`: its run from build time, if there is one. `ghost`: the run before it is laid
   * behind it, kept (the same drag goes on), or none (a bet's truth is not to be seen that way).
   */
  | { type: 'change'; params: Params; seed: number; known: Result | undefined; ghost: 'new' | 'kept' | 'none' }
  | { type: 'refused'; values: readonly BadValue[] }
  | { type: 'unapproved'; params: Params }
  /** `now`: ms. */
  | { type: 'partial'; run: Result | undefined; progress: number; now: number }
  | { type: 'stopped'; stopped: boolean }
  /** The same setting is run again for what was left out of the file. */
  | { type: 'complete' }
  | { type: 'finished'; run: Result; more: boolean }
  | { type: 'failed'; reason: string; line?: number };

export function initial(params: Params, run: Result): State {
  return {
    params,
    seed: 1,
    run,
    growing: false,
    done: run,
    whole: undefined,
    before: undefined,
    progress: undefined,
    pace: undefined,
    stopped: false,
    failure: undefined,
    failedLine: undefined,
    refused: [],
    unapproved: {},
  };
}

/** Is the picture that of a run which takes long, or was stopped, and not yet the one the numbers are of? */
export const isUnfinished = ({ growing, pace }: State): boolean => growing && pace?.long === true;

/** Of a run that nothing has been heard of. */
const FRESH = { pace: undefined, stopped: false } as const;

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'change': {
      const { params, seed, known, ghost } = action;
      const before = { new: state.done, kept: state.before, none: undefined }[ghost];
      const next = { ...state, ...FRESH, params, seed, before, failure: undefined, failedLine: undefined };
      return known
        ? { ...next, run: known, done: known, growing: false, progress: undefined }
        : { ...next, progress: 0 };
    }
    case 'refused':
      return { ...state, refused: action.values };
    case 'unapproved':
      return { ...state, unapproved: action.params };
    case 'partial': {
      const { run, progress, now } = action;
      const pace = observe(state.pace, now, progress);
      // It was on its way when the run was stopped.
      const next = { ...state, progress, pace: state.stopped ? held(pace) : pace };
      return run ? { ...next, run, growing: true } : next;
    }
    case 'stopped':
      return { ...state, stopped: action.stopped, pace: action.stopped ? held(state.pace) : state.pace };
    case 'complete':
      return { ...state, ...FRESH, progress: 0 };
    case 'finished':
      return {
        ...state,
        ...FRESH,
        run: action.run,
        done: action.run,
        whole: action.run,
        growing: false,
        progress: action.more ? 0 : undefined,
      };
    case 'failed':
      return {
        ...state,
        ...FRESH,
        run: state.done,
        before: undefined,
        growing: false,
        progress: undefined,
        failure: action.reason,
        failedLine: action.line,
      };
  }
}
