import { useState } from 'react';
import type { NumberParameter } from '../../../model/types';
import { refusal } from '../messages';
import { check } from '../parameters';
import { parseTyped } from '../typedValue';

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

/** Exact typing: the last good value stays until what was typed can be used. */
export function useTyped(parameter: NumberParameter, value: number, onChange: (value: number) => void): Typed {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  function cancel(): void {
    setDraft(undefined);
    setError(undefined);
  }
  function commit(): void {
    if (draft === undefined) return;
    const number = parseTyped(draft, parameter.unit);
    const good = number === undefined ? undefined : check(parameter, number);
    if (good === undefined) {
      setError(refusal(parameter, draft));
      return;
    }
    cancel();
    if (good !== value) onChange(Number(good));
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
