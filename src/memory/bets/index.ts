import { createBetStore, type BetStore } from './store';

let store: BetStore | undefined;

/** The bets of this browser; there is one store for all figures of a page. */
export const betStore = (): BetStore => (store ??= createBetStore(window));
