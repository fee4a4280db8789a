import { betStore } from './bets';
import type { Memory } from './memory';
import { createMemory } from './store';

export { ImportError, type Imported, type Memory } from './memory';
export type { Snapshot } from './snapshot';

let only: Memory | undefined;

/** The memory of this browser; there is one for a page. Nothing is read before it is used. */
export const memory = (): Memory => (only ??= createMemory({ name: 'in-flight', bets: betStore }));
