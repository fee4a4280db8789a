/** Replays sessions in Node.js: what `scripts/labs.mjs` compiles. */
export { parseLab } from './parse';
export { replay } from './replay';
export { parseTranscript } from './transcript';
