export { BetAnswer } from './BetAnswer';
export { BetButton } from './BetButton';
export { BetCover } from './BetCover';
export { BetOver } from './BetOver';
export { BetQuestion } from './BetQuestion';
export { type Betting, useBetting } from './useBetting';
