import { storageItem } from '../../../memory/storageItem';
import { opened } from './file';
import type { Json } from './path';
import type { Draft } from './types';

function parse(kept: unknown): Draft {
  const found = opened(kept as Json);
  if ('problem' in found) throw new Error(found.problem);
  return found.draft;
}

/** The draft that this browser keeps. The number in its key is the version of what is kept. */
export const { get: kept, set: keep } = storageItem<Draft | undefined>('in-flight.teach.1', parse, undefined);
