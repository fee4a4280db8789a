export { Machine } from './machine';
export { nodeThread } from './node';
