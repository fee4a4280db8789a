import { useState } from 'react';

interface Typing {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => void;
}

/** A field whose text is not what is kept: `1.` is on the way to `1.5`, and stays as it is while somebody types. */
export function useTyping<T>(
  value: T,
  read: (text: string) => T | undefined,
  show: (value: T) => string,
  set: (value: T | undefined) => void,
): Typing {
  const [typed, setTyped] = useState<string>();
  const same = typed !== undefined && JSON.stringify(read(typed)) === JSON.stringify(value);
  return {
    value: same ? typed : show(value),
    onChange({ target }) {
      setTyped(target.value);
      set(read(target.value));
    },
    onBlur: () => setTyped(undefined),
  };
}
