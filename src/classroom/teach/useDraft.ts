import { createContext, type Dispatch, useContext } from 'react';
import { isAt, type Problem } from './checks/place';
import { at, type Json, type Path, written } from './draft/path';
import type { Action } from './draft/reducer';
import type { Draft } from './draft/types';

interface Teach {
  draft: Draft;
  dispatch: Dispatch<Action>;
  problems: readonly Problem[];
}

export const TeachContext = createContext<Teach | undefined>(undefined);

export function useTeach(): Teach {
  const teach = useContext(TeachContext);
  if (!teach) throw new Error('this belongs into <Teach>');
  return teach;
}

export interface FieldState {
  /** Of its element, by which a complaint finds it. */
  id: string;
  value: Json | undefined;
  /** undefined takes the field out. */
  set: (value: Json | undefined) => void;
  /** What Python has against it. */
  problem: string | undefined;
  /** Nothing stands there yet. */
  isMissing: boolean;
}

export const idOfField = (path: string): string => `field-${path}`;

/** One field of the draft. `deep`: complaints about what is in it stand here, too. */
export function useField(path: Path, deep = false): FieldState {
  const { draft, dispatch, problems } = useTeach();
  const place = written(path);
  const found = problems.find((each) => each.path === place || (deep && isAt(each.path, place)));
  return {
    id: idOfField(place),
    value: at(draft, path),
    set: (value) => dispatch({ type: 'put', path, value }),
    problem: found?.said,
    isMissing: found?.isMissing ?? false,
  };
}
