import { useState } from 'react';
import type { Parameter, Value } from '../../model/contract';
import { refusal } from '../messages';

export interface Typed {
  /** What is being typed; undefined: the field shows the value. */
  draft: string | undefined;
  error: string | undefined;
  type: (text: string) => void;
  commit: () => void;
  cancel: () => void;
  /** The same callback, forgetting what was typed. */
  clearing: <A extends unknown[]>(callback: (...args: A) => void) => (...args: A) => void;
}

/** Exact typing: the last good value stays until what was typed can be used; `read` says whether it can. */
export function useTyped<V extends Value>(
  parameter: Parameter,
  value: V,
  read: (text: string) => V | undefined,
  onChange: (value: V) => void,
): Typed {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  function cancel(): void {
    setDraft(undefined);
    setError(undefined);
  }
  function commit(): void {
    if (draft === undefined) return;
    const good = read(draft);
    if (good === undefined) {
      setError(refusal(parameter, draft));
      return;
    }
    cancel();
    if (good !== value) onChange(good);
  }
  return {
    draft,
    error,
    type: (text) => {
      setDraft(text);
      setError(undefined);
    },
    commit,
    cancel,
    clearing:
      (callback) =>
      (...args) => {
        cancel();
        callback(...args);
      },
  };
}
