import type { Params, Result } from '../../model/types';
import type { BadValue } from './urlState';

export interface State {
  params: Params;
  seed: number;
  /** What is drawn: complete, or the start of a run under way. */
  run: Result;
  growing: boolean;
  /** The last complete run: sentence, summary and commands are its. */
  done: Result;
  /** The complete run before the reader's last move: the ghost. */
  before: Result | undefined;
  /** 0 … 1 while a run is under way. */
  progress: number | undefined;
  /** Why the last run failed. */
  failure: string | undefined;
  /** What a link asked for and could not have. */
  refused: readonly BadValue[];
}

export type Action =
  /** The reader changed something. `known`: its run from build time, if there is one. `fresh`: not the same drag going on. */
  | { type: 'change'; params: Params; seed: number; known: Result | undefined; fresh: boolean }
  | { type: 'refused'; values: readonly BadValue[] }
  | { type: 'partial'; run: Result; progress: number }
  | { type: 'finished'; run: Result; more: boolean }
  | { type: 'failed'; reason: string };

export function initial(params: Params, run: Result): State {
  return {
    params,
    seed: 1,
    run,
    growing: false,
    done: run,
    before: undefined,
    progress: undefined,
    failure: undefined,
    refused: [],
  };
}

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'change': {
      const { params, seed, known, fresh } = action;
      const before = fresh ? state.done : state.before;
      const next = { ...state, params, seed, before, failure: undefined };
      return known
        ? { ...next, run: known, done: known, growing: false, progress: undefined }
        : { ...next, progress: 0 };
    }
    case 'refused':
      return { ...state, refused: action.values };
    case 'partial':
      return { ...state, run: action.run, growing: true, progress: action.progress };
    case 'finished':
      return { ...state, run: action.run, done: action.run, growing: false, progress: action.more ? 0 : undefined };
    case 'failed':
      return {
        ...state,
        run: state.done,
        before: undefined,
        growing: false,
        progress: undefined,
        failure: action.reason,
      };
  }
}
