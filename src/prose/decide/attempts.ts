import { createContext } from 'react';

/** What the choices of a question know of each other. */
export interface Attempts {
  /** Has the right one been picked? */
  isFound: boolean;
  /** A choice was opened for the first time. */
  pick: (isRight: boolean) => void;
}

export const AttemptsContext = createContext<Attempts>({ isFound: false, pick: () => undefined });
