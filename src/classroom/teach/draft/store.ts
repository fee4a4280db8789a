import type { Draft } from './types';
import { open } from './file';

/** The number is the version of what is kept. */
export const KEY = 'in-flight.teach.1';

/** The draft that this browser keeps; undefined: none, or none that can be read. */
export function kept(): Draft | undefined {
  try {
    const opened = open(localStorage.getItem(KEY) ?? '');
    return 'draft' in opened ? opened.draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps it; false: the browser does not let us. */
export function keep(draft: Draft): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
