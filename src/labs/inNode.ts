/** Replays sessions in Node.js: what `scripts/labs.mjs` compiles. */
export { Machine } from '../machine/machine';
export { nodeThread } from '../machine/node';
export { parseLab } from './parse';
export { LIMITS, replay } from './replay';
export { parseTranscript } from './transcript';
