export { BetButton } from './BetButton';
export { BetOver } from './BetOver';
export { BetPanel } from './BetPanel';
export { BetQuestion } from './BetQuestion';
export { type Betting, useBetting } from './useBetting';
