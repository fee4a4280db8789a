export { Machine } from './machine';
export { nodeThread } from './node';
export { commandsOf } from './record/commands';
export { record } from './record/record';
